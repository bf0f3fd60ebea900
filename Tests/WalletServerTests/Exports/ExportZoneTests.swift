import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Cases E-1 and E-2: whose midnight ends a day.
@Suite struct ExportZoneTests {
    private static let hourMs: Int64 = 3_600_000

    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private static func period(_ from: String, _ to: String, _ zone: String) throws -> ExportPeriod {
        try ExportPeriod(from: day(from), to: day(to), zone: #require(ExportZone(zone)))
    }

    @Test("E-1: 15:59:59.999 UTC is 31 March in Shanghai and 16:00 is 1 April, in the lines as in the period")
    func shanghai() throws {
        let last = Instant(milliseconds: 1_774_972_799_999)
        let first = Instant(milliseconds: 1_774_972_800_000)
        let march = try Self.period("2026-03-31", "2026-04-01", "Asia/Shanghai")
        let april = try Self.period("2026-04-01", "2026-04-02", "Asia/Shanghai")
        #expect(march.to == first && april.from == first)
        #expect(march.from <= last && last < march.to)
        var rows = [ExportSamples.spend(), ExportSamples.spend()]
        rows[0].at = last
        rows[1].at = first
        let records = try ExportSamples.records(rows, zone: march.zone)
        #expect(records.map { $0["local_date"] } == ["2026-03-31", "2026-04-01"])
        #expect(records.map { $0["at"] } == ["2026-03-31T15:59:59.999000Z", "2026-03-31T16:00:00.000000Z"])
    }

    @Test(
        "A zone that is unknown or means several is refused, never taken for UTC",
        arguments: [
            "Mars/Base", "", "CST", "PST", "utc", "../etc/passwd", "Europe/", "/Paris", "GMT+3", "asia/shanghai",
        ])
    func refused(name: String) { #expect(ExportZone(name) == nil) }

    @Test(
        "Zones of the database and UTC are known", arguments: ["UTC", "Asia/Kolkata", "America/Argentina/Buenos_Aires"])
    func known(name: String) { #expect(ExportZone(name)?.identifier == name) }

    static let parisDays: [(String, String, Int64)] = [
        ("2026-03-28", "2026-03-29", 48), ("2026-03-29", "2026-03-30", 46), ("2026-03-30", "2026-03-31", 48),
        ("2026-10-24", "2026-10-25", 48), ("2026-10-25", "2026-10-26", 50), ("2026-10-26", "2026-10-27", 48),
    ]

    @Test("E-2: days of 23 and 25 hours have their half hours, no other", arguments: parisDays)
    func paris(from: String, to: String, halfHours: Int64) throws {
        let period = try Self.period(from, to, "Europe/Paris")
        #expect(period.to.milliseconds - period.from.milliseconds == halfHours * Self.hourMs / 2)
        // Each posting of the half hours belongs to this day by its line as well.
        var rows: [JournalRow] = []
        for number in 0..<halfHours {
            var row = ExportSamples.spend(sequence: number + 1)
            row.at = period.from.adding(milliseconds: number * Self.hourMs / 2)
            rows.append(row)
        }
        let records = try ExportSamples.records(rows, zone: period.zone)
        #expect(records.allSatisfy { $0["local_date"] == from })
    }

    @Test(
        "E-2: days side by side make the span", arguments: [("2026-03-26", "2026-04-01"), ("2026-10-22", "2026-10-28")])
    func span(from: String, to: String) throws {
        let zone = try #require(ExportZone("Europe/Paris"))
        let whole = try Self.period(from, to, "Europe/Paris")
        var day = try Self.day(from)
        var reached = whole.from
        while day < (try Self.day(to)) {
            #expect(zone.start(of: day) == reached)
            let next = try #require(
                CalendarDay(year: day.year, month: day.month, day: day.day + 1)
                    ?? CalendarDay(year: day.year, month: day.month + 1, day: 1))
            reached = try #require(zone.start(of: next))
            day = next
        }
        #expect(reached == whole.to)
    }

    @Test(
        "A day begins where the clock says, also where midnight is skipped",
        arguments: [
            ("America/Havana", "2026-03-08", 1_772_946_000), ("Asia/Beirut", "2026-03-29", 1_774_735_200),
            ("UTC", "2026-01-01", 1_767_225_600), ("Asia/Kathmandu", "2026-01-01", 1_767_204_900),
        ] as [(String, String, Int64)])
    func starts(zone: String, day: String, seconds: Int64) throws {
        let zone = try #require(ExportZone(zone))
        #expect(zone.start(of: try Self.day(day)) == Instant(milliseconds: seconds * 1_000))
    }

    @Test("A day that a zone skipped is refused, and so is a period that ends before it begins")
    func refusedPeriods() throws {
        #expect(throws: ExportError.noSuchDay) { try Self.period("2011-12-30", "2012-01-01", "Pacific/Apia") }
        #expect(throws: ExportError.emptyPeriod) { try Self.period("2026-01-02", "2026-01-02", "UTC") }
        #expect(throws: ExportError.emptyPeriod) { try Self.period("2026-01-02", "2026-01-01", "UTC") }
    }

    @Test(
        "Days are read strictly",
        arguments: [
            ("2026-03-31", true), ("2024-02-29", true), ("2000-02-29", true), ("1970-01-01", true),
            ("9998-12-31", true), ("2026-02-29", false), ("2100-02-29", false), ("2026-13-01", false),
            ("2026-00-01", false), ("2026-04-31", false), ("2026-04-00", false), ("2026-4-01", false),
            ("2026-04-1", false), ("26-04-01", false), ("2026/04/01", false), ("2026-04-01 ", false),
            ("+026-04-01", false), ("2026-04-0１", false), ("1969-12-31", false), ("9999-01-01", false), ("", false),
        ])
    func days(text: String, isDay: Bool) { #expect((CalendarDay(text) != nil) == isDay) }
}
