/// A month of Apple's fiscal year: whole weeks, Sunday to Saturday. Days are counted since 1970.
package struct FiscalMonth: Hashable, Comparable, Sendable {
    /// The year that ends in September of this number.
    package let year: Int64
    /// 1 … 12; 1 is October, as in `reportDate` of Apple's API.
    package let number: Int64
    package let from: Int64
    /// The last day.
    package let to: Int64

    package init(year: Int64, number: Int64, from: Int64, to: Int64) {
        self.year = year
        self.number = number
        self.from = from
        self.to = to
    }

    /// `2025-04`, as Apple's API names it: January 2025 is month 04 of 2025.
    package var name: String { "\(year)-\(number < 10 ? "0" : "")\(number)" }

    package var days: ClosedRange<Int64> { from...to }
    package var weeks: Int64 { (to - from + 1) / 7 }

    package static func < (left: Self, right: Self) -> Bool { (left.year, left.number) < (right.year, right.number) }
}

extension FiscalMonth {
    /// Year and number of `2025-04`; nil for any other text.
    package static func parse(_ text: some StringProtocol) -> (year: Int64, number: Int64)? {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[4] == UInt8(ascii: "-"), let year = digits(bytes[..<4]),
            let number = digits(bytes[5...]), year > 0, (1...12).contains(number)
        else { return nil }
        return (year, number)
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
