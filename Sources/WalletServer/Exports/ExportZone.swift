internal import Foundation
package import WalletDomain

/// The zone whose days an export counts in. Days begin where the calendar says, not every 24 hours.
///
/// Full Foundation: its Essentials part knows no zones on Linux.
package struct ExportZone: Sendable {
    package let identifier: String
    private let calendar: Calendar

    package static let utc = ExportZone(identifier: "UTC", zone: .gmt)

    private init(identifier: String, zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.identifier = identifier
        self.calendar = calendar
    }

    /// Nil if the zone is unknown, or its data is missing on this machine: never UTC in silence.
    package init?(_ identifier: String) {
        guard let zone = TimeZone(iana: identifier) else { return nil }
        self.init(identifier: identifier, zone: zone)
    }

    /// The first moment of `day`; nil if the zone skipped that day (Samoa had no 30 December 2011).
    package func start(of day: CalendarDay) -> Instant? {
        let noon = DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)
        guard let date = calendar.date(from: noon), self.day(of: date) == day else { return nil }
        return Self.instant(calendar.startOfDay(for: date))
    }

    /// The day that `moment` belongs to, from its first moment to the next day's.
    func interval(around moment: Instant) -> DayInterval? {
        let seconds = TimeInterval(moment.microseconds.quotient(1_000_000))
        let date = Date(timeIntervalSince1970: seconds)
        guard let day = day(of: date), let interval = calendar.dateInterval(of: .day, for: date) else { return nil }
        return DayInterval(day: day, from: Self.instant(interval.start), to: Self.instant(interval.end))
    }

    private func day(of date: Date) -> CalendarDay? {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    /// Days begin on whole seconds, which a `Date` holds exactly.
    private static func instant(_ date: Date) -> Instant {
        Instant(microseconds: Int64(date.timeIntervalSince1970) * 1_000_000)
    }
}

/// One day of a zone: `from` included, `to` not.
struct DayInterval: Sendable {
    let day: CalendarDay
    let from: Instant
    let to: Instant

    func contains(_ moment: Instant) -> Bool { from <= moment && moment < to }
}

extension Int64 {
    /// Rounded down, also below zero.
    func quotient(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
