internal import Postgres
import Testing

@Suite struct PipelineTests {
    @Test func manyStatementsTravelInOneRoundTrip() async throws {
        let sums = try await TestDatabase.connection().withSession { session in
            let pipeline = Pipeline()
            let tickets = (0..<2_000).map { pipeline.add(Add(left: Int64($0), right: 1)) }
            try session.run(pipeline, deadlineMs: 60_000)
            return tickets.flatMap(\.rows)
        }
        #expect(sums == (0..<2_000).map { Int64($0) + 1 })
    }

    @Test func pipelineIsUsedAgainAfterReset() async throws {
        let rows = try await TestDatabase.connection().withSession { session in
            let pipeline = Pipeline()
            var rows: [Int64] = []
            for round in 0..<3 {
                pipeline.reset()
                let ticket = pipeline.add(Add(left: Int64(round), right: 10))
                try session.run(pipeline, deadlineMs: 60_000)
                rows += ticket.rows
            }
            return rows
        }
        #expect(rows == [10, 11, 12])
    }

    @Test func errorNamesItsStatementAndTheSessionGoesOn() async throws {
        try await TestDatabase.connection().withSession { session in
            let pipeline = Pipeline()
            pipeline.add(Add(left: 1, right: 1))
            let broken = pipeline.add(Divide(divisor: 0))
            let after = pipeline.add(Add(left: 2, right: 2))
            let error = #expect(throws: PostgresError.self) { try session.run(pipeline, deadlineMs: 60_000) }
            guard case .server(let server) = error else { return #expect(Bool(false), "\(String(describing: error))") }
            #expect(server.statementIndex == 1)
            #expect(server.state.code == "22012")
            #expect(server.severity == "ERROR")
            #expect(broken.rows.isEmpty && after.rows.isEmpty)
            #expect(!session.isBroken && session.transactionStatus == .idle)
            // Also statements whose preparation was skipped after the error.
            let sums = try session.query(Add(left: 2, right: 3), deadlineMs: 60_000)
            let quotients = try session.query(Divide(divisor: 4), deadlineMs: 60_000)
            #expect(sums == [5] && quotients == [25])
        }
    }

    @Test func withoutBeginAPipelineIsOneTransaction() async throws {
        try await TestDatabase.connection().withSession { session in
            try session.runScript("CREATE TEMPORARY TABLE kept (number bigint)", deadlineMs: 60_000)
            let pipeline = Pipeline()
            pipeline.add(sql: "INSERT INTO kept VALUES (1)")
            pipeline.add(Divide(divisor: 0))
            #expect(throws: PostgresError.self) { try session.run(pipeline, deadlineMs: 60_000) }
            pipeline.reset()
            let inserted = pipeline.add(sql: "INSERT INTO kept VALUES (2), (3)")
            try session.run(pipeline, deadlineMs: 60_000)
            #expect(inserted.commandTag == "INSERT 0 2")
            #expect(inserted.affectedRows == 2)
            pipeline.reset()
            let deleted = pipeline.add(sql: "DELETE FROM kept")
            try session.run(pipeline, deadlineMs: 60_000)
            #expect(deleted.affectedRows == 2)
        }
    }

    @Test func commitOfAFailedTransactionAnswersROLLBACK() async throws {
        try await TestDatabase.connection().withSession { session in
            let opening = Pipeline()
            opening.add(Begin())
            opening.add(Divide(divisor: 0))
            #expect(throws: PostgresError.self) { try session.run(opening, deadlineMs: 60_000) }
            #expect(session.transactionStatus == .failed)
            let closing = Pipeline()
            let commit = closing.add(Commit())
            try session.run(closing, deadlineMs: 60_000)
            #expect(commit.commandTag == "ROLLBACK")
            #expect(session.transactionStatus == .idle)
            try session.run(beginning(), deadlineMs: 60_000)
            #expect(throws: PostgresError.self) { try session.query(Divide(divisor: 0), deadlineMs: 60_000) }
            #expect(throws: PostgresError.rolledBack) { try session.commit(deadlineMs: 60_000) }
        }
    }

    private func beginning() -> Pipeline {
        let pipeline = Pipeline()
        pipeline.add(Begin())
        return pipeline
    }

    @Test func tenMegabytesEachWayDoNotDeadlock() async throws {
        let bytes = [UInt8](repeating: 0xC0, count: 10 * 1024 * 1024)
        let sizes = try await TestDatabase.connection().withSession { session in
            let pipeline = Pipeline()
            let tickets = (0..<3).map { _ in pipeline.add(EchoBytes(bytes: bytes)) }
            try session.run(pipeline, deadlineMs: 120_000)
            return tickets.map { $0.rows.first == bytes }
        }
        #expect(sizes == [true, true, true])
    }

    private struct EchoBytes: Statement {
        static let sql = "SELECT $1"
        let bytes: [UInt8]
        func bind(_ parameters: inout Parameters) { parameters.bytes(bytes) }
        static func decode(_ row: inout RowReader) throws(PostgresError) -> [UInt8] { try row.bytes() }
    }

    @Test func errorOfADeferredConstraintComesWithTheSync() async throws {
        try await TestDatabase.connection().withSession { session in
            try session.runScript(
                "CREATE TEMPORARY TABLE late (n bigint CONSTRAINT once UNIQUE DEFERRABLE INITIALLY DEFERRED)",
                deadlineMs: 60_000)
            let pipeline = Pipeline()
            pipeline.add(sql: "INSERT INTO late VALUES (1), (1)")
            let error = #expect(throws: PostgresError.self) { try session.run(pipeline, deadlineMs: 60_000) }
            #expect(state(of: error) == SQLState.uniqueViolation.code, "\(error?.facts ?? "")")
            #expect(!session.isBroken && session.transactionStatus == .idle)
            let sums = try session.query(Add(left: 1, right: 1), deadlineMs: 60_000)
            #expect(sums == [2])
        }
    }

    @Test func copyIsRefusedAndEndsTheSession() async throws {
        try await TestDatabase.connection().withSession { session in
            let pipeline = Pipeline()
            pipeline.add(sql: "COPY (SELECT 1) TO STDOUT")
            let error = #expect(throws: PostgresError.self) { try session.run(pipeline, deadlineMs: 60_000) }
            #expect(error?.leavesOutcomeUnknown == true)
            #expect(session.isBroken)
        }
    }

    @Test func emptyPipelineIsNoRoundTrip() async throws {
        try await TestDatabase.connection().withSession { session in
            try session.run(Pipeline(), deadlineMs: 60_000)
            #expect(session.transactionStatus == .idle)
        }
    }
}
