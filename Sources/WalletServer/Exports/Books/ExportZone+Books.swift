internal import Synchronization
package import WalletDomain

extension ExportZone {
    /// The days that the books count in. It remembers each day that it has worked out.
    package var booksDays: BooksDays {
        let known = KnownDays(self)
        return BooksDays { known.day(of: $0) }
    }
}

/// Days by the UTC day in which they were asked for: a zone's day meets two of these, so each keeps the newest.
private final class KnownDays: Sendable {
    private let zone: ExportZone
    private let days = Mutex<[Int64: (from: Instant, to: Instant, number: Int64)]>([:])

    private static let microsecondsPerDay: Int64 = 86_400_000_000
    /// Nearly three hundred years; then it begins anew.
    private static let daysMax = 100_000

    init(_ zone: ExportZone) { self.zone = zone }

    func day(of moment: Instant) -> Int64 {
        let place = moment.microseconds.quotient(Self.microsecondsPerDay)
        return days.withLock { days in
            if let day = days[place], day.from <= moment, moment < day.to { return day.number }
            // Years that no calendar writes with four digits: no entry has one.
            guard let found = zone.interval(around: moment),
                let date = CivilDate(
                    year: Int64(found.day.year), month: Int64(found.day.month), day: Int64(found.day.day))
            else { return place }
            if days.count >= Self.daysMax { days.removeAll() }
            days[place] = (found.from, found.to, date.daysSince1970)
            return date.daysSince1970
        }
    }
}
