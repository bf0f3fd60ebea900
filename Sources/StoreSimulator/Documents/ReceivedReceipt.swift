internal import Crypto

/// A receipt that somebody sends back, opened.
struct ReceivedReceipt: Sendable {
    var receiptType = ""
    var bundleID = ""
    var creationDate = ""
    var entries: [Entry] = []

    struct Entry: Sendable {
        var quantity: Int64 = 1
        var productID = ""
        var transactionID = ""
        var purchaseDate = ""
        var cancellationDate = ""
        var expiresDate = ""
    }

    enum Failure: Error {
        /// 21002
        case malformed
        /// 21003
        case notAuthentic
    }

    /// - Parameter leaf: whose signature makes it genuine.
    init(base64: String, leaf: [UInt8]) throws(Failure) {
        guard let bytes = Base64.decode(base64, .standard) else { throw .malformed }
        let message: SignedMessage
        do throws(SignedMessage.Failure) {
            message = try SignedMessage(verifying: bytes)
        } catch {
            throw error == .malformed ? .malformed : .notAuthentic
        }
        guard message.signer == leaf else { throw .notAuthentic }
        do throws(DERError) {
            try Self.attributes(message.content) { (type, value) throws(DERError) in
                try take(type, value)
            }
        } catch {
            throw .malformed
        }
    }

    private mutating func take(_ type: Int64, _ value: [UInt8]) throws(DERError) {
        switch type {
        case 0: receiptType = try Self.text(value)
        case 2: bundleID = try Self.text(value)
        case 12: creationDate = try Self.text(value)
        case 17:
            var entry = Entry()
            try Self.attributes(value) { (type, value) throws(DERError) in try entry.take(type, value) }
            entries.append(entry)
        default: break
        }
    }

    /// Walks over `SET OF SEQUENCE { type, version, value }`.
    private static func attributes(
        _ der: [UInt8], _ take: (Int64, [UInt8]) throws(DERError) -> Void
    ) throws(DERError) {
        var outer = DERReader(der)
        var set = DERReader(der, try outer.next(DERTag.set))
        while !set.isAtEnd {
            var attribute = DERReader(der, try set.next(DERTag.sequence))
            let type = number(der[try attribute.next(DERTag.integer)])
            _ = try attribute.next(DERTag.integer)
            try take(type, Array(der[try attribute.next(DERTag.octetString)]))
        }
    }

    fileprivate static func text(_ der: [UInt8]) throws(DERError) -> String {
        var reader = DERReader(der)
        return String(decoding: der[try reader.nextElement().content], as: UTF8.self)
    }

    fileprivate static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension ReceivedReceipt.Entry {
    fileprivate mutating func take(_ type: Int64, _ value: [UInt8]) throws(DERError) {
        switch type {
        case 1_701:
            var reader = DERReader(value)
            quantity = ReceivedReceipt.number(value[try reader.next(DERTag.integer)])
        case 1_702: productID = try ReceivedReceipt.text(value)
        case 1_703: transactionID = try ReceivedReceipt.text(value)
        case 1_704: purchaseDate = try ReceivedReceipt.text(value)
        case 1_708: expiresDate = try ReceivedReceipt.text(value)
        case 1_712: cancellationDate = try ReceivedReceipt.text(value)
        default: break
        }
    }
}
