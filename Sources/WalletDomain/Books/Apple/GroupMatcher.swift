/// Matches one group, month after month: what a month does not settle waits for the next one.
struct GroupMatcher {
    private let group: AppleReport.Group
    /// By Apple's day.
    private let units: [Int64: Int64]
    private var queue: TransitQueue

    init(
        _ group: AppleReport.Group, _ days: [AppleLedgerSide.Days: AppleLedgerSide.Sum], _ queue: TransitQueue,
        _ postedThrough: Int64
    ) {
        self.group = group
        self.queue = queue
        var units: [Int64: Int64] = [:]
        for (days, sum) in days where days.posting <= postedThrough { units[days.apple, default: 0] += sum.units }
        self.units = units
    }

    /// - Parameters:
    ///   - settled: Apple's rows of this group; nil: the month has no financial report.
    ///   - sold: units of Apple's sales reports; nil: not all of the month's days are known.
    /// - Returns: one row for each currency that Apple settles in; none if nobody knows of anything.
    mutating func match(_ month: FiscalMonth, _ settled: [AppleReport.Row]?, sold: Int64?) -> [ReconciledRow] {
        var byCurrency = Dictionary(grouping: settled ?? [], by: \.proceedsCurrency)
        if byCurrency.isEmpty { byCurrency[group.customerCurrency] = [] }
        // The customer's own first: what stands once for the group stands there.
        let currencies = byCurrency.keys.sorted {
            ($0 == group.customerCurrency ? 0 : 1, $0) < ($1 == group.customerCurrency ? 0 : 1, $1)
        }
        var rows = currencies.map { currency in
            settle(month, byCurrency[currency] ?? [], currency, isReported: settled != nil)
        }
        let left = queue.left(through: month.to)
        rows[0].ledgerUnits = count(month.days)
        rows[0].salesUnits = sold
        rows[0].inTransitUnits = left.units
        rows[0].oldestInTransit = left.oldest
        for index in rows.indices { rows[index].status = status(rows[index], isReported: settled != nil) }
        return rows.filter { !$0.isEmpty }.map { group.isReturn ? $0.negated : $0 }
    }

    private mutating func settle(
        _ month: FiscalMonth, _ settled: [AppleReport.Row], _ currency: Currency, isReported: Bool
    ) -> ReconciledRow {
        var row = ReconciledRow(group, month)
        guard isReported else { return row }
        let sign: Int64 = group.isReturn ? -1 : 1
        let units = settled.reduce(0) { $0 + sign * $1.units }
        // What Apple dated a day earlier than we do is settled with this month already.
        let taken = queue.take(units, through: month.to + Limits.appleClockDays)
        row.settledUnits = units
        row.settledProceeds = settled.reduce(0) { $0 + sign * $1.proceeds }
        row.proceedsCurrency = currency
        row.accruedProceeds = taken.accrued
        row.strangeUnits = max(0, units - taken.units)
        row.strangeProceeds = Shares.signedFloor(row.settledProceeds, row.strangeUnits, of: max(1, units))
        return row
    }

    private func count(_ days: ClosedRange<Int64>) -> Int64 {
        units.reduce(0) { days.contains($1.key) ? $0 + $1.value : $0 }
    }

    private func status(_ row: ReconciledRow, isReported: Bool) -> ReconciledRow.Status {
        let month = row.month
        let clock = Limits.appleClockDays
        if let sold = row.salesUnits, sold != row.ledgerUnits {
            // A day of Apple's may be another one by the clock that a purchase was read with.
            let nearby =
                count(month.from - clock...month.from + clock - 1) + count(month.to - clock + 1...month.to + clock)
            guard abs(sold - row.ledgerUnits) <= nearby else {
                return sold < row.ledgerUnits ? .missingInApple : .missingInLedger
            }
        }
        guard isReported else { return .timing }
        if row.strangeUnits > 0 { return .missingInLedger }
        if let oldest = row.oldestInTransit, oldest <= month.to - Limits.appleTimingDays { return .missingInApple }
        let strange = row.strangeProceeds
        if row.difference.map({ $0 + strange != 0 }) ?? false { return .price }
        let isSettled = row.settledUnits == row.ledgerUnits && row.inTransitUnits == 0
        return isSettled && row.salesUnits ?? row.ledgerUnits == row.ledgerUnits ? .match : .timing
    }
}

extension ReconciledRow {
    fileprivate var isEmpty: Bool {
        [ledgerUnits, salesUnits ?? 0, settledUnits ?? 0, inTransitUnits, settledProceeds].allSatisfy { $0 == 0 }
    }

    /// Of returns: what was counted positive is taken back.
    fileprivate var negated: ReconciledRow {
        var row = self
        row.ledgerUnits = -ledgerUnits
        row.salesUnits = salesUnits.map { -$0 }
        row.settledUnits = settledUnits.map { -$0 }
        row.inTransitUnits = -inTransitUnits
        row.accruedProceeds = -accruedProceeds
        row.settledProceeds = -settledProceeds
        row.strangeUnits = -strangeUnits
        row.strangeProceeds = -strangeProceeds
        return row
    }
}

/// Units that are missing on one side for one price and on the other side for another are the same units.
enum PriceShift {
    private struct Family: Hashable {
        let product: String
        let country: String
        let currency: Currency
        let isReturn: Bool

        init(_ group: AppleReport.Group) {
            product = group.product
            country = group.country
            currency = group.customerCurrency
            isReturn = group.isReturn
        }
    }

    static func named(_ rows: [ReconciledRow]) -> [ReconciledRow] {
        var missing: [Family: (apple: Int64, ledger: Int64)] = [:]
        for row in rows {
            let family = Family(row.group)
            switch row.status {
            case .missingInApple: missing[family, default: (0, 0)].apple += row.inTransitUnits
            case .missingInLedger: missing[family, default: (0, 0)].ledger += row.strangeUnits
            case .match, .timing, .price: continue
            }
        }
        return rows.map { row in
            guard row.status == .missingInApple || row.status == .missingInLedger,
                let sums = missing[Family(row.group)], sums.apple == sums.ledger, sums.apple != 0
            else { return row }
            var row = row
            row.status = .price
            return row
        }
    }
}
