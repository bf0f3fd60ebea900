internal import CLibPQ

/// The steps of one round trip: send all, read all.
extension PostgresSession {
    func exchange(_ pipeline: Pipeline, _ deadline: Deadline) throws(PostgresError) {
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
                    // Nothing sensible follows; during a COPY libpq would repeat itself for ever.
                    if case .connectionLost = error { throw error }
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
        if case .connectionLost(let facts) = error { throw .connectionLost(facts) }
        // libpq marks the end of the error's results first (nil) and gives the sync then.
        for _ in 0..<2 {
            if let sync = try handle.nextResult(deadline), sync.status == PGRES_PIPELINE_SYNC { return error }
        }
        throw .connectionLost("libpq answered no sync")
    }

    /// Nil if `result` is a success, or was not run because an earlier statement failed.
    func failure(in result: borrowing ResultHandle, statementIndex: Int?) -> PostgresError? {
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
    func guarded(_ body: () throws(PostgresError) -> Void) throws(PostgresError) {
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

    func undo(_ deadline: Deadline) throws(PostgresError) {
        guard transactionStatus == .failed else { return }
        let rollback = Pipeline()
        rollback.add(sql: Rollback.sql)
        try exchange(rollback, deadline)
    }
}
