extension CSVBuffer {
    /// A decimal number with all its digits and no grouping.
    mutating func append(_ value: Int64) {
        if value < 0 { append(byte: UInt8(ascii: "-")) }
        appendDigits(value.magnitude, width: 1)
    }

    /// At least `width` digits, with zeros in front.
    mutating func appendDigits(_ value: UInt64, width: Int) {
        if width == 2, value < 100 {
            append(byte: Self.digit(value / 10))
            return append(byte: Self.digit(value % 10))
        }
        guard value > 9 || width > 1 else { return append(byte: Self.digit(value)) }
        let start = bytes.count
        var rest = value
        // At most twenty rounds: a UInt64 has twenty digits.
        while rest > 0 || bytes.count < start + width {
            append(byte: Self.digit(rest % 10))
            rest /= 10
        }
        reverse(from: start)
    }

    private static func digit(_ value: UInt64) -> UInt8 { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value) }

    mutating func appendHex(_ byte: UInt8) {
        append(byte: Self.hexDigit(byte >> 4))
        append(byte: Self.hexDigit(byte & 0x0F))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
