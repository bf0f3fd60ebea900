internal import Foundation
internal import Postgres
internal import Synchronization
import Testing

@Suite struct SnapshotTests {
    private struct Refused: Error {}

    /// Two thousand bytes a row.
    private struct ManyRows: Statement {
        static let sql = "SELECT n, repeat('x', 2000) FROM generate_series(1, $1) AS n"
        let count: Int64
        func bind(_ parameters: inout Parameters) { parameters.int8(count) }
        static func decode(_ row: inout RowReader) throws(PostgresError) -> (number: Int64, text: String) {
            (try row.int8(), try row.text())
        }
    }

    private struct CountRows: Statement {
        static let sql = "SELECT count(*) FROM snapshot_rows"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }

    @Test func streams200000RowsInConstantMemory() async throws {
        let pool = try await TestDatabase.pool(size: 1)
        let before = residentBytes()
        var next: Int64 = 1
        var grownBytes = 0
        try await pool.forEachBatch(ManyRows(count: 200_000), rowsMax: 1_000) { batch in
            #expect(batch.count <= 1_000)
            for row in batch {
                #expect(row.number == next && row.text.utf8.count == 2_000)
                next += 1
            }
            grownBytes = max(grownBytes, residentBytes() - before)
        }
        #expect(next == 200_001)
        // All rows at once are 400 MB; other tests of this process need some memory meanwhile.
        #expect(grownBytes < 250 * 1024 * 1024)
    }

    private func residentBytes() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        let pageBytes = 4_096
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * pageBytes : 0
    }

    @Test("every row comes once, whatever the batch size", arguments: [0, 1, 9, 10, 11, 20, 21])
    func batches(count: Int64) async throws {
        let pool = try await TestDatabase.pool(size: 1)
        var numbers: [Int64] = []
        try await pool.forEachBatch(ManyRows(count: count), rowsMax: 10) { numbers += $0.map(\.number) }
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
