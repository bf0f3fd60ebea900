internal import Postgres
internal import TestSupport
import Testing

@Suite struct PipelineTests {
    private struct Add: Statement {
        static let sql = "SELECT $1::bigint + $2::bigint"
        let left: Int64
        let right: Int64
        func bind(_ parameters: inout Parameters) {
            parameters.int8(left)
            parameters.int8(right)
        }
        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
    }

    @Test func manyStatementsTravelInOneRoundTrip() async throws {
        let connection = try await TestDatabase.connection()
        let sums = try await connection.withSession { session in
            let pipeline = Pipeline()
            let tickets = (0..<300).map { pipeline.add(Add(left: Int64($0), right: 1)) }
            try session.run(pipeline, deadlineMs: 30_000)
            return tickets.flatMap(\.rows)
        }
        #expect(sums == (0..<300).map { Int64($0) + 1 })
    }
}
