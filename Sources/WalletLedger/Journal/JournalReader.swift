internal import Postgres
package import WalletDomain

/// Which part of the journal: one environment, by the time of recording, `from` included, `to` not.
package struct JournalRange: Hashable, Sendable {
    package let environment: StoreEnvironment
    package let from: Instant
    package let to: Instant

    package init(environment: StoreEnvironment, from: Instant, to: Instant) {
        self.environment = environment
        self.from = from
        self.to = to
    }
}

/// What one account took and gave in a range: the control totals of an export.
package struct AccountTotal: Hashable, Sendable {
    package let account: Account
    package let debit: Int64
    package let credit: Int64
    package let entries: Int64
}

/// Reads the journal for exports: in order, in constant memory, all of it as of one moment.
package struct JournalReader: Sendable {
    private let database: LedgerDatabase

    /// - Parameter database: one whose pool is meant for long reads (`LedgerSettings.export`).
    package init(_ database: LedgerDatabase) { self.database = database }

    /// Hands over the entries by time, bucket, wallet and sequence, at most `Limits.journalFetchRows` at once.
    ///
    /// - Returns: the totals of every account that moved, by its number, counted by the database in the same snapshot.
    /// - Throws: `WalletError`, or what `body` throws.
    package func read(
        _ range: JournalRange, isolation: isolated (any Actor)? = #isolation,
        _ body: ([Entry]) async throws -> Void
    ) async throws -> [AccountTotal] {
        do {
            return try await database.pool.snapshot(deadlineMs: Limits.journalFetchDeadlineMs) { snapshot in
                for setting in Self.settings { _ = try await snapshot.query(setting) }
                try await snapshot.forEachBatch(ListJournal(range: range), rowsMax: Limits.journalFetchRows, body)
                return try await snapshot.query(SumJournal(range: range))
            }
        } catch let error as PostgresError {
            throw database.walletError(error, during: "JournalReader.read", writes: false)
        }
    }

    /// For this transaction only. The sort of a long period goes to the server's disk: some memory makes it quick.
    private static let settings = [
        LocalSetting(name: "statement_timeout", value: String(Limits.journalFetchDeadlineMs)),
        LocalSetting(name: "work_mem", value: "32MB"),
    ]
}

extension Entry {
    /// The kind of every lot that the entry touches: coins leave and enter lots by their account, one an entry.
    package var lotKind: Lot.Kind? {
        Lot.Kind.allCases.first { $0.account == debit } ?? Lot.Kind.allCases.first { $0.account == credit }
    }
}
