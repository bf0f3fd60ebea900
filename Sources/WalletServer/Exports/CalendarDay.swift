/// A day of the calendar, no time and no zone: `2026-03-31` (ISO 8601).
package struct CalendarDay: Hashable, Comparable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Four digits write every year.
    private static let years = 1...9999
    /// Years that may be asked for: the journal is younger, and the last day has a next one.
    private static let askedYears = 1970...9998

    private static let monthsDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    /// Nil unless the day exists.
    package init?(year: Int, month: Int, day: Int) {
        guard Self.years.contains(year), (1...12).contains(month) else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = Self.monthsDays[month - 1] + (month == 2 && isLeap ? 1 : 0)
        guard (1...days).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Exactly `YYYY-MM-DD`, 1970 to 9998.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), Self.askedYears.contains(year),
            let month = Self.number(bytes[5..<7]), let day = Self.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}
