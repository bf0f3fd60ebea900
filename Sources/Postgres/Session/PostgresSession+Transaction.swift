extension PostgresSession {
    /// One statement, one round trip.
    @discardableResult
    package func query<S: Statement>(_ statement: S, deadlineMs: Int) throws(PostgresError) -> [S.Row] {
        let pipeline = Pipeline()
        let ticket = pipeline.add(statement)
        try run(pipeline, deadlineMs: deadlineMs)
        return ticket.rows
    }

    /// COMMIT. Returns only when the server has confirmed it without a warning; see `PostgresError` for the rest.
    package func commit(deadlineMs: Int) throws(PostgresError) {
        clearWarnings()
        let pipeline = Pipeline()
        let ticket = pipeline.add(Commit())
        try run(pipeline, deadlineMs: deadlineMs)
        guard ticket.commandTag == Commit.sql else { throw .rolledBack }
        guard !warnings.contains(.warning) else { throw .commitUnconfirmed }
    }

    /// Leaves no transaction open. A session that cannot even roll back is closed, which rolls back as well.
    package func rollBackOrClose(deadlineMs: Int) {
        guard !isBroken, transactionStatus != .idle else { return }
        do throws(PostgresError) {
            try query(Rollback(), deadlineMs: deadlineMs)
        } catch {
            close()
        }
    }
}
