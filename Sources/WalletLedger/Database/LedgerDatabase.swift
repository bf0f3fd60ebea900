package import Postgres
package import WalletDomain

/// What all stores share: the pool, the database's clock, and where faults are reported.
///
/// The Writer does not use it: lanes have sessions of their own.
package struct LedgerDatabase: Sendable {
    let pool: PostgresPool
    private let clockShiftSeconds: @Sendable () -> Int64
    private let onFault: @Sendable (String) -> Void

    /// - Parameters:
    ///   - clockShiftSeconds: added to the database's clock, as in `WriterSettings`; 0 in production.
    ///   - onFault: is told what only a bug can cause; never holds a parameter's or a row's value.
    package init(
        pool: PostgresPool, clockShiftSeconds: @escaping @Sendable () -> Int64 = { 0 },
        onFault: @escaping @Sendable (String) -> Void
    ) {
        self.pool = pool
        self.clockShiftSeconds = clockShiftSeconds
        self.onFault = onFault
    }

    var clockShiftMs: Int64 { clockShiftSeconds() * 1_000 }

    /// The database's time, shifted as configured: money and prices know no other clock.
    package func time() async throws(WalletError) -> Instant {
        guard let read = try await rows(ReadClock()).first else { throw .internalError }
        return read.adding(milliseconds: clockShiftMs)
    }

    /// One statement that only reads.
    /// - Parameter deadlineMs: for the round trip; nil for the pool's.
    func rows<S: Statement>(_ statement: S, deadlineMs: Int? = nil) async throws(WalletError) -> [S.Row] {
        do throws(PostgresError) {
            return try await pool.query(statement, deadlineMs: deadlineMs)
        } catch {
            throw walletError(error, during: "\(S.self)", writes: false)
        }
    }

    /// One statement that writes, in a transaction of its own.
    /// - Returns: the rows that it answers, and how many it inserted or updated.
    @discardableResult
    func change<S: Statement>(_ statement: S) async throws(WalletError) -> Answer<S.Row> {
        do throws(PostgresError) {
            return try await pool.execute(statement)
        } catch {
            throw walletError(error, during: "\(S.self)", writes: true)
        }
    }

    /// Several statements in one transaction, never run twice.
    func transaction<Value: Sendable>(
        _ name: String, _ body: @Sendable (LedgerTransaction) throws(PostgresError) -> Value
    ) async throws(WalletError) -> Value {
        do {
            return try await attempt(body)
        } catch let error as PostgresError {
            throw walletError(error, during: name, writes: true)
        } catch {
            throw unforeseen(error, during: name)
        }
    }

    /// As `transaction`, for callers that know what an error means. An error of the body undoes everything.
    func attempt<Value: Sendable>(
        _ body: @Sendable (LedgerTransaction) throws -> Value
    ) async throws -> Value {
        try await pool.transaction { try body(LedgerTransaction(session: $0)) }
    }

    /// Nothing else is thrown by what we call: whatever it is, a bug.
    func unforeseen(_ error: any Error, during name: String) -> WalletError {
        onFault("\(name): \(type(of: error))")
        return .internalError
    }

    func walletError(_ error: PostgresError, during name: String, writes: Bool) -> WalletError {
        let fault = LedgerFault(error, during: name, writes: writes)
        if let report = fault.report { onFault(report) }
        return fault.walletError
    }

    /// Something in the database is not as the code needs it.
    func report(_ fault: String) { onFault(fault) }
}

/// An open transaction: one blocking round trip for each call.
struct LedgerTransaction {
    let session: PostgresSession

    func rows<S: Statement>(_ statement: S) throws(PostgresError) -> [S.Row] { try run(statement).rows }

    /// How many rows were inserted, updated or deleted.
    @discardableResult
    func change<S: Statement>(_ statement: S) throws(PostgresError) -> Int { try run(statement).affectedRows }

    /// Several records of the audit log in one round trip: the last one of the transaction.
    func record(_ records: [InsertAuditRecord]) throws(PostgresError) {
        let pipeline = Pipeline()
        for record in records { pipeline.add(record) }
        if !records.isEmpty { try session.run(pipeline, deadlineMs: Limits.ledgerDeadlineMs) }
    }

    private func run<S: Statement>(_ statement: S) throws(PostgresError) -> Ticket<S> {
        let pipeline = Pipeline()
        let ticket = pipeline.add(statement)
        try session.run(pipeline, deadlineMs: Limits.ledgerDeadlineMs)
        return ticket
    }
}
