/// A period of the books: a month of the calendar, in the books' zone. `2026-10`.
package struct BooksMonth: Hashable, Comparable, Sendable {
    private let first: CivilDate

    /// Years that may be asked for: the last month has a next one.
    private static let years: ClosedRange<Int64> = 1_970...9_998

    /// Nil unless it is written as `YYYY-MM`.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 7, parts.count == 2, parts[0].utf8.count == 4,
            parts.joined().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int64(parts[0]), let month = Int64(parts[1]), Self.years.contains(year),
            let first = CivilDate(year: year, month: month, day: 1)
        else { return nil }
        self.first = first
    }

    /// The month of a day.
    /// - Parameter daysSince1970: of the years that a period may have.
    package init(of daysSince1970: Int64) {
        let date = CivilDate(daysSince1970: daysSince1970)
        self.init(year: date.year, month: date.month)
    }

    private init(year: Int64, month: Int64) {
        guard let first = CivilDate(year: year, month: month, day: 1) else {
            preconditionFailure("every month has a first day")
        }
        self.first = first
    }

    package var next: BooksMonth {
        first.month == 12
            ? BooksMonth(year: first.year + 1, month: 1) : BooksMonth(year: first.year, month: first.month + 1)
    }

    /// Days since 1970.
    package var firstDay: Int64 { first.daysSince1970 }
    package var lastDay: Int64 { next.firstDay - 1 }
    package var period: BooksPeriod { BooksPeriod(from: firstDay, to: lastDay) }

    package var text: String {
        let month = String(first.month)
        let year = String(first.year)
        return String(repeating: "0", count: 4 - year.count) + year + "-" + (first.month < 10 ? "0" : "") + month
    }

    package static func < (left: Self, right: Self) -> Bool { left.firstDay < right.firstDay }
}
