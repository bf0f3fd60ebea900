internal import Postgres
import Testing

/// A migration or a pooler can take prepared statements away from a living session.
@Suite struct StaleStatementTests {
    private struct ReadAll: Statement {
        static let sql = "SELECT * FROM changing"
        static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
    }

    @Test func statementsTheServerForgotArePreparedAgain() async throws {
        try await TestDatabase.connection().withSession { session in
            #expect(try session.query(Add(left: 1, right: 2), deadlineMs: 60_000) == [3])
            try session.runScript("DEALLOCATE ALL", deadlineMs: 60_000)
            #expect(try session.query(Add(left: 1, right: 2), deadlineMs: 60_000) == [3])
        }
    }

    @Test func statementWhoseColumnsChangedTypeIsPreparedAgain() async throws {
        try await TestDatabase.connection().withSession { session in
            try session.runScript(
                "CREATE TEMPORARY TABLE changing (c varchar(9)); INSERT INTO changing VALUES ('x')", deadlineMs: 60_000)
            #expect(try session.query(ReadAll(), deadlineMs: 60_000) == ["x"])
            try session.runScript("ALTER TABLE changing ALTER c TYPE text", deadlineMs: 60_000)
            #expect(try session.query(ReadAll(), deadlineMs: 60_000) == ["x"])
        }
    }

    @Test func aWholeTransactionIsRunAgainButNeverHalfOfOne() async throws {
        try await TestDatabase.connection().withSession { session in
            _ = try session.query(Add(left: 1, right: 2), deadlineMs: 60_000)
            try session.runScript("DEALLOCATE ALL", deadlineMs: 60_000)
            let whole = Pipeline()
            whole.add(Begin())
            let sum = whole.add(Add(left: 1, right: 2))
            try session.run(whole, deadlineMs: 60_000)
            #expect(sum.rows == [3])
            #expect(session.transactionStatus == .inTransaction)
            try session.runScript("DEALLOCATE ALL", deadlineMs: 60_000)
            let error = #expect(throws: PostgresError.self) {
                try session.query(Add(left: 1, right: 2), deadlineMs: 60_000)
            }
            #expect(state(of: error) == "26000")
            session.rollBackOrClose(deadlineMs: 60_000)
            #expect(try session.query(Add(left: 1, right: 2), deadlineMs: 60_000) == [3])
        }
    }
}
