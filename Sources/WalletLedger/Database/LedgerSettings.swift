package import Postgres
internal import WalletDomain

/// How sessions of the ledger are opened.
package enum LedgerSettings {
    /// Where the tables live. Names of ours never hide PostgreSQL's, and temporary ones never hide ours.
    package static let searchPath = "pg_catalog, coffer, pg_temp"

    /// For the pool of reads and small writes. Time-outs of the server stand a little below our own deadlines.
    package static func pool(conninfo: String, applicationName: String = "coffer/pool") -> PostgresSettings {
        PostgresSettings(
            conninfo: conninfo, applicationName: applicationName,
            options: [
                ("search_path", searchPath),
                ("statement_timeout", String(Limits.ledgerStatementTimeoutMs)),
                ("lock_timeout", String(Limits.ledgerLockTimeoutMs)),
                ("idle_in_transaction_session_timeout", String(Limits.ledgerIdleInTransactionMs)),
                ("timezone", "UTC"),
            ])
    }

    /// For exports: long statements, nothing written.
    package static func export(conninfo: String, applicationName: String = "coffer/export") -> PostgresSettings {
        PostgresSettings(
            conninfo: conninfo, applicationName: applicationName,
            options: [
                ("search_path", searchPath), ("default_transaction_read_only", "on"), ("timezone", "UTC"),
            ])
    }

    /// For migrations: what is created lands in the schema of ours. No time-out: an index takes as long as it takes.
    package static func migration(conninfo: String) -> PostgresSettings {
        PostgresSettings(
            conninfo: conninfo, applicationName: "coffer/migrate",
            options: [("client_min_messages", "warning"), ("timezone", "UTC")])
    }
}
