internal import Foundation
internal import Postgres
internal import TestSupport
import Testing

@Suite struct PrivatePostgresTests {
    private struct CountSeeds: Statement {
        static let sql = "SELECT count(*) FROM seeds"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }

    @Test func everyDatabaseIsFreshOrACopyOfItsTemplate() async throws {
        let cluster = PrivatePostgres.shared
        let template = PostgresConnection(PostgresSettings(conninfo: try await cluster.freshDatabase("seeded")))
        let name = try await template.withSession { session in
            try session.runScript("CREATE TABLE seeds (n int); INSERT INTO seeds VALUES (1)", deadlineMs: 60_000)
            return try session.query(CurrentDatabase(), deadlineMs: 60_000)
        }
        await template.close()
        let copy = try await cluster.freshDatabase("copied", template: try #require(name.first))
        let rows = try await PostgresConnection(PostgresSettings(conninfo: copy)).run(CountSeeds(), deadlineMs: 60_000)
        #expect(rows.rows == [1])
        let fresh = PostgresConnection(PostgresSettings(conninfo: try await cluster.freshDatabase("copied")))
        let error = await #expect(throws: PostgresError.self) {
            try await fresh.run(CountSeeds(), deadlineMs: 60_000)
        }
        #expect(state(of: error) == SQLState.undefinedTable.code)
    }

    private struct CurrentDatabase: Statement {
        static let sql = "SELECT current_database()"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
    }

    @Test func whatADeadProcessLeftIsSwept() async throws {
        // No process has this number: Linux stops at 2^22, macOS at 99,998.
        let stale = FileManager.default.temporaryDirectory.appendingPathComponent("coffer-pg-8388607-1")
        try FileManager.default.createDirectory(at: stale, withIntermediateDirectories: true)
        let own = try await PrivatePostgres.start()
        #expect(!FileManager.default.fileExists(atPath: stale.path))
        try await own.stop()
    }

    @Test func durabilityIsOnUnlessATestTurnsItOff() async throws {
        let connection = try await TestDatabase.connection()
        for name in ["fsync", "synchronous_commit", "full_page_writes"] {
            #expect(try await connection.run(CurrentSetting(name: name), deadlineMs: 60_000).rows == ["on"])
        }
    }
}
