internal import Postgres
internal import Synchronization
import Testing

@Suite struct SnapshotTests {
    private struct Refused: Error {}

    private struct ManyRows: Statement {
        static let sql = "SELECT n FROM generate_series(1, $1) AS n"
        let count: Int64
        func bind(_ parameters: inout Parameters) { parameters.int8(count) }
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }

    private struct CountRows: Statement {
        static let sql = "SELECT count(*) FROM snapshot_rows"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }

    /// Counts how many of itself exist: exact where resident memory depends on other tests and on sanitizers.
    private final class CountedRow: Sendable {
        static let living = Atomic<Int>(0)
        let number: Int64

        init(_ number: Int64) {
            self.number = number
            Self.living.add(1, ordering: .relaxed)
        }

        deinit { Self.living.subtract(1, ordering: .relaxed) }
    }

    private struct CountedRows: Statement {
        static let sql = "SELECT n FROM generate_series(1, 200000::bigint) AS n"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> CountedRow { CountedRow(try row.int8()) }
    }

    @Test func streams200000RowsWithNoMoreThanTwoBatchesInMemory() async throws {
        let pool = try await TestDatabase.pool(size: 1)
        var next: Int64 = 1
        var livingMax = 0
        try await pool.forEachBatch(CountedRows(), rowsMax: 1_000) { batch in
            for row in batch {
                #expect(row.number == next)
                next += 1
            }
            livingMax = max(livingMax, CountedRow.living.load(ordering: .relaxed))
        }
        #expect(next == 200_001)
        #expect((1_000...2_000).contains(livingMax))
        #expect(CountedRow.living.load(ordering: .relaxed) == 0)
    }

    @Test("every row comes once, whatever the batch size", arguments: [0, 1, 9, 10, 11, 20, 21])
    func batches(count: Int64) async throws {
        let pool = try await TestDatabase.pool(size: 1)
        var numbers: [Int64] = []
        try await pool.forEachBatch(ManyRows(count: count), rowsMax: 10) { numbers += $0 }
        #expect(numbers == (0..<count).map { $0 + 1 })
    }

    @Test func seesOneMoment() async throws {
        let pool = try await TestDatabase.pool(size: 2)
        try await pool.transaction { try $0.runScript("CREATE TABLE snapshot_rows (n int)", deadlineMs: 60_000) }
        try await pool.snapshot { snapshot in
            #expect(try await snapshot.query(CountRows()) == [0])
            try await pool.transaction {
                try $0.runScript("INSERT INTO snapshot_rows VALUES (1)", deadlineMs: 60_000)
            }
            #expect(try await snapshot.query(CountRows()) == [0])
        }
        #expect(try await pool.query(CountRows()) == [1])
    }

    @Test func readersErrorEndsTheSnapshotAndFreesTheConnection() async throws {
        let pool = try await TestDatabase.pool(size: 1)
        await #expect(throws: Refused.self) {
            try await pool.forEachBatch(ManyRows(count: 1_000), rowsMax: 10) { _ in throw Refused() }
        }
        let isIdle = try await pool.transaction { $0.transactionStatus == .inTransaction }
        #expect(isIdle)
        #expect(try await pool.query(Add(left: 1, right: 1)) == [2])
    }

    @Test func lostSnapshotIsNeverContinuedInAnotherSession() async throws {
        let pool = try await TestDatabase.pool(size: 1)
        let killer = try await TestDatabase.connection()
        try await pool.snapshot { snapshot in
            let pid = try #require(try await snapshot.query(BackendPID()).first)
            #expect(try await killer.run(TerminateBackend(pid: pid), deadlineMs: 60_000).rows == [true])
            for _ in 0..<2 {
                let error = await #expect(throws: PostgresError.self) { try await snapshot.query(BackendPID()) }
                #expect(error?.leavesOutcomeUnknown == true)
            }
        }
        #expect(try await pool.query(Add(left: 1, right: 1)) == [2])
    }
}
