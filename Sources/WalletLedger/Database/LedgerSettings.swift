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
            ] + keepalives)
    }

    /// The server's side of it: a client that is gone without a word is noticed within seconds. Between two parts of a
    /// pipeline no time-out of PostgreSQL runs, so else a session cut off there would keep its locks for hours. On a
    /// Unix socket they have no meaning.
    static let keepalives = [
        (name: "tcp_keepalives_idle", value: String(Limits.serverKeepaliveIdleSeconds)),
        (name: "tcp_keepalives_interval", value: String(Limits.serverKeepaliveIntervalSeconds)),
        (name: "tcp_keepalives_count", value: String(Limits.serverKeepalivesMax)),
        (name: "tcp_user_timeout", value: String(Limits.serverUnacknowledgedMs)),
    ]

    /// For exports: long statements, nothing written.
    package static func export(conninfo: String, applicationName: String = "coffer/export") -> PostgresSettings {
        PostgresSettings(
            conninfo: conninfo, applicationName: applicationName,
            options: [
                ("search_path", searchPath), ("default_transaction_read_only", "on"), ("timezone", "UTC"),
            ] + keepalives)
    }

    /// For migrations: what is created lands in the schema of ours. No time-out: an index takes as long as it takes.
    package static func migration(conninfo: String) -> PostgresSettings {
        PostgresSettings(
            conninfo: conninfo, applicationName: "coffer/migrate",
            options: [("client_min_messages", "warning"), ("timezone", "UTC")] + keepalives)
    }
}
