internal import CLibPQ

/// Where a session stands in its transaction.
package enum TransactionStatus: Sendable {
    case idle, inTransaction
    /// A statement failed: only ROLLBACK helps (COMMIT would answer `ROLLBACK`).
    case failed
    /// A command is under way, or the connection is gone.
    case unknown
}

/// One connection with its prepared statements. It blocks, it has one owner, it is not Sendable: a lane of the Writer
/// runs it on its own thread, everybody else goes through `PostgresConnection` or `PostgresPool`.
package final class PostgresSession {
    let handle: ConnectionHandle
    var prepared = PreparedStatements()
    /// Cut by us, lost, or ended by the server. Open another one.
    package private(set) var isBroken = false

    /// Connects and sets `settings.options`; blocks for at most `connectTimeoutSeconds` a host.
    package init(_ settings: PostgresSettings) throws(PostgresError) {
        handle = try ConnectionHandle(settings)
        guard !settings.options.isEmpty else { return }
        let pipeline = Pipeline()
        for option in settings.options {
            pipeline.add(SetConfig(name: option.name, value: option.value, isLocal: false))
        }
        do throws(PostgresError) {
            try run(pipeline, deadlineMs: settings.setUpDeadlineMs)
        } catch {
            throw .cannotConnect("the session's settings were refused: \(error.facts)")
        }
    }

    /// States of notices with severity WARNING since `clearWarnings`, the first 64.
    package var warnings: [SQLState] { handle.notices.warnings }

    package func clearWarnings() { handle.notices.clear() }

    package var transactionStatus: TransactionStatus {
        guard !isBroken else { return .unknown }
        return switch handle.transactionStatus {
        case PQTRANS_IDLE: .idle
        case PQTRANS_INTRANS: .inTransaction
        case PQTRANS_INERROR: .failed
        default: .unknown
        }
    }

    /// For `pg_stat_activity` and for tests that end it.
    package var backendPID: Int32 { handle.backendPID }

    /// Cuts the socket at once; the memory goes with the session. What was under way ends at the server's leisure.
    package func close() {
        guard !isBroken else { return }
        isBroken = true
        handle.cut()
    }

    /// Finds out without a round trip whether the server has hung up on this idle session.
    package func checkIsAlive() -> Bool {
        guard !isBroken else { return false }
        if !handle.isAliveWhenIdle() { close() }
        return !isBroken
    }

    /// One round trip: sends everything with one sync, then fills the tickets in order.
    ///
    /// Throws the first error. `server`: the session lives on, and in an explicit transaction the caller must send
    /// ROLLBACK. `connectionLost`, `deadlineExceeded`: the session is broken.
    package func run(_ pipeline: Pipeline, deadlineMs: Int) throws(PostgresError) {
        guard !isBroken else { throw .closed }
        let deadline = Deadline(afterMs: deadlineMs)
        let wasIdle = transactionStatus == .idle
        do throws(PostgresError) {
            try exchange(pipeline, deadline)
        } catch {
            guard error.isStaleStatement else { throw error }
            prepared.forgetAll()
            guard wasIdle, pipeline.hasCommittedNothing else { throw error }
            try undo(deadline)
            try exchange(pipeline, deadline)
        }
    }

    /// Several statements in one text by the simple protocol, for migrations; all in one implicit transaction unless
    /// the text says otherwise. Rows are thrown away.
    package func runScript(_ sql: String, deadlineMs: Int) throws(PostgresError) {
        guard !isBroken else { throw .closed }
        guard !sql.utf8.contains(0) else { throw .invalidParameter(statementIndex: 0, reason: "a script holds a NUL") }
        let deadline = Deadline(afterMs: deadlineMs)
        try guarded { () throws(PostgresError) in
            try handle.exitPipelineMode()
            try handle.sendScript(sql)
            try handle.flush(deadline)
            var failure: PostgresError?
            while let result = try handle.nextResult(deadline) {
                guard let error = self.failure(in: result, statementIndex: nil) else { continue }
                if case .connectionLost = error { throw error }
                failure = failure ?? error
            }
            if let failure { throw failure }
        }
    }
}
