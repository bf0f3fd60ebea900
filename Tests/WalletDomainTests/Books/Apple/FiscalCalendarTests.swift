import Testing
import WalletDomain

@Suite struct FiscalCalendarTests {
    private let calendar = FiscalCalendar()

    private func day(_ year: Int64, _ month: Int64, _ day: Int64) throws -> Int64 {
        try #require(CivilDate(year: year, month: month, day: day)).daysSince1970
    }

    @Test("January 2025 is 29 December 2024 to 1 February 2025, as Apple published it")
    func january() throws {
        let month = try #require(calendar.month(of: try day(2025, 1, 15)))
        #expect(month.name == "2025-04" && month.weeks == 5)
        #expect(month.days == (try day(2024, 12, 29))...(try day(2025, 2, 1)))
        #expect(calendar.month(from: month.from, to: month.to) == month)
        #expect(calendar.month(from: month.from, to: month.to - 7) == nil)
    }

    @Test(
        "years of 53 weeks are those of Apple's annual reports, and their first quarter ends as it did",
        arguments: [(2012, 2011, 12, 31), (2017, 2016, 12, 31), (2023, 2022, 12, 31), (2022, 2021, 12, 25)]
            as [(Int64, Int64, Int64, Int64)])
    func firstQuarters(year: Int64, endYear: Int64, endMonth: Int64, endDay: Int64) throws {
        let december = try #require(calendar.month(year: year, number: 3))
        #expect(december.to == (try day(endYear, endMonth, endDay)))
        let months = try (1...12).map { try #require(calendar.month(year: year, number: $0)) }
        #expect(months.reduce(0) { $0 + $1.weeks } == (year == 2022 ? 52 : 53))
    }

    @Test("from 2008 to 2060 no day is missing or in two months, and years end on the last Saturday of September")
    func properties() throws {
        var next: Int64?
        for year in Int64(2_008)...2_060 {
            var weeks: Int64 = 0
            for number in Int64(1)...12 {
                let month = try #require(calendar.month(year: year, number: number))
                #expect(next == nil || month.from == next)
                #expect(month.from % 7 == 3 && month.to % 7 == 2, "Sunday to Saturday")
                #expect([4, 5].contains(month.weeks))
                for day in [month.from, month.to] { #expect(calendar.month(of: day) == month) }
                weeks += month.weeks
                next = month.to + 1
            }
            #expect(weeks == 52 || weeks == 53)
            let last = CivilDate(daysSince1970: try #require(next) - 1)
            #expect(last.year == year && last.month == 9 && (24...30).contains(last.day))
        }
        #expect(calendar.month(of: try day(2007, 9, 29)) == nil)
        #expect(calendar.month(of: try day(2100, 12, 1)) == nil)
    }

    @Test("an accountant's rows of a year replace the rule's, if no day is lost or doubled by them")
    func corrections() throws {
        let rule = try (1...12).map { try #require(calendar.month(year: 2026, number: $0)) }
        var starts = rule.map(\.from)
        starts[1] -= 7
        let lastDay = try #require(rule.last).to
        let corrected = try FiscalCalendar([.init(year: 2026, starts: starts, lastDay: lastDay)])
        #expect(corrected.month(of: rule[1].from - 1)?.name == "2026-02")
        #expect(calendar.month(of: rule[1].from - 1)?.name == "2026-01")
        #expect(corrected.month(year: 2027, number: 1) == calendar.month(year: 2027, number: 1))
        #expect(throws: FiscalCalendar.Refusal.doesNotFit(2026)) {
            try FiscalCalendar([.init(year: 2026, starts: starts, lastDay: lastDay + 7)])
        }
        #expect(throws: FiscalCalendar.Refusal.doesNotFit(2026)) {
            try FiscalCalendar([.init(year: 2026, starts: [starts[0] + 7] + starts.dropFirst(), lastDay: lastDay)])
        }
        starts[3] += 1
        #expect(throws: FiscalCalendar.Refusal.notWeeks(2026)) {
            try FiscalCalendar([.init(year: 2026, starts: starts, lastDay: lastDay)])
        }
        #expect(throws: FiscalCalendar.Refusal.notWeeks(2026)) {
            try FiscalCalendar([.init(year: 2026, starts: [], lastDay: lastDay)])
        }
        #expect(throws: FiscalCalendar.Refusal.unknownYear(1999)) {
            try FiscalCalendar([.init(year: 1999, starts: [], lastDay: 0)])
        }
    }

    @Test(
        "months are named as Apple's API does, and nothing else is a month",
        arguments: [
            ("2025-04", true), ("2025-12", true), ("2025-13", false), ("2025-00", false), ("2025-4", false),
            ("25-04", false), ("2025/04", false), ("2025-0x", false), ("+025-04", false), ("", false),
        ])
    func names(text: String, isOne: Bool) { #expect((FiscalMonth.parse(text) != nil) == isOne) }
}
