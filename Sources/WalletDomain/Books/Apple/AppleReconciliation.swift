/// Compares what the ledger sold with what Apple says that it sold and what it settled, group by group.
///
/// Apple gives no transaction to join by (decision 0044): units are counted, and what was sold first is settled first.
package struct AppleReconciliation: Sendable {
    /// Newest rows of the financial reports of a month, of all regions.
    package typealias Settled = [FiscalMonth: [AppleReport.Row]]

    package let rows: [FiscalMonth: [ReconciledRow]]

    /// - Parameters:
    ///   - sales: the sales reports, none of whose days overlap.
    ///   - months: those to compare beside the settled ones: for what waits for its first report.
    ///   - postedThrough: entries of the ledger that are posted later are left out.
    ///   - isOurs: whether a product may be one of ours.
    package init(
        ledger: AppleLedgerSide, settled: Settled, sales: [AppleReport] = [], months: [FiscalMonth] = [],
        postedThrough: Int64 = .max, isOurs: @Sendable (String) -> Bool = { _ in true }
    ) {
        let all = Set(settled.keys).union(months).sorted()
        var rows: [FiscalMonth: [ReconciledRow]] = [:]
        guard let first = all.first else {
            self.rows = rows
            return
        }
        let settledGroups = settled.mapValues { rows in
            Dictionary(grouping: rows.filter { $0.mayBeCoins && isOurs($0.group.product) }, by: \.group)
        }
        let sold = SalesByMonth(sales, all, isOurs)
        var groups = Set(ledger.groups.keys)
        for month in settledGroups.values { groups.formUnion(month.keys) }
        for month in sold.months.values { groups.formUnion(month.keys) }
        for group in groups {
            let days = ledger.groups[group] ?? [:]
            var matcher = GroupMatcher(
                group, days, TransitQueue(days, first: first.from, postedThrough: postedThrough), postedThrough)
            for month in all {
                let settledRows = settledGroups[month].map { $0[group] ?? [] }
                rows[month, default: []] += matcher.match(month, settledRows, sold: sold.units(group, month))
            }
        }
        self.rows = rows.mapValues { PriceShift.named($0).sorted(by: Self.isBefore) }
    }

    private static func isBefore(_ left: ReconciledRow, _ right: ReconciledRow) -> Bool {
        func key(_ row: ReconciledRow) -> (String, String, String, Int64) {
            (row.group.product, row.group.country, row.group.customerCurrency.code, row.group.unitPrice)
        }
        func last(_ row: ReconciledRow) -> (Int, String) {
            (row.group.isReturn ? 1 : 0, row.proceedsCurrency?.code ?? "")
        }
        return key(left) == key(right) ? last(left) < last(right) : key(left) < key(right)
    }
}

/// What Apple's sales reports say of whole fiscal months.
private struct SalesByMonth {
    var months: [FiscalMonth: [AppleReport.Group: Int64]] = [:]

    init(_ reports: [AppleReport], _ all: [FiscalMonth], _ isOurs: (String) -> Bool) {
        for month in all {
            let inside = reports.filter { month.from <= $0.from && $0.to <= month.to }
            // Not every day is there: nothing can be said about the month.
            guard inside.reduce(0, { $0 + $1.to - $1.from + 1 }) == month.to - month.from + 1 else { continue }
            var units: [AppleReport.Group: Int64] = [:]
            for row in inside.flatMap(\.rows) where row.mayBeCoins && isOurs(row.group.product) {
                units[row.group, default: 0] += abs(row.units)
            }
            months[month] = units
        }
    }

    func units(_ group: AppleReport.Group, _ month: FiscalMonth) -> Int64? { months[month].map { $0[group] ?? 0 } }
}
