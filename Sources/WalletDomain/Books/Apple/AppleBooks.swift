/// What Apple reported and paid, as it was known at a moment: with what a run of the books reads from the journal it
/// makes entries that the journal does not hold, and the comparison of report R12.
package struct AppleBooks: Sendable {
    private let history: AppleReportHistory
    private let payments: [PostedEntry]
    private let fiscal: FiscalCalendar
    private let calendar: SettlementCalendar
    private let known: @Sendable (_ product: String, _ at: Instant) -> Bool
    private let appleDay: @Sendable (Instant) -> Int64
    private let moment: Instant

    /// - Parameters:
    ///   - payments: as they are posted.
    ///   - moment: up to which reports and payments were read.
    ///   - known: whether a product was one of ours then: reports tell of all that an account sells.
    ///   - appleDay: the day of a moment as Apple counts it (Pacific time), since 1970.
    package init(
        _ history: AppleReportHistory, payments: [PostedEntry], fiscal: FiscalCalendar, calendar: SettlementCalendar,
        until moment: Instant, known: @escaping @Sendable (_ product: String, _ at: Instant) -> Bool,
        appleDay: @escaping @Sendable (Instant) -> Int64
    ) {
        self.history = history
        self.payments = payments
        self.fiscal = fiscal
        self.calendar = calendar
        self.moment = moment
        self.known = known
        self.appleDay = appleDay
    }

    package var ledgerSide: AppleLedgerSide { AppleLedgerSide(appleDay: appleDay) }

    /// Settlements and payments, by the day on which they count.
    /// - Parameter ledger: after it has heard the whole run.
    package func entries(_ ledger: AppleLedgerSide) -> [PostedEntry] {
        let settled = AppleSettlement.entries(history.imports, ledger: ledger, calendar: calendar, isOurs: known)
        // Sorting keeps what was imported or told first in front.
        return (settled + payments).sorted { $0.postingDay < $1.postingDay }
    }

    /// The comparison as it stands at the end of a period, month by month: of the fiscal months that end in it, and of
    /// those of which something was settled in it.
    package func reconciliation(_ ledger: AppleLedgerSide, in period: BooksPeriod) -> [ReconciledRow] {
        let (known, moment) = (known, moment)
        let ended = months(endingIn: period)
        let late = AppleSettlement.postingDays(history.imports, calendar)
            .filter { period.from <= $0.day && $0.day <= period.to }.map(\.month)
        let all = AppleReconciliation(
            ledger: ledger, settled: history.settled, sales: history.sales, months: ended,
            postedThrough: period.to, isOurs: { known($0, moment) })
        return Set(ended + late).sorted().flatMap { all.rows[$0] ?? [] }
    }

    /// From the first report's days on: before them nobody compared anything.
    private func months(endingIn period: BooksPeriod) -> [FiscalMonth] {
        guard let first = history.firstDay else { return [] }
        var months: [FiscalMonth] = []
        var day = max(first, period.from)
        while day <= period.to, let month = fiscal.month(of: day), month.to <= period.to {
            months.append(month)
            day = month.to + 1
        }
        return months
    }
}

/// What Apple told, beside what the books expected, when a run is over.
package struct AppleAtEnd: Sendable {
    package let books: AppleBooks
    package let ledger: AppleLedgerSide

    package init(_ books: AppleBooks, _ ledger: AppleLedgerSide) {
        self.books = books
        self.ledger = ledger
    }
}
