import Postgres
import Testing

@Suite struct SQLStateTests {
    @Test(
        "what a state means for a batch",
        arguments: [
            ("40001", true, false, false, false), ("40P01", true, false, false, false),
            ("23505", false, false, false, false), ("55P03", false, false, false, false),
            ("53100", false, true, false, false), ("53300", false, true, false, false),
            ("08006", false, false, true, false), ("08007", false, false, true, false),
            ("40003", false, false, true, false), ("57P01", false, false, true, false),
            ("57P02", false, false, true, false), ("57P03", false, false, true, false),
            ("57014", false, false, false, false), ("26000", false, false, false, true),
            ("0A000", false, false, false, true), ("XX000", false, false, false, false),
        ])
    func meaning(code: String, transient: Bool, shortage: Bool, lost: Bool, stale: Bool) {
        let state = SQLState(code: code)
        #expect(state.isTransient == transient)
        #expect(state.isResourceShortage == shortage)
        #expect(state.meansConnectionLost == lost)
        #expect(state.meansStaleStatement == stale)
    }

    @Test(
        "the server's own errors carry the states we know",
        arguments: [
            ("INSERT INTO state_rows VALUES (1)", SQLState.uniqueViolation, "state_rows_pkey"),
            ("INSERT INTO state_rows VALUES (-1)", .checkViolation, "positive"),
            ("INSERT INTO state_rows VALUES (NULL)", .notNullViolation, nil),
            ("SELECT * FROM no_such_table", .undefinedTable, nil),
            ("DO $$ BEGIN RAISE 'x'; END $$", .raisedException, nil),
            ("DO $$ BEGIN RAISE 'x' USING ERRCODE = '40001'; END $$", .serializationFailure, nil),
            ("SET statement_timeout = 10; SELECT pg_sleep(60)", .queryCanceled, nil),
        ] as [(String, SQLState, String?)])
    func fromTheServer(sql: String, expected: SQLState, constraint: String?) async throws {
        try await TestDatabase.connection().withSession { session in
            try session.runScript(
                """
                CREATE TEMPORARY TABLE state_rows (n int PRIMARY KEY CONSTRAINT positive CHECK (n > 0));
                INSERT INTO state_rows VALUES (1)
                """, deadlineMs: 60_000)
            let error = #expect(throws: PostgresError.self) { try session.runScript(sql, deadlineMs: 60_000) }
            guard case .server(let found) = error else { return #expect(Bool(false), "\(String(describing: error))") }
            #expect(found.state == expected)
            #expect(found.constraint == constraint)
            #expect(!session.isBroken)
            #expect(error?.description.contains("state_rows") == false)
        }
    }
}
