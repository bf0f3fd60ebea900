/// Decimal text as a whole number of minor units, exactly: no binary fraction on the way.
package enum ExactDecimal {
    /// Above any amount in a row; so many rows as a report may have do not overflow.
    package static let max: Int64 = 10_000_000_000_000

    /// `0.70`, `.7`, `-0.99`, `1890.00`. Nil: no such number, or one with more decimals than the unit has.
    package static func parse(_ text: some StringProtocol, exponent: Int) -> Int64? {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes = bytes.dropFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count == 1 || !parts[1].isEmpty, !(whole.isEmpty && parts.count == 1)
        else { return nil }
        let fraction = parts.count == 2 ? Array(parts[1]) : []
        // More decimals are fine where they say nothing.
        guard fraction.dropFirst(exponent).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
        let padding = repeatElement(UInt8(ascii: "0"), count: Swift.max(0, exponent - fraction.count))
        var value: Int64 = 0
        for byte in Array(whole) + fraction.prefix(exponent) + padding {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), value < max else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        guard value <= max else { return nil }
        return isNegative ? -value : value
    }
}
