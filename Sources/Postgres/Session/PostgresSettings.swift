/// How a session is opened. The connection string may hold a secret: it is never printed.
package struct PostgresSettings: Sendable {
    /// `key=value …` or `postgresql://…`, as libpq reads it.
    package var conninfo: String
    /// Shown in `pg_stat_activity`; overrides the one in `conninfo`.
    package var applicationName: String
    /// Set on every new session, in this order: `("statement_timeout", "3000")`.
    package var options: [(name: String, value: String)]
    /// For each host of `conninfo`; libpq knows whole seconds only, and no fewer than 2.
    package var connectTimeoutSeconds: Int
    /// How long setting `options` may take.
    package var setUpDeadlineMs: Int

    package init(
        conninfo: String, applicationName: String = "coffer", options: [(name: String, value: String)] = [],
        connectTimeoutSeconds: Int = 3, setUpDeadlineMs: Int = 5_000
    ) {
        self.conninfo = conninfo
        self.applicationName = applicationName
        self.options = options
        self.connectTimeoutSeconds = connectTimeoutSeconds
        self.setUpDeadlineMs = setUpDeadlineMs
    }
}

extension PostgresSettings {
    /// Defaults that `conninfo` may override: a dead peer is noticed within seconds (libpq manual, 34.1.2).
    static let defaults = [
        ("tcp_user_timeout", "5000"), ("keepalives", "1"), ("keepalives_idle", "10"), ("keepalives_interval", "3"),
        ("keepalives_count", "3"), ("gssencmode", "disable"),
    ]

    /// For libpq, which expands `dbname`: what stands before it are defaults, what stands after it wins.
    var pairs: [(keyword: String, value: String)] {
        (Self.defaults + [("dbname", conninfo)] + overrides).map { (keyword: $0.0, value: $0.1) }
    }

    /// What `conninfo` may not override: decoding needs UTF-8.
    var overrides: [(String, String)] {
        [
            ("application_name", applicationName), ("connect_timeout", String(connectTimeoutSeconds)),
            ("client_encoding", "UTF8"),
        ]
    }
}

extension PostgresSettings: CustomStringConvertible {
    package var description: String { "PostgresSettings(\(applicationName))" }
}
