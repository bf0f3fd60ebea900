/// Apple's fiscal calendar: a table that is filled by the rule, whose years an accountant can correct.
///
/// The rule: a year ends on the last Saturday of September; each of its quarters has months of five, four and four
/// weeks; where the year has 53 weeks, the last month of the first quarter has five. So January 2025 is 29 December
/// 2024 to 1 February 2025, and the year 2023 had 53 weeks. Source: Apple's fiscal calendar for financial reports;
/// its annual reports (53 weeks: 2012, 2017, 2023).
package struct FiscalCalendar: Sendable {
    /// Years that the rule is trusted for, and that may be corrected.
    package static let years: ClosedRange<Int64> = 2_008...2_100

    /// A year whose months an accountant has corrected.
    package struct Correction: Hashable, Sendable {
        package let year: Int64
        /// First days of the twelve months, and the last day of the last one; since 1970.
        package let starts: [Int64]
        package let lastDay: Int64

        package init(year: Int64, starts: [Int64], lastDay: Int64) {
            self.year = year
            self.starts = starts
            self.lastDay = lastDay
        }
    }

    /// Why a corrected year cannot stand.
    package enum Refusal: Error, Equatable, Sendable {
        case unknownYear(Int64)
        /// Corrected twice.
        case yearTwice(Int64)
        /// Not twelve months of whole weeks, Sunday to Saturday, one after the other.
        case notWeeks(Int64)
        /// Days that no month or two months would have: the year beside it must be corrected with it.
        case doesNotFit(Int64)
    }

    private let months: [FiscalMonth]

    package init() { months = Self.years.flatMap(Self.byRule) }

    package init(_ corrections: [Correction]) throws(Refusal) {
        var corrected: [Int64: [FiscalMonth]] = [:]
        for correction in corrections {
            guard Self.years.contains(correction.year) else { throw .unknownYear(correction.year) }
            guard corrected[correction.year] == nil else { throw .yearTwice(correction.year) }
            corrected[correction.year] = try Self.checked(correction)
        }
        var months: [FiscalMonth] = []
        for year in Self.years {
            let next = corrected[year] ?? Self.byRule(year)
            if let last = months.last, let first = next.first, last.to + 1 != first.from {
                throw .doesNotFit(corrected[year] == nil ? year - 1 : year)
            }
            months += next
        }
        self.months = months
    }

    /// Nil: before or after all years.
    package func month(of day: Int64) -> FiscalMonth? {
        var (low, high) = (0, months.count)
        while low < high {
            let middle = (low + high) / 2
            if months[middle].to < day { low = middle + 1 } else { high = middle }
        }
        return low < months.count && months[low].days.contains(day) ? months[low] : nil
    }

    package func month(year: Int64, number: Int64) -> FiscalMonth? {
        guard Self.years.contains(year), (1...12).contains(number) else { return nil }
        return months[Int((year - Self.years.lowerBound) * 12 + number - 1)]
    }

    /// The month with these very days.
    package func month(from: Int64, to: Int64) -> FiscalMonth? {
        month(of: from).flatMap { $0.from == from && $0.to == to ? $0 : nil }
    }
}

extension FiscalCalendar {
    private static let weeksByMonth: [Int64] = [5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4]
    private static let longWeeks: Int64 = 53
    /// December, the last month of the first quarter.
    private static let longMonth = 2

    private static func byRule(_ year: Int64) -> [FiscalMonth] {
        var start = lastSaturdayOfSeptember(year - 1) + 1
        let weeks = (lastSaturdayOfSeptember(year) - start + 1) / 7
        return weeksByMonth.enumerated().map { index, usual in
            let length = usual + (weeks == longWeeks && index == longMonth ? 1 : 0)
            defer { start += length * 7 }
            return FiscalMonth(year: year, number: Int64(index) + 1, from: start, to: start + length * 7 - 1)
        }
    }

    private static func lastSaturdayOfSeptember(_ year: Int64) -> Int64 {
        guard let last = CivilDate(year: year, month: 9, day: 30)?.daysSince1970 else {
            preconditionFailure("every year has a 30th of September")
        }
        return last - daysAfterSaturday(last)
    }

    /// 0 for a Saturday, 1 for a Sunday: 1 January 1970 was a Thursday.
    private static func daysAfterSaturday(_ day: Int64) -> Int64 { ((day + 5) % 7 + 7) % 7 }

    private static func checked(_ correction: Correction) throws(Refusal) -> [FiscalMonth] {
        let bounds = correction.starts + [correction.lastDay + 1]
        guard bounds.count == 13, bounds.allSatisfy({ daysAfterSaturday($0) == 1 }),
            zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw .notWeeks(correction.year) }
        return zip(bounds, bounds.dropFirst()).enumerated().map { index, pair in
            FiscalMonth(year: correction.year, number: Int64(index) + 1, from: pair.0, to: pair.1 - 1)
        }
    }
}
