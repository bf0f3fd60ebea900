internal import Postgres
internal import WalletDomain

/// Reads the journal for exports: in order, in constant memory, all of it as of one moment.
package struct JournalReader: Sendable {
    private let database: LedgerDatabase
    private let pauseMs: Int

    /// - Parameters:
    ///   - database: one whose pool is meant for long reads (`LedgerSettings.export`), or of a service that lets few
    ///     of them run at once.
    ///   - pauseMs: how long whoever takes the rows may pause before the snapshot is given up.
    package init(_ database: LedgerDatabase, pauseMs: Int = Limits.journalReaderPauseMs) {
        self.database = database
        self.pauseMs = pauseMs
    }

    /// Hands over the entries by time, bucket, wallet and sequence. The next ones are read on another thread meanwhile.
    ///
    /// - Parameters:
    ///   - each: is given one entry after the other.
    ///   - afterBatch: is called now and then and at the end; until it returns, at most `bytesMax` more are read.
    /// - Returns: what they add up to, counted by the database in the same snapshot.
    /// - Throws: `WalletError`, or what `afterBatch` throws.
    package func read(
        _ range: JournalRange, bytesMax: Int = Limits.journalBatchBytes, isolation: isolated (any Actor)? = #isolation,
        each: (borrowing JournalRow) -> Void, afterBatch: () async throws -> Void
    ) async throws -> JournalTotals {
        do {
            return try await database.pool.snapshot(
                idleMs: pauseMs, deadlineMs: Limits.journalFetchDeadlineMs
            ) { snapshot in
                for setting in Self.settings { _ = try await snapshot.query(setting) }
                try await snapshot.copy(ListJournal(range: range), bytesMax: bytesMax) { batch in
                    try batch.forEach(of: ListJournal.self, each)
                    try await afterBatch()
                }
                _ = try await snapshot.query(Self.sumWithoutSorting)
                return JournalTotals(
                    flows: try await snapshot.query(SumJournal(range: range)),
                    sales: try await snapshot.query(SumSales(range: range)))
            }
        } catch let error as PostgresError {
            throw database.walletError(error, during: "JournalReader.read", writes: false)
        }
    }

    /// For this transaction only. The sort of a long period goes to the server's disk: some memory makes it quick.
    private static let settings = [
        LocalSetting(name: "statement_timeout", value: String(Limits.journalFetchDeadlineMs)),
        LocalSetting(name: "work_mem", value: "32MB"),
        // Compiling costs a second and saves less; forbidden sorts alone would start it.
        LocalSetting(name: "jit", value: "off"),
    ]

    /// The planner takes a wallet's bucket and UUID for independent, expects a handful of rows of their join and would
    /// sort all entries to group them.
    private static let sumWithoutSorting = LocalSetting(name: "enable_sort", value: "off")
}

extension JournalTotals {
    init(flows: [SumJournal.Row], sales: [SumSales.Row]) {
        self.init()
        for row in flows { self.flows[row.move] = row.flow }
        for row in sales {
            if let currency = row.currency {
                self.sales[currency] = row.sales
            } else {
                salesOfUnknownPrice = row.sales.count
            }
        }
    }
}
