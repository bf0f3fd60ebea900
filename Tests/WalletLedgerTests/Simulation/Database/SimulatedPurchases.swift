import Postgres
import WalletDomain

@testable import WalletLedger

extension InsertMissingStoreTransactions: SimulatedStatement {
    var names: [LockTarget] { keys.map { .purchase($0) } }

    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        let (database, transaction) = (server.database, server.current)
        for key in keys.sorted() where database.tables.purchases[key] == nil && transaction.purchases[key] == nil {
            let other = database.conflicting(with: transaction) { $0.newPurchases.contains(key) }
            if let other { throw .blocked(on: other) }
            transaction.purchases[key] = StoreTransaction(key: key)
            transaction.newPurchases.insert(key)
            try database.lock(.purchase(key), for: transaction)
        }
        return []
    }
}

extension LockStoreTransactions: SimulatedStatement {
    var names: [LockTarget] { keys.map { .purchase($0) } }

    func execute(on server: SimulatedServer) throws(Interruption) -> [StoreTransaction] {
        let database = server.database
        var seen = server.snapshot?.purchases ?? [:]
        if server.snapshot == nil { for key in keys { seen[key] = server.purchase(key) } }
        server.snapshot = StatementSnapshot(purchases: seen)
        let found = keys.sorted().filter { seen[$0] != nil }
        if database.defect != .purchasesNotLocked {
            for key in found { try database.lock(.purchase(key), for: server.current) }
        }
        return found.compactMap { database.defect == .staleAfterWaiting ? seen[$0] : server.purchase($0) }
    }
}

extension ReviseStoreTransactions: SimulatedStatement {
    var names: [LockTarget] { transactions.map { .purchase($0.key) } }

    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        for revised in transactions {
            guard var row = try server.lockedPurchase(revised.key) else { continue }
            row.owner = revised.owner
            row.word = revised.word
            server.current.purchases[revised.key] = row
        }
        return []
    }
}

extension ClaimStoreTransactions: SimulatedStatement {
    var names: [LockTarget] { claims.map { .purchase($0.transaction.key) } }

    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        for (claimed, _) in claims {
            guard var row = try server.lockedPurchase(claimed.key), row.credit == nil else { continue }
            guard row.owner != nil else { throw .violates("store_transactions_check2", .checkViolation) }
            row.credit = claimed.credit
            server.current.purchases[claimed.key] = row
        }
        return []
    }
}

/// Nobody's decision depends on what is kept of a proof.
extension KeepCreditedProofs: SimulatedStatement {
    func execute(on server: SimulatedServer) -> [Void] { [] }
}

/// Nobody's decision depends on the records.
extension InsertAuditRecord: SimulatedStatement {
    func execute(on server: SimulatedServer) -> [Void] { [] }
}

/// A constraint of the simulated database's own refuses one text: the poisonous command.
extension InsertNotes: SimulatedStatement {
    static let poison = "poison"

    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        guard !notes.contains(where: { $0.note.text == Self.poison }) else {
            throw .refused(ServerError(.raisedException))
        }
        return []
    }
}

extension SimulatedServer {
    func purchase(_ key: StoreTransaction.Key) -> StoreTransaction? {
        current.purchases[key] ?? database.tables.purchases[key]
    }

    func lockedPurchase(_ key: StoreTransaction.Key) throws(Interruption) -> StoreTransaction? {
        guard purchase(key) != nil else { return nil }
        try database.lock(.purchase(key), for: current)
        return purchase(key)
    }
}
