/// What imports of financial reports post: each the difference between what is settled with it and without it.
///
/// So a newer report of a month posts what changed, on a day of its own, and nothing that stands is touched; a sale
/// that the ledger learns of late takes the place of what was settled without it with the next import.
package enum AppleSettlement {
    package struct Import: Sendable {
        /// Names the entry.
        package let id: String
        package let month: FiscalMonth
        package let importedAt: Instant
        /// The day of that moment in the books' zone, since 1970.
        package let importedDay: Int64
        /// All rows of the month as they stand with it, of all regions.
        package let rows: [AppleReport.Row]

        package init(
            id: String, month: FiscalMonth, importedAt: Instant, importedDay: Int64, rows: [AppleReport.Row]
        ) {
            self.id = id
            self.month = month
            self.importedAt = importedAt
            self.importedDay = importedDay
            self.rows = rows
        }
    }

    /// On which day each import is posted: its fiscal month's last, or when it came if that is closed; never before
    /// what was imported earlier.
    ///
    /// - Parameter imports: in the order in which they came.
    static func postingDays(_ imports: [Import], _ calendar: SettlementCalendar) -> [(month: FiscalMonth, day: Int64)] {
        var earliest = Int64.min
        return imports.map { step in
            earliest = max(
                earliest, calendar.postingDay(of: step.month.to, known: step.importedAt, on: step.importedDay))
            return (step.month, earliest)
        }
    }

    /// - Parameters:
    ///   - imports: in the order in which they came.
    ///   - isOurs: whether a product was one of ours at a moment. What becomes known later is settled with the next
    ///     import: what stands is not touched.
    package static func entries(
        _ imports: [Import], ledger: AppleLedgerSide, calendar: SettlementCalendar,
        isOurs: @Sendable (_ product: String, _ at: Instant) -> Bool = { _, _ in true }
    ) -> [PostedEntry] {
        var settled: AppleReconciliation.Settled = [:]
        var before: [SettledKey: SettledSum] = [:]
        var entries: [PostedEntry] = []
        for (step, (_, day)) in zip(imports, postingDays(imports, calendar)) {
            settled[step.month] = step.rows
            let reconciliation = AppleReconciliation(
                ledger: ledger, settled: settled, postedThrough: day,
                isOurs: { isOurs($0, step.importedAt) })
            let now = sums(reconciliation.rows.values.joined().map(\.booked))
            let entry = Settlement.settled(difference(now, before))
            before = now
            guard !entry.isEmpty else { continue }
            entries.append(
                PostedEntry(id: step.id, entry: entry, day: step.month.to, postingDay: day, user: nil, lots: [:]))
        }
        return entries
    }

    private struct SettledKey: Hashable, Comparable {
        let currency: Currency
        let paidIn: Currency

        static func < (left: Self, right: Self) -> Bool {
            (left.currency, left.paidIn) < (right.currency, right.paidIn)
        }
    }

    private struct SettledSum {
        var accrued: Int64 = 0
        var proceeds: Int64 = 0
    }

    private static func sums(_ rows: [Settlement.Row]) -> [SettledKey: SettledSum] {
        var sums: [SettledKey: SettledSum] = [:]
        for row in rows {
            let key = SettledKey(currency: row.currency, paidIn: row.paidIn)
            sums[key, default: SettledSum()].accrued += row.accrued
            sums[key, default: SettledSum()].proceeds += row.proceeds
        }
        return sums
    }

    private static func difference(
        _ now: [SettledKey: SettledSum], _ before: [SettledKey: SettledSum]
    ) -> [Settlement.Row] {
        Set(now.keys).union(before.keys).sorted().map { key in
            let (new, old) = (now[key] ?? SettledSum(), before[key] ?? SettledSum())
            return Settlement.Row(
                currency: key.currency, accrued: new.accrued - old.accrued, proceeds: new.proceeds - old.proceeds,
                paidIn: key.paidIn)
        }
    }
}
