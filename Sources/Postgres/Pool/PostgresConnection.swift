/// The Sendable door to one session. It may block in C: it runs on its own queue, not on Swift's thread pool.
/// Connects when first used and again after a loss.
package actor PostgresConnection {
    private nonisolated let executor = QueueExecutor(label: "postgres")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let settings: PostgresSettings
    private(set) var session: PostgresSession?
    private let pipeline = Pipeline()

    package init(_ settings: PostgresSettings) { self.settings = settings }

    /// Lends the session to a synchronous closure: no lock in the database outlives an `await`.
    @discardableResult
    package func withSession<Value: Sendable>(
        _ body: @Sendable (PostgresSession) throws -> Value
    ) throws -> Value {
        try body(openSession())
    }

    /// Runs one statement by itself.
    package func run<S: Statement>(_ statement: S, deadlineMs: Int) throws(PostgresError) -> Answer<S.Row> {
        try exchange(deadlineMs, on: openSession()) { $0.add(statement) }
    }

    /// BEGIN, the body, COMMIT; ROLLBACK if the body throws, and its error goes on. Never runs the body twice.
    @discardableResult
    package func transaction<Value: Sendable>(
        _ kind: TransactionKind, deadlineMs: Int, _ body: @Sendable (PostgresSession) throws -> Value
    ) throws -> Value {
        let session = try begin(kind, deadlineMs)
        do {
            let value = try body(session)
            try session.commit(deadlineMs: deadlineMs)
            return value
        } catch {
            session.rollBackOrClose(deadlineMs: deadlineMs)
            throw error
        }
    }

    package func close() {
        session?.close()
        session = nil
    }

    /// Opens a transaction that outlives this call; `idleMs` bounds how long it may lie still between two calls.
    func beginSnapshot(idleMs: Int, deadlineMs: Int) throws(PostgresError) {
        _ = try begin(.snapshot, deadlineMs)
        let patience = SetConfig(
            name: "idle_in_transaction_session_timeout", value: String(idleMs), isLocal: true)
        _ = try exchangeInside(deadlineMs) { $0.add(patience) }
    }

    func runInside<S: Statement>(_ statement: S, deadlineMs: Int) throws(PostgresError) -> Answer<S.Row> {
        try exchangeInside(deadlineMs) { $0.add(statement) }
    }

    func endSnapshot(deadlineMs: Int) { session?.rollBackOrClose(deadlineMs: deadlineMs) }

    /// Declares a cursor in the open transaction and fetches its first rows.
    func openCursor<S: Statement>(
        _ name: String, _ statement: S, rowsMax: Int, deadlineMs: Int
    ) throws(PostgresError) -> Answer<S.Row> {
        try exchangeInside(deadlineMs) { pipeline in
            _ = pipeline.append(statement, key: nil, sql: "DECLARE \(name) NO SCROLL CURSOR FOR \(S.sql)")
            return pipeline.append(Fetch<S>(), key: nil, sql: "FETCH FORWARD \(rowsMax) FROM \(name)")
        }
    }

    func fetch<S: Statement>(
        _: S.Type, _ name: String, rowsMax: Int, deadlineMs: Int
    ) throws(PostgresError) -> Answer<S.Row> {
        try exchangeInside(deadlineMs) {
            $0.append(Fetch<S>(), key: nil, sql: "FETCH FORWARD \(rowsMax) FROM \(name)")
        }
    }

    func closeCursor(_ name: String, deadlineMs: Int) throws(PostgresError) {
        _ = try exchangeInside(deadlineMs) { $0.add(sql: "CLOSE \(name)") }
    }

    /// The session, if the server has not hung up on it; a new one otherwise.
    private func openSession() throws(PostgresError) -> PostgresSession {
        if let session, session.checkIsAlive() { return session }
        session = nil
        let opened = try PostgresSession(settings)
        session = opened
        return opened
    }

    /// A connection lost during BEGIN alone harmed nobody: once more, on a new one.
    private func begin(_ kind: TransactionKind, _ deadlineMs: Int) throws(PostgresError) -> PostgresSession {
        do throws(PostgresError) {
            return try beginOnce(kind, deadlineMs)
        } catch .connectionLost {
            return try beginOnce(kind, deadlineMs)
        }
    }

    private func beginOnce(_ kind: TransactionKind, _ deadlineMs: Int) throws(PostgresError) -> PostgresSession {
        let session = try openSession()
        _ = try exchange(deadlineMs, on: session) { $0.add(sql: kind.beginSQL) }
        return session
    }

    /// Only in the transaction that `beginSnapshot` opened: another session would see another moment.
    private func exchangeInside<S: Statement>(
        _ deadlineMs: Int, _ fill: (Pipeline) -> Ticket<S>
    ) throws(PostgresError) -> Answer<S.Row> {
        guard let session, session.transactionStatus == .inTransaction else {
            throw .connectionLost("the snapshot has ended")
        }
        return try exchange(deadlineMs, on: session, fill)
    }

    private func exchange<S: Statement>(
        _ deadlineMs: Int, on session: PostgresSession, _ fill: (Pipeline) -> Ticket<S>
    ) throws(PostgresError) -> Answer<S.Row> {
        defer { pipeline.reset() }
        let ticket = fill(pipeline)
        try session.run(pipeline, deadlineMs: deadlineMs)
        return Answer(rows: ticket.rows, affectedRows: ticket.affectedRows)
    }
}

/// What one statement answered.
package struct Answer<Row: Sendable>: Sendable {
    package let rows: [Row]
    /// Inserted, updated, deleted or selected.
    package let affectedRows: Int
}

/// Rows of `S` out of a cursor: the text is made for each fetch.
private struct Fetch<S: Statement>: Statement {
    static var sql: String { "" }
    static func decode(_ row: inout RowReader) throws(PostgresError) -> S.Row { try S.decode(&row) }
}
