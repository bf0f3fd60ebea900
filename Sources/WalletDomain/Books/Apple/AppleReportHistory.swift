/// Reports as they came, one after the other: which of them count.
package struct AppleReportHistory: Sendable {
    /// Where a financial report is from, as Apple's API names it.
    package enum Region {
        package static let all = "ZZ"
        package static let allInDetail = "Z1"

        /// Two capital letters or digits.
        package static func isName(_ text: String) -> Bool {
            text.utf8.count == 2
                && text.utf8.allSatisfy { byte in
                    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                }
        }
    }

    /// A report that was taken.
    package struct Kept: Sendable {
        package let number: Int32
        package let kind: AppleReport.Kind
        package let from: Int64
        package let to: Int64
        /// Of financial reports.
        package let month: FiscalMonth?
        package let region: String
        package let importedAt: Instant
        /// The day of that moment in the books' zone, since 1970.
        package let importedDay: Int64
        package let rows: [AppleReport.Row]

        package init(
            number: Int32, kind: AppleReport.Kind, from: Int64, to: Int64, month: FiscalMonth?, region: String,
            importedAt: Instant, importedDay: Int64, rows: [AppleReport.Row]
        ) {
            self.number = number
            self.kind = kind
            self.from = from
            self.to = to
            self.month = month
            self.region = region
            self.importedAt = importedAt
            self.importedDay = importedDay
            self.rows = rows
        }
    }

    /// What each financial report changed, in the order in which they came.
    package private(set) var imports: [AppleSettlement.Import] = []
    private var financial: [FiscalMonth: [String: Kept]] = [:]
    private var sold: [ClosedRange<Int64>: Kept] = [:]
    /// The earliest day that any of them tells of; nil: there is none.
    package private(set) var firstDay: Int64?

    /// - Parameter kept: in the order in which they came.
    package init(_ kept: [Kept]) {
        firstDay = kept.map(\.from).min()
        for report in kept {
            switch report.kind {
            case .sales: sold[report.from...report.to] = report
            case .financial:
                guard let month = report.month else { continue }
                financial[month, default: [:]][report.region] = report
                imports.append(
                    AppleSettlement.Import(
                        id: "settled_\(report.number)", month: month, importedAt: report.importedAt,
                        importedDay: report.importedDay, rows: rows(of: month)))
            }
        }
    }

    /// The newest word on each month.
    package var settled: AppleReconciliation.Settled {
        Dictionary(uniqueKeysWithValues: financial.keys.map { ($0, rows(of: $0)) })
    }

    /// The newest sales report of each span of days.
    package var sales: [AppleReport] {
        sold.values.sorted { $0.from < $1.from }.map {
            AppleReport(kind: .sales, from: $0.from, to: $0.to, rows: $0.rows)
        }
    }

    /// A report of all regions stands for those of single ones.
    private func rows(of month: FiscalMonth) -> [AppleReport.Row] {
        let regions = financial[month] ?? [:]
        let whole = [Region.all, Region.allInDetail].compactMap { regions[$0] }.max { $0.number < $1.number }
        if let whole { return whole.rows }
        return regions.values.sorted { $0.region < $1.region }.flatMap(\.rows)
    }
}
