internal import WalletDomain
internal import WalletLedger

/// Which days a report is about, as the address says: whole days of the shop's zone, both ends included.
struct ReportPeriod: Sendable {
    let environment: StoreEnvironment
    let days: [CalendarDay]
    let range: ReportRange

    static let parameters = ["from", "to", "environment"]

    /// Without days, the last thirty up to today.
    init(_ query: Query, _ visit: Visit) throws(Problem) {
        environment = try query.environment() ?? .production
        let today = try Self.day(of: visit.now, visit.zone)
        let to = try Self.day(query["to"], "to") ?? today
        let from = try Self.day(query["from"], "from") ?? to.adding(days: 1 - ConsoleLimits.reportDaysDefault)
        guard let from, from <= to else { throw .malformed("from") }
        var days: [CalendarDay] = []
        var bounds: [Instant] = []
        var day: CalendarDay? = from
        while let current = day, current <= to {
            guard days.count < ConsoleLimits.reportDaysMax else { throw .malformed("from") }
            // A day that the zone skipped is none.
            if let start = visit.zone.days.start(of: current) {
                days.append(current)
                bounds.append(start)
            }
            day = current.adding(days: 1)
        }
        guard let last = bounds.last, let end = visit.zone.days.interval(around: last)?.to,
            let range = ReportRange(environment: environment, bounds: bounds + [end])
        else { throw .malformed("from") }
        self.days = days
        self.range = range
    }

    private static func day(_ text: String?, _ name: String) throws(Problem) -> CalendarDay? {
        guard let text, !text.isEmpty else { return nil }
        guard let day = CalendarDay(text) else { throw .malformed(name) }
        return day
    }

    private static func day(of moment: Instant, _ zone: ConsoleZone) throws(Problem) -> CalendarDay {
        // A clock far outside of the calendar: nobody's fault here.
        guard let day = zone.days.interval(around: moment)?.day else { throw Problem(code: .internalError) }
        return day
    }

    var from: CalendarDay { days[0] }
    var to: CalendarDay { days[days.count - 1] }

    /// The same as an address says it.
    var query: [(String, String?)] {
        [("from", from.text), ("to", to.text), ("environment", environment.rawValue)]
    }
}

extension CalendarDay {
    var text: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
    }

    /// Nil outside of the years that may be asked for.
    func adding(days: Int) -> CalendarDay? {
        guard let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day)) else { return nil }
        let shifted = CivilDate(daysSince1970: date.daysSince1970 + Int64(days))
        return CalendarDay(year: Int(shifted.year), month: Int(shifted.month), day: Int(shifted.day))
    }
}
