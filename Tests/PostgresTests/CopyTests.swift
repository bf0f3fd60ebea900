internal import Postgres
import Testing

@Suite struct CopyTests {
    private struct Refused: Error {}

    private struct Numbers: CopyStatement {
        let count: Int
        var sql: String {
            """
            SELECT n, CASE WHEN n % 2 = 0 THEN repeat('x', n::int % 50) END FROM generate_series(1::bigint, \(count)) n
            """
        }

        struct Row {
            let number: Int64
            let text: String?
        }

        static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> Row {
            Row(number: try row.int8(), text: try row.optionalText())
        }
    }

    private struct Anything: CopyStatement {
        let sql: String
        static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> [Int64] { try row.int8Array() }
    }

    @Test(
        "Every row comes once and in order, whatever the batches", arguments: [0, 1, 2, 1_000], [1, 7, 100, 1 << 20])
    func everyRowOnce(count: Int, bytesMax: Int) async throws {
        let pool = try await TestDatabase.pool(size: 1)
        var next: Int64 = 1
        try await pool.snapshot { snapshot in
            try await snapshot.copy(Numbers(count: count), bytesMax: bytesMax) { batch in
                try batch.forEach(of: Numbers.self) { row in
                    #expect(row.number == next)
                    #expect(row.text == (next % 2 == 0 ? String(repeating: "x", count: Int(next % 50)) : nil))
                    next += 1
                }
            }
            // The snapshot goes on.
            #expect(try await snapshot.query(Add(left: 1, right: 2)) == [3])
        }
        #expect(next == Int64(count) + 1)
    }

    @Test(
        "Arrays come whole; a shape that is not asked for is refused",
        arguments: [
            ("SELECT '{}'::bigint[]", []), ("SELECT '{5,-7}'::bigint[]", [5, -7]), ("SELECT '{5,NULL}'::bigint[]", nil),
            ("SELECT '{5}'::int[]", nil), ("SELECT '{{1},{2}}'::bigint[]", nil), ("SELECT NULL::bigint[]", nil),
            ("SELECT '{1}'::bigint[], 1", nil), ("SELECT 1::bigint", nil), ("SELECT 'text'", nil),
        ] as [(String, [Int64]?)])
    func arrays(sql: String, found: [Int64]?) async throws {
        let pool = try await TestDatabase.pool(size: 1)
        var arrays: [[Int64]] = []
        do {
            try await pool.snapshot { snapshot in
                try await snapshot.copy(Anything(sql: sql), bytesMax: 100) { batch in
                    try batch.forEach(of: Anything.self) { arrays.append($0) }
                }
            }
        } catch PostgresError.unexpectedShape {
            #expect(found == nil)
        }
        #expect(arrays == (found.map { [$0] } ?? []))
        #expect(try await pool.query(Add(left: 1, right: 1)) == [2])
    }

    @Test(
        "An error of the server comes out, at the start and in the middle",
        arguments: ["SELECT 1 / 0", "SELECT 1 / (500 - n) FROM generate_series(1, 1000) n", "nonsense"])
    func errors(sql: String) async throws {
        let pool = try await TestDatabase.pool(size: 1)
        let error = await #expect(throws: PostgresError.self) {
            try await pool.snapshot { try await $0.copy(Anything(sql: sql), bytesMax: 10) { _ in } }
        }
        #expect(error?.serverState != nil)
        #expect(try await pool.query(Add(left: 1, right: 1)) == [2])
    }

    @Test("Who stops reading frees the connection")
    func stops() async throws {
        let pool = try await TestDatabase.pool(size: 1)
        await #expect(throws: Refused.self) {
            try await pool.snapshot {
                try await $0.copy(Numbers(count: 1_000_000), bytesMax: 10) { _ in throw Refused() }
            }
        }
        #expect(try await pool.query(Add(left: 1, right: 1)) == [2])
    }
}
