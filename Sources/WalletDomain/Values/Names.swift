/// The app's own user id: opaque, compared byte for byte.
package struct UserID: Hashable, Sendable {
    package let text: String

    package init(_ text: String) throws(WalletError) {
        guard isName(text, bytesMax: Limits.userIDBytesMax) else { throw .malformed("user") }
        self.text = text
    }

    /// Swift holds `é` and `e` with an accent for the same text, the database does not. Equal ids hash equal anyway.
    package static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
}

/// An item of the catalogue, by the name its admin gave it.
package struct ItemID: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) throws(WalletError) {
        guard isSlug(text) else { throw .malformed("item") }
        self.text = text
    }

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

/// A pack, by the name its admin gave it.
package struct PackID: Hashable, Sendable {
    package let text: String

    package init(_ text: String) throws(WalletError) {
        guard isSlug(text) else { throw .malformed("pack") }
        self.text = text
    }
}

/// Apple's transaction id: digits, kept as text.
package struct TransactionID: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) throws(WalletError) {
        let digits = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits, (1...Limits.transactionIDBytesMax).contains(text.utf8.count) else {
            throw .malformed("transaction_id")
        }
        self.text = text
    }

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

/// Any text a client may choose: not empty, bounded, no control characters (so no NUL reaches SQL).
private func isName(_ text: String, bytesMax: Int) -> Bool {
    (1...bytesMax).contains(text.utf8.count)
        && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
}

/// Lower- and upper-case letters, digits, dot, dash and underscore: safe in a path, a CSV cell and a log line.
private func isSlug(_ text: String) -> Bool {
    (1...Limits.nameBytesMax).contains(text.utf8.count)
        && text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
}
