/// The name that an admin logs in with: lower-case letters, digits, and `.`, `-`, `_`, `@`, `+` inside. An e-mail
/// address is one. Letter case does not count.
///
/// Twin: column `name` of `admins` in `Migrations/0014_admit_people.sql`.
package struct AdminName: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) throws(WalletError) {
        let bytes = text.utf8.map(Self.lowercased)
        guard (1...Limits.adminNameBytesMax).contains(bytes.count), bytes.allSatisfy(Self.isAllowed),
            let first = bytes.first, Self.isLetterOrDigit(first)
        else { throw .malformed("name") }
        self.text = String(decoding: bytes, as: UTF8.self)
    }

    /// The name of the admin's row in `callers`. No key may have one that begins so: what an admin did is never taken
    /// for what a key did.
    package var callerName: String { Self.callerPrefix + text }

    package static let callerPrefix = "admin:"

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || ".-_@+".utf8.contains(byte) }
}
