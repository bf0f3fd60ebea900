import WalletDomain

@testable import Postgres
@testable import WalletLedger

/// PostgreSQL as the lanes use it, in memory: row locks that wait, READ COMMITTED a statement, unique keys, CHECKs,
/// and transactions that are seen whole or not at all.
///
/// It does what a statement's SQL says, one statement a step; who steps next is the run's business.
final class SimulatedDatabase {
    var tables = SimulatedTables()
    /// Transactions under way, the oldest first.
    private(set) var active: [SimulatedTransaction] = []
    private var owners: [LockTarget: SimulatedTransaction] = [:]
    private var transactions = 0
    let defect: PlantedDefect?
    /// How often rows were passed over that somebody held, and somebody committed whom nobody waited for any more.
    var passedOver = 0
    var unheardCommits = 0
    /// Microseconds since 1970.
    var clock: Int64 = 1_790_000_000_000_000
    /// Steps of the run so far.
    var step = 1

    init(defect: PlantedDefect?) { self.defect = defect }

    var now: Instant { Instant(microseconds: clock) }

    func begin() -> SimulatedTransaction {
        transactions += 1
        let transaction = SimulatedTransaction(number: transactions)
        active.append(transaction)
        return transaction
    }

    /// Makes visible what it wrote, all at once, and lets go its locks.
    func commit(_ transaction: SimulatedTransaction) {
        if defect != .commitForgotten || transaction.drafts.allSatisfy({ $0.value.lines.isEmpty }) {
            for (wallet, draft) in transaction.drafts { keep(draft, of: wallet) }
        }
        tables.purchases.merge(transaction.purchases) { $1 }
        tables.lanes.merge(transaction.lanes) { $1 }
        end(transaction)
    }

    private func keep(_ draft: WalletDraft, of wallet: WalletID) {
        var draft = draft
        if defect == .commitTorn, draft.lines.count > 1 { draft.lines.removeLast() }
        guard let row = tables.wallets[wallet]?.row ?? draft.row else { return }
        tables.wallets[wallet, default: WalletFile(row)].apply(draft, at: step)
    }

    /// Ends it; what it wrote is gone unless it was committed.
    func end(_ transaction: SimulatedTransaction) {
        transaction.hasEnded = true
        for lock in transaction.locks { owners[lock] = nil }
        active.removeAll { $0 === transaction }
    }

    /// Takes a row's lock, or says whom it must wait for.
    func lock(_ target: LockTarget, for transaction: SimulatedTransaction) throws(Interruption) {
        if let owner = owners[target] {
            guard owner === transaction else { throw .blocked(on: owner) }
            return
        }
        owners[target] = transaction
        transaction.locks.append(target)
    }

    func isLocked(_ target: LockTarget, againstAllBut transaction: SimulatedTransaction) -> Bool {
        owners[target].map { $0 !== transaction } ?? false
    }

    /// Another transaction that has written something which `conflicts`, and may still commit it.
    func conflicting(
        with transaction: SimulatedTransaction, _ conflicts: (SimulatedTransaction) -> Bool
    ) -> SimulatedTransaction? {
        active.first { $0 !== transaction && conflicts($0) }
    }
}

/// What can be locked for a transaction: rows.
enum LockTarget: Hashable {
    case wallet(WalletID)
    case purchase(StoreTransaction.Key)
    case lane(Int16)
}

/// Why a statement does not go on.
enum Interruption: Error {
    /// Until that transaction ends.
    case blocked(on: SimulatedTransaction)
    case refused(ServerError)

    static func violates(_ constraint: String, _ state: SQLState = .uniqueViolation) -> Interruption {
        .refused(ServerError(state, constraint: constraint))
    }
}

extension ServerError {
    init(_ state: SQLState, constraint: String? = nil) {
        self.init(
            state: state, severity: "ERROR", message: "simulated", detail: nil, hint: nil, constraint: constraint,
            table: nil, column: nil, statementIndex: nil)
    }
}
