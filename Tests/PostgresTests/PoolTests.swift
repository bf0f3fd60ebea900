internal import Foundation
internal import Postgres
import Testing

@Suite struct PoolTests {
    private struct Refused: Error {}

    @Test func neverMoreConnectionsThanItsSize() async throws {
        let pool = try await TestDatabase.pool(size: 3)
        let pids = try await withThrowingTaskGroup(of: [Int32].self) { group in
            for _ in 0..<60 { group.addTask { try await pool.query(BackendPID()) } }
            return try await group.reduce(into: Set<Int32>()) { $0.formUnion($1) }
        }
        #expect((1...3).contains(pids.count))
        await pool.close()
        await #expect(throws: PostgresError.closed) { try await pool.query(BackendPID()) }
    }

    @Test func waitingIsBoundedInTime() async throws {
        let pool = try await TestDatabase.pool(size: 1, waitMs: 50)
        try await pool.snapshot { _ in
            await #expect(throws: PostgresError.poolBusy) { try await pool.query(BackendPID()) }
        }
        #expect(try await pool.query(BackendPID()).count == 1)
        #expect(pool.waitingCount == 0)
    }

    @Test func waitingIsBoundedInNumber() async throws {
        let pool = try await TestDatabase.pool(size: 1, waitingMax: 0)
        try await pool.snapshot { _ in
            await #expect(throws: PostgresError.poolBusy) { try await pool.query(BackendPID()) }
        }
    }

    @Test func cancelledWaiterLeavesTheLine() async throws {
        let pool = try await TestDatabase.pool(size: 1)
        try await pool.snapshot { _ in
            let waiter = Task { try await pool.query(BackendPID()) }
            while pool.waitingCount == 0 { await Task.yield() }
            waiter.cancel()
            await #expect(throws: PostgresError.cancelled) { try await waiter.value }
            #expect(pool.waitingCount == 0)
        }
        #expect(try await pool.query(BackendPID()).count == 1)
    }

    @Test func firstUseAfterTheServerEndedIdleConnectionsSucceeds() async throws {
        let pool = try await TestDatabase.pool(size: 1)
        let killer = try await TestDatabase.connection()
        for _ in 0..<5 {
            let pid = try #require(try await pool.query(BackendPID()).first)
            #expect(try await killer.run(TerminateBackend(pid: pid), deadlineMs: 60_000).rows == [true])
            let next = try #require(try await pool.query(BackendPID()).first)
            #expect(next != pid)
            #expect(try await killer.run(TerminateBackend(pid: next), deadlineMs: 60_000).rows == [true])
            #expect(try await pool.execute(BackendPID()).rows != [next])
            let third = try #require(try await pool.query(BackendPID()).first)
            #expect(try await killer.run(TerminateBackend(pid: third), deadlineMs: 60_000).rows == [true])
            #expect(try await pool.transaction { try $0.query(BackendPID(), deadlineMs: 60_000) } != [third])
        }
    }

    @Test func connectionThatBrokeIsReplaced() async throws {
        let pool = try await TestDatabase.pool(size: 1)
        await #expect(throws: PostgresError.deadlineExceeded) {
            try await pool.execute(Sleep(milliseconds: 60_000), deadlineMs: 50)
        }
        #expect(try await pool.query(Add(left: 1, right: 1)) == [2])
    }

    @Test func transactionCommitsOrLeavesNothing() async throws {
        let pool = try await TestDatabase.pool(size: 1)
        try await pool.transaction { try $0.runScript("CREATE TABLE pool_kept (n bigint)", deadlineMs: 60_000) }
        try await pool.transaction { _ = try $0.query(Keep(number: 1), deadlineMs: 60_000) }
        await #expect(throws: Refused.self) {
            try await pool.transaction { session in
                _ = try session.query(Keep(number: 2), deadlineMs: 60_000)
                throw Refused()
            }
        }
        await #expect(throws: PostgresError.rolledBack) {
            try await pool.transaction { session in
                _ = try session.query(Keep(number: 3), deadlineMs: 60_000)
                // Swallowing an error does not make the transaction whole.
                _ = try? session.query(Divide(divisor: 0), deadlineMs: 60_000)
            }
        }
        #expect(try await pool.query(Kept()) == [1])
    }

    private struct Keep: Statement {
        typealias Row = Void
        static let sql = "INSERT INTO pool_kept VALUES ($1)"
        let number: Int64
        func bind(_ parameters: inout Parameters) { parameters.int8(number) }
    }

    private struct Kept: Statement {
        static let sql = "SELECT n FROM pool_kept ORDER BY n"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }
}
