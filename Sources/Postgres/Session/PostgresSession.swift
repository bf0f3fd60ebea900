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
    private let handle: ConnectionHandle
    private var prepared = PreparedStatements()
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
                if let error = self.failure(in: result, statementIndex: nil) { failure = failure ?? error }
            }
            if let failure { throw failure }
        }
    }

    private func exchange(_ pipeline: Pipeline, _ deadline: Deadline) throws(PostgresError) {
        try pipeline.prepareToRun()
        guard pipeline.count > 0 else { return }
        try guarded { () throws(PostgresError) in
            try handle.enterPipelineMode()
            let answers = try send(pipeline)
            try handle.flush(deadline)
            try receive(answers, pipeline, deadline)
        }
    }

    private func send(_ pipeline: Pipeline) throws(PostgresError) -> [ExpectedAnswer] {
        var answers: [ExpectedAnswer] = []
        answers.reserveCapacity(pipeline.count)
        for (index, step) in pipeline.steps.enumerated() {
            var name: String?
            if let key = step.key {
                let types = pipeline.parameters.oids[step.parameters]
                let (known, isNew) = prepared.name(for: key, types: types)
                if isNew {
                    try handle.sendPrepare(name: known, sql: step.sql, types: types)
                    answers.append(.prepared(key, index))
                }
                name = known
            }
            try handle.send(step, name: name, pipeline.parameters)
            answers.append(.rows(index))
        }
        try handle.sendSync()
        return answers
    }

    /// Reads every answer up to the sync, also after a failure, so that the session can go on.
    private func receive(
        _ answers: [ExpectedAnswer], _ pipeline: Pipeline, _ deadline: Deadline
    ) throws(PostgresError) {
        var failure: PostgresError?
        for answer in answers {
            while let result = try handle.nextResult(deadline) {
                do throws(PostgresError) {
                    try take(result, for: answer, pipeline)
                } catch {
                    failure = failure ?? error
                }
            }
            if case .prepared(let key, _) = answer, failure != nil { prepared.forget(key) }
        }
        failure = try receiveSync(deadline) ?? failure
        if let failure { throw failure }
    }

    private func take(
        _ result: borrowing ResultHandle, for answer: ExpectedAnswer, _ pipeline: Pipeline
    ) throws(PostgresError) {
        if let error = failure(in: result, statementIndex: answer.statementIndex) { throw error }
        guard case .rows(let index) = answer, result.status != PGRES_PIPELINE_ABORTED else { return }
        try pipeline.steps[index].receiver.receive(result)
    }

    private func receiveSync(_ deadline: Deadline) throws(PostgresError) -> PostgresError? {
        guard let result = try handle.nextResult(deadline) else { throw .connectionLost("libpq lost count of results") }
        if result.status == PGRES_PIPELINE_SYNC { return nil }
        // The implicit transaction failed while the sync committed it (a deferred constraint).
        let error = failure(in: result, statementIndex: nil)
        while let more = try handle.nextResult(deadline), more.status != PGRES_PIPELINE_SYNC {}
        return error ?? .connectionLost("libpq answered no sync")
    }

    /// Nil if `result` is a success, or was not run because an earlier statement failed.
    private func failure(in result: borrowing ResultHandle, statementIndex: Int?) -> PostgresError? {
        switch result.status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY, PGRES_PIPELINE_ABORTED: return nil
        case PGRES_FATAL_ERROR, PGRES_NONFATAL_ERROR, PGRES_BAD_RESPONSE:
            guard let error = result.serverError(statementIndex: statementIndex) else {
                return .connectionLost(handle.errorMessage)
            }
            return error.endsSession ? .connectionLost("\(error.state.code) \(error.message)") : .server(error)
        default:
            return .connectionLost("a result of kind \(result.status.rawValue) is not supported (COPY)")
        }
    }

    /// After a loss or our deadline the socket is cut: nothing of this session may be used again.
    private func guarded(_ body: () throws(PostgresError) -> Void) throws(PostgresError) {
        do throws(PostgresError) {
            try body()
        } catch {
            switch error {
            case .connectionLost, .deadlineExceeded: close()
            default: if handle.isBad { close() }
            }
            throw error
        }
    }

    private func undo(_ deadline: Deadline) throws(PostgresError) {
        guard transactionStatus == .failed else { return }
        let rollback = Pipeline()
        rollback.add(sql: Rollback.sql)
        try exchange(rollback, deadline)
    }
}
