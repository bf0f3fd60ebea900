extension CSVBuffer {
    /// A decimal number with all its digits and no grouping.
    mutating func append(_ value: Int64) {
        if value < 0 { append(byte: UInt8(ascii: "-")) }
        appendDigits(value.magnitude, width: 1)
    }

    /// At least `width` digits, with zeros in front.
    mutating func appendDigits(_ value: UInt64, width: Int) {
        var divisor: UInt64 = 1
        var digits = 1
        // At most twenty rounds: a UInt64 has twenty digits.
        while value / divisor >= 10 || digits < width {
            divisor *= 10
            digits += 1
        }
        while divisor > 0 {
            append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }

    mutating func appendHex(_ byte: UInt8) {
        append(byte: Self.hexDigit(byte >> 4))
        append(byte: Self.hexDigit(byte & 0x0F))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
