internal import Postgres
package import WalletDomain

/// Brings a database to the schema of this release: forward only, each migration in a transaction of its own, one
/// process at a time.
package struct Migrator: Sendable {
    private let migrations: [Migration]

    /// `PG_advisory_lock`'s number: nobody else's business, so any constant does.
    private static let lock: Int64 = 0x636F_6666_6572

    package init(_ migrations: [Migration]) { self.migrations = migrations }

    /// Applies what is missing. A second process waits for the first and then finds nothing to do.
    ///
    /// - Parameter conninfo: of the role that owns the database.
    /// - Returns: the names of the migrations that were applied.
    package func run(conninfo: String) async throws(MigrationError) -> [String] {
        let connection = PostgresConnection(LedgerSettings.migration(conninfo: conninfo))
        let result: Result<[String], MigrationError>
        do {
            result = .success(try await connection.withSession { try migrate($0) })
        } catch let error as MigrationError {
            result = .failure(error)
        } catch let error as PostgresError {
            result = .failure(.database(error.facts))
        } catch {
            result = .failure(.database("\(type(of: error))"))
        }
        await connection.close()
        return try result.get()
    }

    /// How the database stands, for the service: it starts on a current one only.
    package func status(_ database: LedgerDatabase) async throws(WalletError) -> MigrationStatus {
        guard try await database.rows(HasMigrations()).first == true else {
            return MigrationStatus(migrations, applied: [])
        }
        return MigrationStatus(migrations, applied: try await database.rows(ListMigrations()))
    }

    private func migrate(_ session: PostgresSession) throws -> [String] {
        let step = MigrationSession(session: session)
        try step.run(LockMigrations(number: Self.lock))
        // The lock is the session's: closing it, also by a crash, lets it go.
        try step.script(Self.groundwork)
        let status = MigrationStatus(migrations, applied: try step.run(ListMigrations()))
        guard status.unknown.isEmpty else { throw MigrationError.unknown(status.unknown) }
        guard status.changed.isEmpty else { throw MigrationError.changed(status.changed) }
        for migration in status.missing { try step.apply(migration) }
        return status.missing.map(\.name)
    }

    /// What is there before the first migration.
    private static let groundwork = """
        CREATE SCHEMA IF NOT EXISTS coffer;
        SET search_path = coffer;
        CREATE TABLE IF NOT EXISTS migrations (
            number     integer     PRIMARY KEY CHECK (number > 0),
            name       text        NOT NULL,
            checksum   bytea       NOT NULL CHECK (octet_length(checksum) = 32),
            applied_at timestamptz NOT NULL
        );
        """
}

/// The migrator's session, with a patience that suits it.
private struct MigrationSession {
    let session: PostgresSession

    @discardableResult
    func run<S: Statement>(_ statement: S) throws(PostgresError) -> [S.Row] {
        let pipeline = Pipeline()
        let ticket = pipeline.add(statement)
        try session.run(pipeline, deadlineMs: Limits.migrationTimeoutMs)
        return ticket.rows
    }

    func script(_ sql: String) throws(PostgresError) {
        try session.runScript(sql, deadlineMs: Limits.migrationTimeoutMs)
    }

    /// All of it and its row, or nothing.
    func apply(_ migration: Migration) throws(MigrationError) {
        do throws(PostgresError) {
            try script("BEGIN")
            try script(migration.sql)
            guard session.transactionStatus == .inTransaction else {
                throw .unexpectedShape("it ends the transaction it runs in")
            }
            try run(InsertMigration(migration: migration))
            try script("COMMIT")
        } catch {
            // The session ends after a failure, and with it whatever of this ROLLBACK did not get through.
            try? script("ROLLBACK")
            throw .failed(name: migration.name, reason: error.facts)
        }
    }
}
