/// One moment of the database, readable in constant memory: a REPEATABLE READ, READ ONLY transaction.
///
/// Everything read through it agrees with itself, so an export's lines and its control totals do too. Valid only
/// inside `PostgresPool.snapshot`.
package struct PostgresSnapshot: Sendable {
    let connection: PostgresConnection
    let deadlineMs: Int

    package func query<S: Statement>(_ statement: S) async throws(PostgresError) -> [S.Row] {
        try await connection.runInside(statement, deadlineMs: deadlineMs).rows
    }

    /// Hands the rows over in order, at most `rowsMax` at a time. The next ones are fetched while `body` works, and no
    /// more: a slow reader slows the server down instead of filling our memory (two batches at most).
    package func forEachBatch<S: Statement>(
        _ statement: S, rowsMax: Int = 1_000, isolation: isolated (any Actor)? = #isolation,
        _ body: ([S.Row]) async throws -> Void
    ) async throws {
        precondition(rowsMax > 0, "a batch has at least one row")
        let cursor = "batches"
        var batch = try await connection.openCursor(cursor, statement, rowsMax: rowsMax, deadlineMs: deadlineMs).rows
        while batch.count == rowsMax {
            try Task.checkCancellation()
            async let next = connection.fetch(S.self, cursor, rowsMax: rowsMax, deadlineMs: deadlineMs).rows
            try await body(batch)
            batch = try await next
        }
        if !batch.isEmpty { try await body(batch) }
        try await connection.closeCursor(cursor, deadlineMs: deadlineMs)
    }
}

extension PostgresPool {
    /// Lends a snapshot to `body` and keeps a connection for as long. `idleMs` is how long the body may let the
    /// transaction lie still (a slow client) before the server ends it.
    @discardableResult
    package func snapshot<Value>(
        idleMs: Int = 60_000, deadlineMs: Int? = nil, isolation: isolated (any Actor)? = #isolation,
        _ body: (PostgresSnapshot) async throws -> Value
    ) async throws -> Value {
        let deadlineMs = deadlineMs ?? self.deadlineMs
        let connection = try await lease()
        defer { giveBack(connection) }
        do {
            try await connection.beginSnapshot(idleMs: idleMs, deadlineMs: deadlineMs)
            let value = try await body(PostgresSnapshot(connection: connection, deadlineMs: deadlineMs))
            await connection.endSnapshot(deadlineMs: deadlineMs)
            return value
        } catch {
            await connection.endSnapshot(deadlineMs: deadlineMs)
            throw error
        }
    }

    /// One statement in a snapshot of its own, see `PostgresSnapshot.forEachBatch`.
    package func forEachBatch<S: Statement>(
        _ statement: S, rowsMax: Int = 1_000, isolation: isolated (any Actor)? = #isolation,
        _ body: ([S.Row]) async throws -> Void
    ) async throws {
        try await snapshot { try await $0.forEachBatch(statement, rowsMax: rowsMax, body) }
    }
}
