import Testing
import WalletDomain

/// Reports made of a generated ledger agree with it; whatever is then changed in them is named.
@Suite struct ReconciliationTests {
    private typealias Row = AppleReport.Row

    @Test("reports that are made of the ledger match it in every group and month", arguments: UInt64(0)..<60)
    func matches(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let year = try AppleYear(&random)
        let reconciliation = AppleReconciliation(ledger: year.ledger, settled: year.settled, sales: year.sales)
        var count = 0
        for (month, rows) in reconciliation.rows {
            for row in rows {
                #expect(row.status == .match, "\(seed) \(month.name) \(row)")
                #expect(row.ledgerUnits == row.settledUnits && row.ledgerUnits == row.salesUnits)
                #expect(row.difference == 0 && row.inTransitUnits == 0 && row.oldestInTransit == nil)
                #expect(row.group.isReturn == (row.ledgerUnits < 0))
            }
            count += rows.count
        }
        #expect(count == year.settled.values.joined().count)
    }

    /// The rows that do not match any more.
    private func faults(_ year: AppleYear) -> [ReconciledRow] {
        AppleReconciliation(ledger: year.ledger, settled: year.settled, sales: year.sales).rows.values.joined()
            .filter { $0.status != .match }
    }

    @Test("one cent of proceeds is a price difference of that group, and nothing else", arguments: [-1, 1])
    func cent(change: Int64) throws {
        var random = SeededRandom(seed: 7)
        var year = try AppleYear(&random)
        let month = year.months[1]
        let changed = try #require(year.change(month) { $0.with(proceeds: $0.proceeds + change) })
        let faults = faults(year)
        #expect(faults.map(\.group) == [changed.group] && faults.map(\.month) == [month])
        #expect(faults.map(\.status) == [.price] && faults.map(\.difference) == [-change])
    }

