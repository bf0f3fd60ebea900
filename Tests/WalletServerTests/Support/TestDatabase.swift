import Foundation
import Postgres
import TestSupport
import Testing
import WalletLedger

/// A migrated database of a test's own; the service reaches it in the service's role.
struct TestDatabase: Sendable {
    let name: String
    let ownerConninfo: String
    let serviceConninfo: String

    static func migrated() async throws -> TestDatabase {
        let cluster = PrivatePostgres.shared
        let conninfo = try await cluster.freshDatabase("server")
        let name = try #require(conninfo.split(separator: " ").first { $0.hasPrefix("dbname=") }).dropFirst(7)
        let migrations = try Migration.load(folder: root.appending(path: "Migrations").path)
        _ = try await Migrator(migrations).run(conninfo: conninfo)
        try await cluster.execute(
            """
            DO $$ BEGIN CREATE ROLE coffer_test_service LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL; END $$;
            DO $$ BEGIN GRANT coffer_service TO coffer_test_service; EXCEPTION WHEN OTHERS THEN NULL; END $$
            """, database: String(name))
        return TestDatabase(
            name: String(name), ownerConninfo: conninfo, serviceConninfo: conninfo + " user=coffer_test_service")
    }

    var laneSettings: PostgresSettings {
        PostgresSettings(
            conninfo: serviceConninfo, applicationName: "coffer/lane",
            options: [
                ("search_path", LedgerSettings.searchPath), ("lock_timeout", "1000"), ("statement_timeout", "3000"),
            ])
    }

    /// Runs SQL as the superuser.
    func execute(_ sql: String) async throws {
        try await PrivatePostgres.shared.execute("SET search_path = coffer; " + sql, database: name)
    }

    /// The repository's folder.
    static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
    }
}
