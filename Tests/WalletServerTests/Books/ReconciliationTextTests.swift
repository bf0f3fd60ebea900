import Testing
import WalletDomain
import WalletServer

/// R12 as text: the columns of the report, numbers bare, what nobody said empty.
@Suite struct ReconciliationTextTests {
    private func rows() throws -> [ReconciledRow] {
        let month = try #require(FiscalCalendar().month(year: 2025, number: 4))
        let dollar = try #require(Currency("USD"))
        var ledger = AppleLedgerSide { $0.microseconds }
        var settled: [AppleReport.Row] = []
        for isReturn in [false, true] {
            let group = AppleReport.Group(
                product: "=coins.100", country: "US", customerCurrency: dollar, unitPrice: 99, isReturn: isReturn)
            let sign: Int64 = isReturn ? -1 : 1
            ledger.add(
                .init(units: 3, accrued: 207), on: .init(posting: month.from + 20, apple: month.from + 10), to: group)
            settled.append(
                .init(group: group, units: sign * 2, proceedsCurrency: dollar, proceeds: sign * 140, type: "IA1"))
        }
        return AppleReconciliation(ledger: ledger, settled: [month: settled]).rows[month] ?? []
    }

    @Test("as CSV")
    func csv() throws {
        let records = try StrictCSV.read(ReconciliationText.csv(rows()))
        #expect(records.first == ReconciliationText.columns)
        #expect(
            records.dropFirst().map { $0.joined(separator: "|") } == [
                "=coins.100|US|USD|99|S|3||2|1|2025-01-08|138|140|-2|USD|2025-04|missing_in_apple",
                "=coins.100|US|USD|99|R|-3||-2|-1|2025-01-08|-138|-140|2|USD|2025-04|missing_in_apple",
            ])
        let guarded = try StrictCSV.read(Array(ReconciliationText.csv(rows(), .spreadsheet).dropFirst(3)))
        #expect(guarded.dropFirst().allSatisfy { $0[0] == "'=coins.100" && ($0[5] == "3" || $0[5] == "-3") })
    }

    @Test("as JSON Lines")
    func jsonLines() throws {
        let lines = ReconciliationText.jsonLines(try rows()).split(separator: UInt8(ascii: "\n"))
        let objects = try lines.map { try JSONObject(parsing: Array($0)) }
        #expect(objects.map { $0.members.map(\.name) } == [ReconciliationText.columns, ReconciliationText.columns])
        #expect(try objects.map { try $0.integer("difference") } == [-2, 2])
        #expect(objects.allSatisfy { $0["sales_units"] == .null })
    }
}
