import Testing
import WalletDomain

@Suite struct AppleReportHistoryTests {
    private func kept(
        _ number: Int32, _ region: String, _ units: Int64, _ month: FiscalMonth
    ) throws -> AppleReportHistory.Kept {
        let group = try AppleYear.group("coins.100", 99)
        let row = AppleReport.Row(
            group: group, units: units, proceedsCurrency: group.customerCurrency, proceeds: 70 * units, type: "IA1")
        return AppleReportHistory.Kept(
            number: number, kind: region.isEmpty ? .sales : .financial, from: month.from, to: month.to,
            month: region.isEmpty ? nil : month, region: region, importedAt: Instant(microseconds: 0),
            importedDay: month.to + Int64(number), rows: [row])
    }

    @Test("the newest report of each region counts, and one of all regions stands for those of single ones")
    func newest() throws {
        let month = try #require(FiscalCalendar().month(year: 2026, number: 4))
        let next = try #require(FiscalCalendar().month(year: 2026, number: 5))
        let regions = AppleReportHistory([
            try kept(1, "US", 1, month), try kept(2, "JP", 10, month), try kept(3, "US", 2, month),
            try kept(4, "US", 100, next),
        ])
        #expect(regions.settled[month]?.map(\.units) == [10, 2] && regions.settled[next]?.map(\.units) == [100])
        #expect(regions.imports.map { $0.rows.map(\.units) } == [[1], [10, 1], [10, 2], [100]])
        #expect(regions.imports.map(\.id) == ["settled_1", "settled_2", "settled_3", "settled_4"])
        let whole = AppleReportHistory([
            try kept(1, "US", 1, month), try kept(2, "ZZ", 5, month), try kept(3, "Z1", 6, month),
            try kept(4, "US", 9, month),
        ])
        #expect(whole.settled[month]?.map(\.units) == [6])
        #expect(whole.imports.map { $0.rows.map(\.units) } == [[1], [5], [6], [6]])
    }

    @Test("the newest sales report of the same days counts")
    func sales() throws {
        let month = try #require(FiscalCalendar().month(year: 2026, number: 4))
        let history = AppleReportHistory([try kept(1, "", 1, month), try kept(2, "", 3, month)])
        #expect(history.sales.map { $0.rows.map(\.units) } == [[3]] && history.imports.isEmpty)
    }

    @Test("a detailed report's lines add up to groups, in an order of their own")
    func summed() throws {
        let report = try ReportSamples.read([
            ReportSamples.financialHeader, ReportSamples.financial("coins.500", "1", "3.49", "3.49", price: "4.99"),
            ReportSamples.financial("coins.100", "1", "0.70", "0.70"),
            ReportSamples.financial("coins.100", "-1", "0.70", "-0.70", "USD", "R"),
            ReportSamples.financial("coins.100", "2", "0.70", "1.40"),
        ])
        #expect(report.summed.map(\.units) == [3, -1, 1])
        #expect(report.summed.map(\.proceeds) == [210, -70, 349])
        let reversed = AppleReport(kind: .financial, from: 0, to: 6, rows: report.rows.reversed())
        #expect(reversed.summed == report.summed)
    }

    @Test(
        "regions are two capital letters or digits",
        arguments: [("US", true), ("Z1", true), ("us", false), ("", false), ("USA", false), ("U-", false)])
    func regions(text: String, isOne: Bool) { #expect(AppleReportHistory.Region.isName(text) == isOne) }
}
