internal import Crypto

/// Writes the little DER that a receipt is made of (X.690).
package enum ReceiptEncoding {
    package static func utf8(_ text: String) -> [UInt8] { element(DERTag.utf8String, Array(text.utf8)) }

    package static func ia5(_ text: String) -> [UInt8] { element(DERTag.ia5String, Array(text.utf8)) }

    /// Two's complement in as few bytes as hold it.
    package static func integer(_ number: Int64) -> [UInt8] {
        var bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * Int64($0))) }
        while bytes.count > 1, bytes[0] == 0 && bytes[1] < 0x80 || bytes[0] == 0xFF && bytes[1] >= 0x80 {
            bytes.removeFirst()
        }
        return element(DERTag.integer, bytes)
    }

    package static func attribute(_ type: Int64, _ value: [UInt8]) -> [UInt8] {
        let version: Int64 = 1
        return element(DERTag.sequence, integer(type) + integer(version) + element(DERTag.octetString, value))
    }

    package static func set(_ elements: [[UInt8]]) -> [UInt8] { element(DERTag.set, elements.flatMap(\.self)) }

    package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        let length = (0..<8).map { UInt8(truncatingIfNeeded: content.count >> (56 - 8 * $0)) }.drop { $0 == 0 }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }
}
