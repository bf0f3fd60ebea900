internal import Synchronization

/// A fixed number of connections, opened when first used, for everything but the Writer's lanes.
///
/// Waiting is bounded in number and time. A connection that broke is replaced when it is used next; one that the
/// server closed while it was idle is noticed before anything is sent.
package final class PostgresPool: Sendable {
    private typealias Line = LeaseQueue<PostgresConnection, CheckedContinuation<PostgresConnection, any Error>>

    private let connections: [PostgresConnection]
    private let line: Mutex<Line>
    private let waitersNumbered = Atomic<Int>(0)
    private let waitMs: Int
    let deadlineMs: Int

    /// `waitMs`: how long a caller waits for a free connection; `waitingMax`: how many may wait; `deadlineMs`: how long
    /// one round trip may take unless the call says otherwise.
    package init(
        _ settings: PostgresSettings, size: Int, waitMs: Int = 2_000, waitingMax: Int = 1_024,
        deadlineMs: Int = 5_000
    ) {
        precondition(size > 0, "a pool has at least one connection")
        connections = (0..<size).map { _ in PostgresConnection(settings) }
        line = Mutex(Line(connections, waitingMax: waitingMax))
        self.waitMs = waitMs
        self.deadlineMs = deadlineMs
    }

    /// Runs a statement that may safely run twice (a read): it is repeated once if the connection is lost.
    package func query<S: Statement>(
        _ statement: S, deadlineMs: Int? = nil
    ) async throws(PostgresError) -> [S.Row] {
        let deadlineMs = deadlineMs ?? self.deadlineMs
        return try await lend { connection async throws(PostgresError) in
            do throws(PostgresError) {
                return try await connection.run(statement, deadlineMs: deadlineMs).rows
            } catch .connectionLost {
                return try await connection.run(statement, deadlineMs: deadlineMs).rows
            }
        }
    }

    /// Runs a statement once, in a transaction of its own. After `connectionLost` nobody knows whether it ran.
    @discardableResult
    package func execute<S: Statement>(
        _ statement: S, deadlineMs: Int? = nil
    ) async throws(PostgresError) -> Answer<S.Row> {
        let deadlineMs = deadlineMs ?? self.deadlineMs
        return try await lend { connection async throws(PostgresError) in
            try await connection.run(statement, deadlineMs: deadlineMs)
        }
    }

    /// BEGIN, the body, COMMIT; ROLLBACK if the body throws, and its error goes on. The body is synchronous: it cannot
    /// wait for the network while it holds locks. It never runs twice.
    @discardableResult
    package func transaction<Value: Sendable>(
        _ kind: TransactionKind = .readCommitted, deadlineMs: Int? = nil,
        _ body: @Sendable (PostgresSession) throws -> Value
    ) async throws -> Value {
        let connection = try await lease()
        defer { giveBack(connection) }
        return try await connection.transaction(kind, deadlineMs: deadlineMs ?? self.deadlineMs, body)
    }

    /// Refuses all further use; connections end when their present users are done.
    package func close() async {
        for waiter in line.withLock({ $0.close() }) { waiter.resume(throwing: PostgresError.closed) }
        for connection in connections { await connection.close() }
    }

    /// How many callers wait for a connection at this moment: for metrics.
    package var waitingCount: Int { line.withLock { $0.waitingCount } }

    func lease() async throws(PostgresError) -> PostgresConnection {
        if let connection = line.withLock({ $0.takeIdle() }) { return connection }
        let id = waitersNumbered.add(1, ordering: .relaxed).newValue
        // The timer's only task is to end this wait; it ends with it.
        let timer = Task { [waitMs] in
            try await Task.sleep(for: .milliseconds(waitMs))
            giveUp(id, .poolBusy)
        }
        defer { timer.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { wait(id, $0) }
            } onCancel: {
                giveUp(id, .cancelled)
            }
        } catch let error as PostgresError {
            throw error
        } catch {
            throw .cancelled
        }
    }

    func giveBack(_ connection: PostgresConnection) {
        line.withLock { $0.giveBack(connection) }?.resume(returning: connection)
    }

    private func lend<Value: Sendable>(
        _ body: (PostgresConnection) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        let connection = try await lease()
        defer { giveBack(connection) }
        return try await body(connection)
    }

    private func wait(_ id: Int, _ continuation: CheckedContinuation<PostgresConnection, any Error>) {
        switch line.withLock({ $0.take(id: id, continuation) }) {
        case .item(let connection): continuation.resume(returning: connection)
        case .full: continuation.resume(throwing: PostgresError.poolBusy)
        case .closed: continuation.resume(throwing: PostgresError.closed)
        case .waiting: if Task.isCancelled { giveUp(id, .cancelled) }
        }
    }

    private func giveUp(_ id: Int, _ error: PostgresError) {
        line.withLock { $0.giveUp(id: id) }?.resume(throwing: error)
    }
}
