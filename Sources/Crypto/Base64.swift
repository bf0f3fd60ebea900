/// Base64 (RFC 4648), strict: no white space, no foreign characters, no bits left over.
package enum Base64 {
    package enum Alphabet: Sendable {
        /// `+` and `/`, padded with `=` to a multiple of four.
        case standard
        /// `-` and `_`, never padded.
        case url
    }

    /// - Returns: nil if the text is not exactly what `encode` would write.
    package static func decode(_ text: ArraySlice<UInt8>, _ alphabet: Alphabet) -> [UInt8]? {
        var digits = text
        if alphabet == .standard {
            guard digits.count.isMultiple(of: 4) else { return nil }
            if digits.last == padding { digits.removeLast() }
            if digits.last == padding { digits.removeLast() }
        }
        return decode(unpadded: digits, alphabet == .standard ? standardValues : urlValues)
    }

    package static func decode(_ text: String, _ alphabet: Alphabet) -> [UInt8]? {
        decode(ArraySlice(Array(text.utf8)), alphabet)
    }

    private static func decode(unpadded digits: ArraySlice<UInt8>, _ values: [UInt8]) -> [UInt8]? {
        let rest = digits.count % 4
        guard rest != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var foreign: UInt8 = 0
        var index = digits.startIndex
        let wholeEnd = digits.endIndex - rest
        while index < wholeEnd {
            let first = values[Int(digits[index])]
            let second = values[Int(digits[index + 1])]
            let third = values[Int(digits[index + 2])]
            let fourth = values[Int(digits[index + 3])]
            foreign |= first | second | third | fourth
            bits = UInt32(first) << 18 | UInt32(second) << 12 | UInt32(third) << 6 | UInt32(fourth)
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
            index += 4
        }
        guard foreign & notADigit == 0 else { return nil }
        return appendTail(digits[index...], values, to: &bytes) ? bytes : nil
    }

    /// Two or three last digits make one or two bytes; their unused bits must be zero.
    private static func appendTail(_ tail: ArraySlice<UInt8>, _ values: [UInt8], to bytes: inout [UInt8]) -> Bool {
        guard !tail.isEmpty else { return true }
        var bits: UInt32 = 0
        for digit in tail {
            let value = values[Int(digit)]
            guard value & notADigit == 0 else { return false }
            bits = bits << 6 | UInt32(value)
        }
        let unusedBits = tail.count == 2 ? 4 : 2
        guard bits & (1 << unusedBits - 1) == 0 else { return false }
        bits >>= unusedBits
        if tail.count == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 8)) }
        bytes.append(UInt8(truncatingIfNeeded: bits))
        return true
    }

    package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet) -> String {
        let digits = alphabet == .standard ? standardDigits : urlDigits
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0...group.count {
                text.append(digits[Int(bits >> (18 - 6 * UInt32(place)) & 0x3F)])
            }
            if alphabet == .standard {
                text.append(contentsOf: repeatElement(padding, count: 3 - group.count))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

private let padding = UInt8(ascii: "=")
/// Marks a byte that is no digit; values use the six low bits.
private let notADigit: UInt8 = 0x80
private let lettersAndNumbers = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
private let standardDigits = Array((lettersAndNumbers + "+/").utf8)
private let urlDigits = Array((lettersAndNumbers + "-_").utf8)
private let standardValues = values(of: standardDigits)
private let urlValues = values(of: urlDigits)

private func values(of digits: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: notADigit, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
}
