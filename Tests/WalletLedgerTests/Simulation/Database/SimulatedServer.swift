import Postgres
import WalletDomain

@testable import WalletLedger

/// The server's side of one connection: executes what it was sent, a statement a step, whoever may still listen.
final class SimulatedServer {
    let database: SimulatedDatabase
    private var steps: [any SimulatedTicket] = []
    private var next = 0
    private(set) var transaction: SimulatedTransaction?
    private(set) var status = TransactionStatus.idle
    /// BEGIN was answered: the end of what was sent ends no transaction.
    private var isExplicit = false
    /// The answer, until somebody takes it.
    private(set) var answer: Result<Void, PostgresError>?
    /// The client's end is gone: what was sent is still executed, then all is over.
    var isAbandoned = false
    private(set) var isDead = false
    /// What the statement under way answers, if that is not how many rows.
    private var tag: String?
    /// What the statement under way saw when it began: it may have to wait for locks and go on.
    var snapshot: StatementSnapshot?
    /// For whoever reads what a run did.
    var name = ""
    /// When the statement under way began to wait.
    var blockedSince: Int64?
    /// Thrown by the next statement instead of executing it.
    var pendingError: ServerError?

    init(_ database: SimulatedDatabase) { self.database = database }

    var isWorking: Bool { !isDead && next < steps.count }

    var isBlocked: Bool { transaction?.isBlocked ?? false }

    /// The next step is the COMMIT that others wait for.
    var isAtCommit: Bool { isWorking && steps[next] is Ticket<Commit> }

    func receive(_ receivers: [ResultReceiver]) {
        precondition(!isWorking && !isDead, "one pipeline at a time")
        steps = receivers.map { receiver in
            guard let step = receiver as? any SimulatedTicket else {
                preconditionFailure("the simulated database does not know \(type(of: receiver)): teach it")
            }
            return step
        }
        next = 0
        answer = nil
        if transaction == nil, status == .idle { transaction = database.begin() }
    }

    var nextName: String { "\(type(of: steps[next]))" + (isAbandoned ? ", abandoned" : "") }

    /// What the next statement names, and whether it ends the transaction.
    var nextStep: (names: [LockTarget], isReading: Bool, endsTransaction: Bool) {
        let isLast = next == steps.count - 1 && status == .idle
        return (steps[next].names, steps[next].isReading, steps[next].endsTransaction || isLast)
    }

    func takeAnswer() -> Result<Void, PostgresError>? {
        defer { answer = nil }
        return answer
    }

    /// Executes the next statement, or finds that it has to wait.
    func step() {
        precondition(isWorking && !isBlocked, "a blocked statement does not go on")
        transaction?.waitsFor = nil
        do throws(Interruption) {
            if let error = pendingError {
                pendingError = nil
                throw .refused(error)
            }
            try steps[next].execute(on: self)
            next += 1
            snapshot = nil
            if next == steps.count { finish() }
        } catch {
            switch error {
            case .blocked(let owner): transaction?.waitsFor = owner
            case .refused(let error): fail(error)
            }
        }
    }

    /// Ends a wait by an error: a time-out, a deadlock.
    func interrupt(_ state: SQLState) { fail(ServerError(state)) }

    /// What was under way is undone, and the connection is gone.
    func die() {
        isDead = true
        steps = []
        if let transaction { database.end(transaction) }
        transaction = nil
    }

    private func finish() {
        steps = []
        answer = .success(())
        if status == .idle, let transaction {
            // Statements without BEGIN are one implicit transaction.
            database.commit(transaction)
            self.transaction = nil
        }
        if isAbandoned { die() }
    }

    private func fail(_ error: ServerError) {
        // A COMMIT that fails has ended the transaction too.
        if isAtCommit { isExplicit = false }
        steps = []
        snapshot = nil
        if let transaction { database.end(transaction) }
        transaction = nil
        status = isExplicit ? .failed : .idle
        answer = .failure(.server(error))
        if isAbandoned { die() }
    }
}

/// BEGIN, COMMIT and ROLLBACK.
extension SimulatedServer {
    func beginExplicitly() {
        isExplicit = true
        status = .inTransaction
    }

    func endExplicitly(commits: Bool) {
        let isCommitted = commits && status == .inTransaction
        tag = isCommitted ? Commit.sql : Rollback.sql
        if let transaction {
            if isCommitted { database.commit(transaction) } else { database.end(transaction) }
        }
        isExplicit = false
        status = .idle
        transaction = nil
    }

    func takeTag() -> String? {
        defer { tag = nil }
        return tag
    }

    /// The transaction that the statement under way belongs to.
    var current: SimulatedTransaction {
        guard let transaction else { preconditionFailure("a statement runs in a transaction") }
        return transaction
    }
}

/// What a statement saw of rows when it began; rows made later are not there for it.
struct StatementSnapshot {
    var wallets: [WalletID: WalletState] = [:]
    var purchases: [StoreTransaction.Key: StoreTransaction] = [:]
    var lane: Int16?
}