    @Test("a unit that Apple does not settle is missing there, and stays in transit with its day")
    func missingUnit() throws {
        var random = SeededRandom(seed: 8)
        var year = try AppleYear(&random, daysFromEdge: 10)
        let month = year.months[0]
        let changed = try #require(
            year.change(month) { $0.with(units: $0.units - 1, proceeds: $0.proceeds - $0.proceeds / $0.units) })
        let faults = faults(year).sorted { $0.month < $1.month }
        #expect(Set(faults.map(\.group)) == [changed.group])
        let first = try #require(faults.first)
        #expect(first.month == month && first.status == .missingInApple && first.inTransitUnits == 1)
        let oldest = try #require(first.oldestInTransit)
        #expect(month.days.contains(oldest))
        // It is asked for in each later month too.
        #expect(faults.allSatisfy { $0.status == .missingInApple && $0.inTransitUnits == 1 })
    }

    @Test("a unit that the ledger does not know is missing there, in the month that settles it")
    func strangeUnit() throws {
        var random = SeededRandom(seed: 9)
        var year = try AppleYear(&random, daysFromEdge: 10)
        let month = year.months[2]
        let changed = try #require(
            year.change(month) { $0.with(units: $0.units + 1, proceeds: $0.proceeds + $0.proceeds / $0.units) })
        let faults = faults(year)
        #expect(faults.map(\.group) == [changed.group] && faults.map(\.status) == [.missingInLedger])
        #expect(faults.map(\.strangeUnits) == [1])
        // What nobody expected is no difference of what was expected.
        let booked = try #require(faults.first).booked
        #expect(booked.accrued == booked.proceeds)
    }

    @Test("units at another customer price are named as a price on both sides")
    func customerPrice() throws {
        var random = SeededRandom(seed: 10)
        var year = try AppleYear(&random, daysFromEdge: 10)
        year.sales = []
        let changed = try #require(year.change(year.months[2]) { $0.with(price: $0.group.unitPrice + 1) })
        let faults = faults(year).filter { $0.salesUnits == nil && $0.group.product == changed.group.product }
        let named = faults.filter { $0.status != .timing && $0.group.country == changed.group.country }
        #expect(Set(named.map(\.group.unitPrice)) == [changed.group.unitPrice, changed.group.unitPrice + 1])
        #expect(named.allSatisfy { $0.status == .price })
    }

    @Test("a month that Apple settles with the next one is missing first, then in time")
    func monthShifted() throws {
        var random = SeededRandom(seed: 11)
        var year = try AppleYear(&random, daysFromEdge: 10)
        let rows = year.settled[year.months[0]] ?? []
        year.settled[year.months[0]] = []
        year.settled[year.months[1]] = (year.settled[year.months[1]] ?? []) + rows
        let reconciliation = AppleReconciliation(ledger: year.ledger, settled: year.settled, sales: year.sales)
        for row in reconciliation.rows[year.months[0]] ?? [] {
            #expect(row.status == .missingInApple && row.settledUnits == 0 && row.inTransitUnits == row.ledgerUnits)
        }
        for row in reconciliation.rows[year.months[1]] ?? [] {
            let isNew = rows.contains { $0.group == row.group }
            #expect(row.status == (isNew ? .timing : .match) && row.inTransitUnits == 0 && row.difference == 0)
        }
        #expect((reconciliation.rows[year.months[2]] ?? []).allSatisfy { $0.status == .match })
    }

    @Test("what is sold in a month's last days and settled in the next is timing, on both sides")
    func edge() throws {
        let month = try #require(FiscalCalendar().month(year: 2026, number: 4))
        let next = try #require(FiscalCalendar().month(year: 2026, number: 5))
        let group = try AppleYear.group("coins.100", 99)
        var ledger = AppleLedgerSide { $0.microseconds }
        for (day, units) in [(month.from + 3, 5), (month.to - 1, 2)] as [(Int64, Int64)] {
            ledger.add(
                .init(units: units, accrued: units * 70), on: .init(posting: day, apple: day), to: group)
        }
        func settled(_ units: Int64) -> [Row] {
            [Row(group: group, units: units, proceedsCurrency: group.customerCurrency, proceeds: units * 70, type: "")]
        }
        let rows = AppleReconciliation(ledger: ledger, settled: [month: settled(5), next: settled(2)]).rows
        let first = try #require(rows[month]?.first)
        #expect(first.status == .timing && first.inTransitUnits == 2 && first.oldestInTransit == month.to - 1)
        let second = try #require(rows[next]?.first)
        #expect(second.status == .timing && second.ledgerUnits == 0 && second.settledUnits == 2)
        #expect(second.difference == 0 && second.inTransitUnits == 0)
        let waiting = AppleReconciliation(ledger: ledger, settled: [:], months: [month]).rows[month]?.first
        #expect(waiting?.status == .timing && waiting?.settledUnits == nil && waiting?.inTransitUnits == 7)
    }

    @Test("a sale that Apple dates a day earlier than we do is settled once, and only once")
    func clocks() throws {
        let month = try #require(FiscalCalendar().month(year: 2026, number: 4))
        let next = try #require(FiscalCalendar().month(year: 2026, number: 5))
        let group = try AppleYear.group("coins.100", 99)
        var ledger = AppleLedgerSide { $0.microseconds }
        for day in [month.from + 3, month.to + 1, month.to + 1, next.from + 9] {
            ledger.add(.init(units: 1, accrued: 70), on: .init(posting: day, apple: day), to: group)
        }
        func settled(_ units: Int64) -> [Row] {
            [Row(group: group, units: units, proceedsCurrency: group.customerCurrency, proceeds: units * 70, type: "")]
        }
        let rows = AppleReconciliation(ledger: ledger, settled: [month: settled(2), next: settled(2)]).rows
        for row in [try #require(rows[month]?.first), try #require(rows[next]?.first)] {
            #expect(row.status == .timing && row.difference == 0 && row.inTransitUnits == 0 && row.strangeUnits == 0)
        }
        #expect(rows[month]?.first?.ledgerUnits == 1 && rows[next]?.first?.ledgerUnits == 3)
        // One more than both days have is nobody's.
        let strange = AppleReconciliation(ledger: ledger, settled: [month: settled(4), next: settled(1)]).rows
        #expect(strange[month]?.first?.status == .missingInLedger && strange[month]?.first?.strangeUnits == 1)
    }

    @Test("Apple's sales report with another count than the ledger is named, if the month's edge does not explain it")
    func sales() throws {
        var random = SeededRandom(seed: 12)
        for (change, status) in [(-1, .missingInApple), (1, .missingInLedger)] as [(Int64, ReconciledRow.Status)] {
            var year = try AppleYear(&random, daysFromEdge: 3)
            var rows = year.sales[0].rows
            let row = try #require(rows.first)
            rows[0] = row.with(units: row.units + (row.units < 0 ? -change : change), proceeds: row.proceeds)
            year.sales[0] = AppleReport(kind: .sales, from: year.sales[0].from, to: year.sales[0].to, rows: rows)
            let faults = faults(year)
            #expect(faults.map(\.status) == [status] && faults.map(\.group) == [row.group])
            // A day without a report: nothing is said about the month.
            year.sales[0] = AppleReport(kind: .sales, from: year.sales[0].from + 1, to: year.sales[0].to, rows: rows)
            #expect(self.faults(year).isEmpty)
        }
    }

    @Test("products that are not ours, apps and subscriptions are left out")
    func others() throws {
        let month = try #require(FiscalCalendar().month(year: 2026, number: 4))
        let group = try AppleYear.group("other.app", 99)
        func row(_ type: String) -> Row {
            Row(group: group, units: 1, proceedsCurrency: group.customerCurrency, proceeds: 70, type: type)
        }
        let ledger = AppleLedgerSide { $0.microseconds }
        for type in ["1F", "IAY", "7"] {
            #expect(AppleReconciliation(ledger: ledger, settled: [month: [row(type)]]).rows[month] ?? [] == [])
        }
        #expect(AppleReconciliation(ledger: ledger, settled: [month: [row("IA1")]]).rows[month]?.count == 1)
        let ours = AppleReconciliation(ledger: ledger, settled: [month: [row("IA1")]]) { $0 == "coins.100" }
        #expect(ours.rows[month] ?? [] == [])
    }
}
