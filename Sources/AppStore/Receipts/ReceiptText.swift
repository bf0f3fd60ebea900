internal import Crypto

/// Undoes what transport does to base64: line breaks, percent-encoding, `+` read as a space, the alphabet for URLs,
/// padding cut off. All of it can be undone, so none of it may cost a customer the purchase.
enum ReceiptText {
    /// - Parameter text: UTF-8 of the receipt as it came.
    /// - Returns: the receipt's DER bytes, still unjudged.
    static func decode(_ text: [UInt8]) throws(ProofError) -> [UInt8] {
        let bytes = try decodeOnce(text)
        // Base64 of base64: a receipt begins with 0x30, its text with "MI".
        return bytes.starts(with: "MI".utf8) ? try decodeOnce(bytes) : bytes
    }

    private static func decodeOnce(_ text: [UInt8]) throws(ProofError) -> [UInt8] {
        let plain = text.contains(UInt8(ascii: "%")) ? try percentDecoded(text) : text
        var digits = repaired(plain.trimmingWhiteSpace())
        restoreLastPluses(&digits, from: plain)
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard !digits.isEmpty else { throw .badEncoding }
        digits.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - digits.count % 4) % 4))
        guard let bytes = Base64.decode(digits[...], .standard) else { throw .badEncoding }
        return bytes
    }

    /// Spaces at the end may be white space, or pluses of a last group of four that lacks just these.
    private static func restoreLastPluses(_ digits: inout [UInt8], from text: [UInt8]) {
        let missing = (4 - digits.count % 4) % 4
        let end = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
        let spaces = end.reversed().prefix { $0 == UInt8(ascii: " ") }.count
        if missing > 0, spaces == missing, digits.last != UInt8(ascii: "=") {
            digits += repeatElement(UInt8(ascii: "+"), count: missing)
        }
    }

    private static func repaired(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(text.count + 4)
        for byte in text {
            switch byte {
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"): continue
            case UInt8(ascii: "\\"): continue  // a slash that was escaped twice
            case UInt8(ascii: " "), UInt8(ascii: "-"): digits.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): digits.append(UInt8(ascii: "/"))
            default: digits.append(byte)
            }
        }
        return digits
    }

    private static func percentDecoded(_ text: [UInt8]) throws(ProofError) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            guard text[index] == UInt8(ascii: "%") else {
                decoded.append(text[index])
                index += 1
                continue
            }
            guard index + 2 < text.count, let high = hexDigit(text[index + 1]), let low = hexDigit(text[index + 2])
            else { throw .badEncoding }
            decoded.append(high << 4 | low)
            index += 3
        }
        return decoded
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
