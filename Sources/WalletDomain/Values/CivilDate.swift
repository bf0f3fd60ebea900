/// A day of the proleptic Gregorian calendar, years 1 … 9999.
package struct CivilDate: Hashable, Sendable {
    package let year: Int64
    /// 1 … 12.
    package let month: Int64
    /// 1 … 31.
    package let day: Int64

    /// Nil for a day that the calendar does not have.
    package init?(year: Int64, month: Int64, day: Int64) {
        guard (1...9_999).contains(year), (1...12).contains(month),
            (1...Self.daysOf(month: month, year: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameter daysSince1970: a day of the years 1 … 9999.
    package init(daysSince1970: Int64) {
        var rest = daysSince1970 + Self.daysBefore(year: 1_970)
        // A first guess that is never too late; at most one year too early.
        var year = max(1, rest * 400 / 146_097)
        while Self.daysBefore(year: year + 1) <= rest { year += 1 }
        rest -= Self.daysBefore(year: year)
        var month: Int64 = 1
        while rest >= Self.daysOf(month: month, year: year) {
            rest -= Self.daysOf(month: month, year: year)
            month += 1
        }
        self.year = year
        self.month = month
        day = rest + 1
    }

    package var daysSince1970: Int64 {
        let months = (1..<month).reduce(Int64(0)) { $0 + Self.daysOf(month: $1, year: year) }
        return Self.daysBefore(year: year) - Self.daysBefore(year: 1_970) + months + day - 1
    }

    /// Days from 0001-01-01 to the first of January of `year`.
    private static func daysBefore(year: Int64) -> Int64 {
        let past = year - 1
        return past * 365 + past / 4 - past / 100 + past / 400
    }

    private static func daysOf(month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }
}
