internal import Postgres
internal import Synchronization
package import WalletDomain

/// Figures and rows over all wallets, for people who look. Everything is bounded: in days, in rows and in time.
package final class ReportReader: Sendable {
    private let database: LedgerDatabase
    private let running = Mutex(0)
    private let atOnceMax: Int

    /// - Parameter atOnceMax: reports at once: each keeps a connection of the pool, which moves coins too.
    package init(_ database: LedgerDatabase, atOnceMax: Int) {
        self.database = database
        self.atOnceMax = atOnceMax
    }

    /// - Parameter rows: at most so many products and items; those that moved most.
    /// - Throws: `overloaded` if too many reports are on their way; `ledgerUnavailable` also if it takes too long.
    package func figures(_ range: ReportRange, rows: Int) async throws(WalletError) -> ReportFigures {
        try enter()
        defer { running.withLock { $0 -= 1 } }
        do {
            return try await database.pool.snapshot(deadlineMs: Limits.reportDeadlineMs) { snapshot in
                for setting in Self.settings { _ = try await snapshot.query(setting) }
                let flows = try await snapshot.query(SumDays(range: range))
                let totals = try await snapshot.query(SumWallets(environment: range.environment)).first
                let revenue = try await snapshot.query(SumSales(range: range.journal))
                let products = try await snapshot.query(SumProducts(range: range.journal, limit: pageRows(rows)))
                let items = try await snapshot.query(SumItems(range: range.journal, limit: pageRows(rows)))
                let sales = JournalTotals(flows: [], sales: revenue)
                return ReportFigures(
                    flows: flows, totals: totals ?? WalletTotals(coins: 0, debt: 0, wallets: 0), products: products,
                    items: items, revenue: sales.sales, salesOfUnknownPrice: sales.salesOfUnknownPrice)
            }
        } catch let error as PostgresError {
            throw database.walletError(error, during: "ReportReader.figures", writes: false)
        } catch {
            throw database.unforeseen(error, during: "ReportReader.figures")
        }
    }

    private func enter() throws(WalletError) {
        let hasRoom = running.withLock { running in
            guard running < atOnceMax else { return false }
            running += 1
            return true
        }
        guard hasRoom else { throw .overloaded }
    }

    /// For this transaction only; as for exports, the planner is kept from sorting every entry.
    private static let settings = [
        LocalSetting(name: "statement_timeout", value: String(Limits.reportDeadlineMs)),
        LocalSetting(name: "work_mem", value: "16MB"), LocalSetting(name: "jit", value: "off"),
    ]

    // MARK: Rows

    /// The newest first. What is old is found by looking back step by step: a page of a busy day does not read a year.
    /// - Parameter place: of the last row seen.
    package func entries(
        _ filter: JournalFilter, before place: JournalPlace?, limit: Int
    ) async throws(WalletError) -> [JournalLine] {
        let rows = pageRows(limit)
        var end = place ?? JournalPlace(before: filter.range.to)
        var found: [JournalLine] = []
        for stepMs in Self.stepsMs {
            let start = stepMs.map { max(filter.range.from, end.at.adding(milliseconds: -$0)) } ?? filter.range.from
            let window = JournalRange(environment: filter.range.environment, from: start, to: filter.range.to)
            found += try await database.rows(
                ListJournalLines(
                    filter: filter, window: window, before: end, limit: rows - Int64(found.count)))
            guard found.count < rows, start > filter.range.from else { break }
            end = JournalPlace(before: start)
        }
        return found
    }

    private static let hourMs: Int64 = 3_600_000
    private static let stepsMs: [Int64?] = [6 * hourMs, 3 * 24 * hourMs, 30 * 24 * hourMs, nil]
}
