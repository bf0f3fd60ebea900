/// What all wallets' books of a run have in common.
package struct BooksFrame: Sendable {
    package let policy: BooksPolicy
    package let facts: any BooksFacts
    package let calendar: BooksCalendar
    package let days: BooksDays
    /// What happens at or after it is left out: entries, prices, days that have not ended.
    package let end: Instant

    package init(
        policy: BooksPolicy, facts: any BooksFacts, calendar: BooksCalendar, days: BooksDays, end: Instant
    ) {
        self.policy = policy
        self.facts = facts
        self.calendar = calendar
        self.days = days
        self.end = end
    }
}

/// Which day a moment belongs to, in the books' zone.
package struct BooksDays: Sendable {
    private let find: @Sendable (Instant) -> Int64

    /// - Parameter find: days since 1970; asked several times for each entry, so it remembers what it worked out.
    package init(_ find: @escaping @Sendable (Instant) -> Int64) { self.find = find }

    package static let utc = BooksDays { moment in
        let (quotient, rest) = moment.microseconds.quotientAndRemainder(dividingBy: dayMicroseconds)
        return rest < 0 ? quotient - 1 : quotient
    }

    package func day(of moment: Instant) -> Int64 { find(moment) }

    private static let dayMicroseconds: Int64 = 86_400_000_000

    /// The last day of the month of `day`.
    static func endOfMonth(_ day: Int64) -> Int64 {
        let date = CivilDate(daysSince1970: day)
        let (year, month) = date.month == 12 ? (date.year + 1, 1) : (date.year, date.month + 1)
        guard let next = CivilDate(year: year, month: month, day: 1) else { return day }
        return next.daysSince1970 - 1
    }
}
