import Testing
import WalletDomain

@Suite struct AppleSettlementTests {
    private let calendar = FiscalCalendar()

    private func month(_ number: Int64) throws -> FiscalMonth {
        try #require(calendar.month(year: 2026, number: number))
    }

    private static func moment(_ day: Int64) -> Instant { Instant(microseconds: day * 86_400_000_000) }

    private static func step(
        _ id: String, _ month: FiscalMonth, on day: Int64, _ rows: [AppleReport.Row]
    ) -> AppleSettlement.Import {
        AppleSettlement.Import(id: id, month: month, importedAt: moment(day), importedDay: day, rows: rows)
    }

    private func figures(_ entry: BookEntry) -> [String: Int64] {
        Dictionary(
            uniqueKeysWithValues: entry.figures.map { ("\($0.key.account.rawValue) \($0.key.unit.code)", $0.value) })
    }

    @Test("Apple settles a cent more than expected, then pays with tax withheld: the worked example V15")
    func workedExample() throws {
        let (dollar, yen) = (try #require(Currency("USD")), try #require(Currency("JPY")))
        let july = try month(10)
        let dollars = AppleReport.Group(
            product: "coins.100", country: "US", customerCurrency: dollar, unitPrice: 99, isReturn: false)
        let yens = AppleReport.Group(
            product: "coins.1000", country: "JP", customerCurrency: yen, unitPrice: 2_700, isReturn: false)
        var ledger = AppleLedgerSide { $0.microseconds }
        let day = try #require(CivilDate(year: 2026, month: 7, day: 1)).daysSince1970
        ledger.add(.init(units: 1, accrued: 69), on: .init(posting: day, apple: day), to: dollars)
        ledger.add(.init(units: 1, accrued: 1_890), on: .init(posting: day + 1, apple: day + 1), to: yens)
        let period = ("06/28/2026", "08/01/2026")
        let report = try ReportSamples.read([
            ReportSamples.financialHeader,
            ReportSamples.financial("coins.100", "1", "0.70", "0.70", period: period),
            ReportSamples.financial(
                "coins.1000", "1", "1890.00", "1890.00", "JPY", country: "JP", price: "2700.00", period: period),
        ])
        #expect(calendar.month(from: report.from, to: report.to) == july)
        let rows = AppleReconciliation(ledger: ledger, settled: [july: report.rows]).rows[july] ?? []
        #expect(rows.map(\.status) == [.price, .match] && rows.map(\.difference) == [-1, 0])
        let step = Self.step("settled_1", july, on: july.to + 6, report.rows)
        let entries = AppleSettlement.entries([step], ledger: ledger, calendar: SettlementCalendar())
        #expect(entries.map(\.postingDay) == [july.to] && entries.map(\.day) == [july.to])
        let settled = try #require(entries.first?.entry)
        #expect(settled.kind == .settled && settled.isBalanced)
        #expect(
            figures(settled) == [
                "1100 JPY": -1_890, "1110 JPY": 1_890, "1100 USD": -69, "1110 USD": 70, "5120 USD": -1,
            ])
        let paid = Settlement.paid(
            dollar, 1_297,
            clearing: [.init(currency: dollar, amount: 70), .init(currency: yen, amount: 1_890, withheld: 30)])
        #expect(
            figures(paid) == [
                "1110 JPY": -1_890, "1190 JPY": 1_860, "1300 JPY": 30, "1010 USD": 1_297, "1110 USD": -70,
                "1190 USD": -1_227,
            ])
    }

    @Test("what is settled and what it differs by are what was expected, for whatever reports say", arguments: 0..<40)
    func equation(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var year = try AppleYear(&random)
        for month in year.months {
            for _ in 0..<5 {
                year.settled[month]?.shuffle(using: &random)
                _ = year.change(month) { $0.with(proceeds: $0.proceeds + Int64.random(in: -1...3, using: &random)) }
            }
        }
        let imports = year.months.map { month in
            Self.step(month.name, month, on: month.to + 30, year.settled[month] ?? [])
        }
        let entries = AppleSettlement.entries(imports, ledger: year.ledger, calendar: SettlementCalendar())
        #expect(entries.map(\.postingDay) == year.months.map(\.to))
        var sums: [String: Int64] = [:]
        for entry in entries {
            #expect(entry.entry.isBalanced)
            let figures = figures(entry.entry)
            sums.merge(figures, uniquingKeysWith: +)
            for (place, accrued) in figures where place.hasPrefix("1100") {
                let code = place.suffix(3)
                #expect((figures["1110 \(code)"] ?? 0) + (figures["5120 \(code)"] ?? 0) == -accrued)
            }
        }
        // All was settled, so nothing is expected any more.
        var expected: [String: Int64] = [:]
        for (group, days) in year.ledger.groups {
            let sum = days.values.reduce(0) { $0 + $1.accrued }
            expected[group.customerCurrency.code, default: 0] += group.isReturn ? -sum : sum
        }
        for (code, sum) in expected { #expect(sums["1100 \(code)"] == -sum) }
    }

    @Test("a newer report posts the difference on a day of its own; the same one posts nothing")
    func newerReport() throws {
        var random = SeededRandom(seed: 3)
        var year = try AppleYear(&random)
        let month = year.months[0]
        let old = year.settled[month] ?? []
        _ = year.change(month) { $0.with(proceeds: $0.proceeds + 5) }
        func step(_ id: String, _ rows: [AppleReport.Row]) -> AppleSettlement.Import {
            Self.step(id, month, on: month.to + 40, rows)
        }
        let steps = [step("1", old), step("2", old), step("3", year.settled[month] ?? [])]
        let entries = AppleSettlement.entries(steps, ledger: year.ledger, calendar: SettlementCalendar())
        #expect(entries.map(\.id) == ["1", "3"])
        let second = try #require(entries.last)
        #expect(Set(second.entry.figures.values) == [5, -5] && second.entry.figures.count == 2)
    }

    @Test("what came before a close stays in its period for ever, what came later is posted on the day it came")
    func closes() throws {
        var random = SeededRandom(seed: 4)
        var year = try AppleYear(&random)
        let month = year.months[0]
        let old = year.settled[month] ?? []
        _ = year.change(month) { $0.with(proceeds: $0.proceeds + 5) }
        let steps = [
            Self.step("1", month, on: month.to + 7, old),
            Self.step("2", month, on: month.to + 40, year.settled[month] ?? []),
        ]
        func days(closedOn day: Int64, through last: Int64) -> [Int64] {
            let close = SettlementCalendar.Close(lastDay: last, closedAt: Self.moment(day))
            return AppleSettlement.entries(steps, ledger: year.ledger, calendar: SettlementCalendar([close]))
                .map(\.postingDay)
        }
        #expect(days(closedOn: month.to + 50, through: month.to) == [month.to, month.to])
        #expect(days(closedOn: month.to + 20, through: month.to) == [month.to, month.to + 40])
        #expect(days(closedOn: month.to + 1, through: month.to) == [month.to + 7, month.to + 40])
        #expect(days(closedOn: month.to + 39, through: month.to + 60) == [month.to, month.to + 61])
    }

    @Test("a sale that the ledger learns of late takes the place of what was settled without it")
    func lateSale() throws {
        let (april, may) = (try month(4), try month(5))
        let group = try AppleYear.group("coins.100", 99)
        func rows(_ units: Int64) -> [AppleReport.Row] {
            let currency = group.customerCurrency
            return [.init(group: group, units: units, proceedsCurrency: currency, proceeds: 70 * units, type: "")]
        }
        var ledger = AppleLedgerSide { $0.microseconds }
        ledger.add(
            .init(units: 1, accrued: 69), on: .init(posting: april.to + 20, apple: april.from + 9), to: group)
        let imports = [
            Self.step("a", april, on: april.to, rows(1)),
            Self.step("b", may, on: may.to, []),
        ]
        let entries = AppleSettlement.entries(imports, ledger: ledger, calendar: SettlementCalendar())
        let posted = entries.map { figures($0.entry) }
        #expect(posted == [["1100 USD": -70, "1110 USD": 70], ["1100 USD": 1, "5120 USD": -1]])
    }

    @Test("proceeds in another currency than the customer's have both legs in the exchange account")
    func otherCurrency() throws {
        let (dollar, krone) = (try #require(Currency("USD")), try #require(Currency("ISK")))
        let entry = Settlement.settled([.init(currency: krone, accrued: 700, proceeds: 5, paidIn: dollar)])
        #expect(entry.isBalanced)
        #expect(figures(entry) == ["1100 ISK": -700, "1190 ISK": 700, "1110 USD": 5, "1190 USD": -5])
    }
}
