internal import Postgres

/// Roles and database of `coffer dev`, as an administrator makes them for production. The tables are the migrations'.
struct DevDatabase: Sendable {
    static let name = "coffer"
    private static let serviceRole = "coffer_app"
    private static let deadlineMs = 30_000

    let cluster: DevCluster

    /// The service's own role: a member of `coffer_service`, which cannot rewrite the journal.
    var serviceURL: String { cluster.conninfo(user: Self.serviceRole, database: Self.name) }
    var ownerURL: String { cluster.conninfo(user: cluster.superuser, database: Self.name) }

    /// What must stand before the migrations.
    func create() throws {
        let session = try PostgresSession(
            PostgresSettings(conninfo: cluster.conninfo(user: cluster.superuser, database: "postgres")))
        defer { session.close() }
        try run(session, "CREATE ROLE \(Self.serviceRole) LOGIN", unless: "42710")
        try run(session, "CREATE DATABASE \(Self.name)", unless: "42P04")
    }

    /// What needs the migrations' roles.
    func grant() throws {
        let session = try PostgresSession(PostgresSettings(conninfo: ownerURL))
        defer { session.close() }
        try session.runScript("GRANT coffer_service TO \(Self.serviceRole)", deadlineMs: Self.deadlineMs)
    }

    /// - Parameter there: the SQLSTATE that says it was made before.
    private func run(_ session: PostgresSession, _ sql: String, unless there: String) throws {
        do {
            try session.runScript(sql, deadlineMs: Self.deadlineMs)
        } catch let error where error.serverState?.code == there {
            return
        }
    }
}
