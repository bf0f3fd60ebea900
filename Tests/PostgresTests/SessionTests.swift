internal import Foundation
internal import Postgres
internal import TestSupport
import Testing

@Suite struct SessionTests {
    @Test func warningsAreSeenAndNoticesAreNot() async throws {
        try await TestDatabase.connection().withSession { session in
            try session.runScript("DO $$ BEGIN RAISE NOTICE 'a'; RAISE WARNING 'b'; END $$", deadlineMs: 60_000)
            #expect(session.warnings == [.warning])
            session.clearWarnings()
            #expect(session.warnings.isEmpty)
            // BEGIN inside a transaction is a warning with a state of its own.
            try session.runScript("BEGIN; BEGIN; ROLLBACK", deadlineMs: 60_000)
            #expect(session.warnings.map(\.code) == ["25001"])
        }
    }

    @Test func settingsAreSetOnEverySession() async throws {
        let settings = try await TestDatabase.settings(
            options: [("statement_timeout", "4321"), ("plan_cache_mode", "force_generic_plan")])
        let connection = PostgresConnection(settings)
        let found = try await connection.withSession { session in
            try ["statement_timeout", "plan_cache_mode", "application_name", "client_encoding"].flatMap {
                try session.query(CurrentSetting(name: $0), deadlineMs: 60_000)
            }
        }
        #expect(found == ["4321ms", "force_generic_plan", "postgres-tests", "UTF8"])
    }

    @Test func refusedSettingIsSaidWhenConnecting() async throws {
        let settings = try await TestDatabase.settings(options: [("no_such_setting", "1")])
        let error = await #expect(throws: PostgresError.self) {
            try await PostgresConnection(settings).withSession { _ in }
        }
        guard case .cannotConnect = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test func deadlineCutsTheSession() async throws {
        try await TestDatabase.connection().withSession { session in
            let error = #expect(throws: PostgresError.self) {
                try session.query(Sleep(milliseconds: 60_000), deadlineMs: 50)
            }
            #expect(error == .deadlineExceeded)
            #expect(error?.leavesOutcomeUnknown == true)
            #expect(session.isBroken && session.transactionStatus == .unknown)
            #expect(throws: PostgresError.closed) { try session.query(Add(left: 1, right: 1), deadlineMs: 60_000) }
        }
    }

    @Test func terminatedBackendIsALostConnection() async throws {
        let victim = try await TestDatabase.connection()
        let killer = try await TestDatabase.connection()
        let pid = try await victim.withSession { $0.backendPID }
        async let sleeping = victim.run(Sleep(milliseconds: 600_000), deadlineMs: 300_000)
        try await waitUntilBusy(pid, killer)
        #expect(try await killer.run(TerminateBackend(pid: pid), deadlineMs: 60_000).rows == [true])
        do {
            _ = try await sleeping
            Issue.record("the statement survived its backend")
        } catch PostgresError.connectionLost(let facts) {
            #expect(facts.contains("57P01"))
        }
    }

    private func waitUntilBusy(_ pid: Int32, _ connection: PostgresConnection) async throws {
        while try await connection.run(IsSleeping(pid: pid), deadlineMs: 60_000).rows.isEmpty {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private struct IsSleeping: Statement {
        static let sql = "SELECT pid FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'"
        let pid: Int32
        func bind(_ parameters: inout Parameters) { parameters.int4(pid) }
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.int4() }
    }

    @Test func serverThatReadsNothingCannotHoldUsBeyondTheDeadline() async throws {
        let connection = try await TestDatabase.connection()
        let pid = try await connection.withSession { $0.backendPID }
        #expect(kill(pid, SIGSTOP) == 0)
        defer { kill(pid, SIGCONT) }
        // More than the pipes hold, so that the sending itself gets stuck, and libpq's good-bye would too.
        let echo = Echo<BytesEcho>(value: [UInt8](repeating: 1, count: 8 * 1024 * 1024))
        await #expect(throws: PostgresError.deadlineExceeded) { try await connection.run(echo, deadlineMs: 200) }
        await connection.close()
    }

    @Test func wrongShapesAreRefused() async throws {
        try await TestDatabase.connection().withSession { session in
            #expect(throws: PostgresError.self) { try session.query(WrongType(), deadlineMs: 60_000) }
            #expect(throws: PostgresError.self) { try session.query(UnexpectedNULL(), deadlineMs: 60_000) }
            #expect(throws: PostgresError.self) { try session.query(ColumnLeftOver(), deadlineMs: 60_000) }
            #expect(throws: PostgresError.self) { try session.query(ColumnMissing(), deadlineMs: 60_000) }
            #expect(throws: PostgresError.self) { try session.query(Infinite(), deadlineMs: 60_000) }
            #expect(throws: PostgresError.self) { try session.query(TwoDimensions(), deadlineMs: 60_000) }
            let sums = try session.query(Add(left: 1, right: 1), deadlineMs: 60_000)
            #expect(sums == [2])
        }
    }

    private struct WrongType: Statement {
        static let sql = "SELECT 1::int4"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }

    private struct UnexpectedNULL: Statement {
        static let sql = "SELECT NULL::int8"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }

    private struct ColumnLeftOver: Statement {
        static let sql = "SELECT 1::int8, 2::int8"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }

    private struct ColumnMissing: Statement {
        static let sql = "SELECT 1::int8"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() + row.int8() }
    }

    private struct Infinite: Statement {
        static let sql = "SELECT 'infinity'::timestamptz"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.timestamp() }
    }

    private struct TwoDimensions: Statement {
        static let sql = "SELECT ARRAY[[1, 2], [3, 4]]::int8[]"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> [Int64] { try row.int8Array() }
    }

    @Test func scriptStopsAtItsFirstErrorAndCannotCopy() async throws {
        try await TestDatabase.connection().withSession { session in
            let error = #expect(throws: PostgresError.self) {
                try session.runScript("CREATE TABLE half (n int); SELECT 1 / 0; SELECT 1", deadlineMs: 60_000)
            }
            #expect(state(of: error) == "22012")
            #expect(!session.isBroken)
            let missing = #expect(throws: PostgresError.self) {
                try session.runScript("DROP TABLE half", deadlineMs: 60_000)
            }
            #expect(state(of: missing) == SQLState.undefinedTable.code)
            #expect(throws: PostgresError.self) {
                try session.runScript("COPY (SELECT 1) TO STDOUT", deadlineMs: 60_000)
            }
            #expect(session.isBroken)
        }
    }

    @Test("secrets in a connection string stay out of errors", arguments: ["password=canary host", "://canary", ""])
    func brokenConninfo(conninfo: String) {
        let settings = PostgresSettings(conninfo: conninfo + " hostaddr=127.0.0.1 port=1 dbname=canary2")
        let error = #expect(throws: PostgresError.self) { _ = try PostgresSession(settings) }
        guard case .cannotConnect = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(error?.description.contains("canary") == false)
        #expect(error?.facts.contains("canary") == false)
        #expect("\(settings)".contains("canary") == false)
    }
}
