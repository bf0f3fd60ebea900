package import WalletDomain

/// How much Apple had told at a moment.
package struct AppleBooksVersion: Hashable, Sendable {
    package let reports: Int64
    package let payments: Int64
    /// Of the fiscal calendar.
    package let corrections: Int64

    package init(reports: Int64 = 0, payments: Int64 = 0, corrections: Int64 = 0) {
        self.reports = reports
        self.payments = payments
        self.corrections = corrections
    }
}

/// All rows of a list that goes page by page, the newest first.
func everyPage<Row>(
    _ number: (Row) -> Int32, _ page: (_ before: Int64?) async throws(WalletError) -> [Row]
) async throws(WalletError) -> [Row] {
    var all: [Row] = []
    var rows = try await page(nil)
    while let last = rows.last {
        all += rows
        rows = try await page(Int64(number(last)))
    }
    return all
}

/// Reads what Apple reported and paid, for a run of the books.
package struct AppleBooksReader: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// - Parameters:
    ///   - calendar: of the books.
    ///   - moment: what came later is left out. Of a closed period: when it was closed, so that it never changes.
    ///   - day: of a moment in the books' zone, since 1970.
    ///   - appleDay: the same as Apple counts it.
    /// - Returns: nil: nothing came until then.
    package func read(
        _ calendar: SettlementCalendar, until moment: Instant, day: @escaping @Sendable (Instant) -> Int64,
        appleDay: @escaping @Sendable (Instant) -> Int64
    ) async throws(WalletError) -> AppleBooks? {
        let payments = try await ApplePaymentStore(database).all(until: moment)
        let fiscal = try await FiscalYearStore(database).calendar(until: moment)
        let history = try await AppleReportStore(database).history(fiscal, until: moment, day: day)
        guard history.firstDay != nil || !payments.isEmpty else { return nil }
        let products = try await database.rows(ListPackProducts())
        let since = Dictionary(products.map { ($0.product, $0.since) }) { first, _ in first }
        return AppleBooks(
            history, payments: payments.map { $0.posted(calendar, toldDay: day($0.toldAt)) }, fiscal: fiscal,
            calendar: calendar, until: moment,
            known: { product, at in since[product].map { $0 <= at } ?? false }, appleDay: appleDay)
    }
}
