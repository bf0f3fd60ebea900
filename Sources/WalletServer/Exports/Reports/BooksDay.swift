internal import WalletDomain

/// Days of the books as text: `2026-03-31` (ISO 8601).
package enum BooksDay {
    /// - Parameter day: days since 1970.
    package static func text(_ day: Int64) -> String {
        let date = CivilDate(daysSince1970: day)
        return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
    }

    /// Exactly `YYYY-MM-DD`, 1970 to 9998; nil: no such day.
    package static func parse(_ text: String) -> Int64? {
        CalendarDay(text).flatMap {
            CivilDate(year: Int64($0.year), month: Int64($0.month), day: Int64($0.day))?.daysSince1970
        }
    }

    /// 9998-12-31.
    static let last: Int64 = 2_932_531

    static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// Whole months from one day to another; 0 if it is earlier.
    static func months(from first: Int64, to last: Int64) -> Int64 {
        let (start, end) = (CivilDate(daysSince1970: first), CivilDate(daysSince1970: last))
        let months = (end.year - start.year) * 12 + end.month - start.month
        return max(0, end.day < start.day ? months - 1 : months)
    }
}
