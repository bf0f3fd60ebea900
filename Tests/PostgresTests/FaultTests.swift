internal import Postgres
internal import TestSupport
import Testing

/// Clusters of their own, because these tests break them.
@Suite(.serialized) struct FaultTests {
    private struct Keep: Statement {
        typealias Row = Void
        static let sql = "INSERT INTO kept VALUES (1)"
    }

    private struct CountKept: Statement {
        static let sql = "SELECT count(*) FROM kept"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }

    /// Cancels every backend that waits for a standby; answers how many.
    private struct CancelWaiters: Statement {
        static let sql = "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }

    @Test func committedRowsOutliveAKilledServerAndThePoolComesBack() async throws {
        let cluster = try await PrivatePostgres.start()
        let pool = PostgresPool(PostgresSettings(conninfo: try await cluster.freshDatabase("killed")), size: 2)
        try await pool.transaction { try $0.runScript("CREATE TABLE kept (n int)", deadlineMs: 60_000) }
        try await pool.execute(Keep())
        try await cluster.kill9()
        await #expect(throws: PostgresError.self) { try await pool.query(CountKept()) }
        try await cluster.restart()
        #expect(try await pool.query(CountKept()) == [1])
        await pool.close()
        try await cluster.stop()
    }

    @Test func commitThatNoStandbyConfirmedIsNoSuccess() async throws {
        let cluster = try await PrivatePostgres.start()
        let conninfo = try await cluster.freshDatabase("standby")
        try await cluster.execute("CREATE TABLE kept (n int)", database: "standby_1")
        // ALTER SYSTEM runs in no transaction, and nothing here waits for the standby that does not exist.
        let admin = PostgresConnection(PostgresSettings(conninfo: conninfo))
        _ = try await admin.withSession { session in
            try session.runScript("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", deadlineMs: 60_000)
            try session.runScript("SELECT pg_reload_conf()", deadlineMs: 60_000)
        }
        try await cluster.restart()
        let pool = PostgresPool(PostgresSettings(conninfo: conninfo), size: 1, deadlineMs: 120_000)
        let unconfirmed = Task { try await pool.transaction { _ = try $0.query(Keep(), deadlineMs: 60_000) } }
        while try await admin.run(CancelWaiters(), deadlineMs: 60_000).rows == [0] {
            try await Task.sleep(for: .milliseconds(20))
        }
        await #expect(throws: PostgresError.commitUnconfirmed) { try await unconfirmed.value }
        // Our deadline ends the waiting for a COMMIT that nothing else ends; the row is there all the same.
        await #expect(throws: PostgresError.deadlineExceeded) {
            try await pool.transaction { session in
                _ = try session.query(Keep(), deadlineMs: 60_000)
                try session.commit(deadlineMs: 200)
            }
        }
        // A slow server may come to the COMMIT only now: it waits until it is cancelled, then the row shows.
        var kept = try await admin.run(CountKept(), deadlineMs: 60_000).rows
        for _ in 0..<500 where kept != [2] {
            _ = try await admin.run(CancelWaiters(), deadlineMs: 60_000)
            try await Task.sleep(for: .milliseconds(20))
            kept = try await admin.run(CountKept(), deadlineMs: 60_000).rows
        }
        #expect(kept == [2])
        await pool.close()
        try await cluster.stop()
    }
}
