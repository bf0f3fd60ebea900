internal import CLibPQ

/// COPY out of the database. While it goes on the session can do nothing else; cut it to end it early.
extension PostgresSession {
    func openCopy<S: CopyStatement>(_ statement: S, deadlineMs: Int) throws(PostgresError) {
        guard !isBroken else { throw .closed }
        let deadline = Deadline(afterMs: deadlineMs)
        var refusal: PostgresError?
        try guarded { () throws(PostgresError) in
            try handle.exitPipelineMode()
            try handle.sendScript("COPY (\(statement.sql)) TO STDOUT (FORMAT binary)")
            try handle.flush(deadline)
            guard let result = try handle.nextResult(deadline) else { throw .connectionLost("COPY has no answer") }
            guard result.status != PGRES_COPY_OUT else { return }
            refusal = failure(in: result, statementIndex: 0) ?? .connectionLost("COPY copies nothing")
            _ = try handle.nextResult(deadline)
        }
        if let refusal { throw refusal }
    }

    /// The next rows, some `bytesMax` of them. After the last ones the session is free again.
    func takeCopied(bytesMax: Int, isFirst: Bool, deadlineMs: Int) throws(PostgresError) -> CopyBatch {
        guard !isBroken else { throw .closed }
        let deadline = Deadline(afterMs: deadlineMs)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(bytesMax)
        var isLast = false
        try guarded { () throws(PostgresError) in
            while bytes.count < bytesMax, !isLast { isLast = try !handle.appendCopied(to: &bytes, deadline) }
            if isLast { try endCopy(deadline) }
        }
        return CopyBatch(bytes: bytes, hasSignature: isFirst, isLast: isLast)
    }

    private func endCopy(_ deadline: Deadline) throws(PostgresError) {
        var failure: PostgresError?
        while let result = try handle.nextResult(deadline) {
            failure = failure ?? self.failure(in: result, statementIndex: 0)
        }
        if let failure { throw failure }
    }
}

extension PostgresSnapshot {
    /// Hands the rows over in order, `bytesMax` and the rest of a row at a time. The next ones are read while `body`
    /// works, and no more: a slow reader slows the server down instead of filling our memory.
    ///
    /// The snapshot serves nothing else meanwhile; if `body` throws, its connection is cut (the server is still
    /// sending) and replaced at the next use.
    package func copy<S: CopyStatement>(
        _ statement: S, bytesMax: Int, isolation: isolated (any Actor)? = #isolation,
        _ body: (CopyBatch) async throws -> Void
    ) async throws {
        precondition(bytesMax > 0, "a batch has at least one row")
        do {
            var batch = try await connection.openCopy(statement, bytesMax: bytesMax, deadlineMs: deadlineMs)
            while !batch.isLast {
                try Task.checkCancellation()
                async let next = connection.nextCopied(bytesMax: bytesMax, deadlineMs: deadlineMs)
                try await body(batch)
                batch = try await next
            }
            try await body(batch)
        } catch {
            await connection.close()
            throw error
        }
    }
}

extension PostgresConnection {
    /// Only in the transaction that `beginSnapshot` opened: another session would see another moment.
    func openCopy<S: CopyStatement>(
        _ statement: S, bytesMax: Int, deadlineMs: Int
    ) throws(PostgresError) -> CopyBatch {
        guard let session, session.transactionStatus == .inTransaction else {
            throw .connectionLost("the snapshot has ended")
        }
        try session.openCopy(statement, deadlineMs: deadlineMs)
        return try session.takeCopied(bytesMax: bytesMax, isFirst: true, deadlineMs: deadlineMs)
    }

    func nextCopied(bytesMax: Int, deadlineMs: Int) throws(PostgresError) -> CopyBatch {
        guard let session else { throw .connectionLost("the snapshot has ended") }
        return try session.takeCopied(bytesMax: bytesMax, isFirst: false, deadlineMs: deadlineMs)
    }
}
