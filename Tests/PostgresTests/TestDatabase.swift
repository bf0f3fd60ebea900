internal import Postgres
internal import TestSupport

/// One database for all tests of this target; each test keeps to tables of its own, or to none.
enum TestDatabase {
    private static let made = Task { try await PrivatePostgres.shared.freshDatabase("postgres_tests") }

    static func settings(options: [(name: String, value: String)] = []) async throws -> PostgresSettings {
        PostgresSettings(conninfo: try await made.value, applicationName: "postgres-tests", options: options)
    }

    static func connection() async throws -> PostgresConnection { PostgresConnection(try await settings()) }

    static func pool(size: Int, waitMs: Int = 30_000, waitingMax: Int = 100) async throws -> PostgresPool {
        PostgresPool(
            try await settings(), size: size, waitMs: waitMs, waitingMax: waitingMax, deadlineMs: 60_000)
    }
}
