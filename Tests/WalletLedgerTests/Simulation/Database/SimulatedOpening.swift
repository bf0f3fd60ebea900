import Postgres
import WalletDomain

@testable import WalletLedger

extension Begin: SimulatedStatement {
    func execute(on server: SimulatedServer) -> [Void] {
        server.beginExplicitly()
        return []
    }
}

extension Commit: SimulatedStatement {
    func execute(on server: SimulatedServer) -> [Void] {
        if server.isAbandoned { server.database.unheardCommits += 1 }
        server.endExplicitly(commits: true)
        return []
    }
}

extension Rollback: SimulatedStatement {
    func execute(on server: SimulatedServer) -> [Void] {
        server.endExplicitly(commits: false)
        return []
    }
}

extension ReadClock: SimulatedStatement {
    func execute(on server: SimulatedServer) -> [Instant] { [server.database.now] }
}

extension CountBeat: SimulatedStatement {
    var names: [LockTarget] { [.lane(lane)] }

    func execute(on server: SimulatedServer) throws(Interruption) -> [Int64] {
        guard server.database.tables.lanes[lane] != nil else { return [] }
        try server.database.lock(.lane(lane), for: server.current)
        guard var row = server.laneRow(lane), row.holder == holder else { return [] }
        if server.database.defect != .beatNotCounted { row.beat += 1 }
        row.leasedUntil = max(row.leasedUntil, leasedUntil)
        server.current.lanes[lane] = row
        return [row.beat]
    }
}

extension LeaseLane: SimulatedStatement {
    var names: [LockTarget] { [.lane(0)] }

    func execute(on server: SimulatedServer) throws(Interruption) -> [Int16] {
        let database = server.database
        let over = database.tables.lanes.filter { $0.value.leasedUntil < now }.keys.sorted()
        guard let lane = over.first(where: { !database.isLocked(.lane($0), againstAllBut: server.current) }) else {
            return []
        }
        try database.lock(.lane(lane), for: server.current)
        guard let row = server.laneRow(lane) else { return [] }
        server.current.lanes[lane] = LaneRow(beat: row.beat, holder: holder, leasedUntil: until)
        return [lane]
    }
}

extension MakeLane: SimulatedStatement {
    var names: [LockTarget] { [.lane(0)] }

    func execute(on server: SimulatedServer) throws(Interruption) -> [Int16] {
        let database = server.database
        let lane = server.snapshot?.lane ?? (database.tables.lanes.keys.max() ?? 0) + 1
        server.snapshot = StatementSnapshot(lane: lane)
        let other = database.conflicting(with: server.current) { $0.newLanes.contains(lane) }
        if let other { throw .blocked(on: other) }
        // Made by somebody else meanwhile: ON CONFLICT DO NOTHING.
        guard database.tables.lanes[lane] == nil else { return [] }
        server.current.newLanes.insert(lane)
        server.current.lanes[lane] = LaneRow(beat: 0, holder: holder, leasedUntil: until)
        try database.lock(.lane(lane), for: server.current)
        return [lane]
    }
}

extension InsertMissingWallets: SimulatedStatement {
    var names: [LockTarget] { wallets.map { .wallet($0.id) } }

    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        let (database, transaction) = (server.database, server.current)
        for (id, environment) in wallets where database.tables.wallets[id] == nil && transaction.drafts[id] == nil {
            let other = database.conflicting(with: transaction) { $0.drafts[id]?.isNew == true }
            if let other { throw .blocked(on: other) }
            let row = WalletState(id: id, environment: environment, head: Chain.origin)
            transaction.drafts[id] = WalletDraft(row: row, isNew: true)
            try database.lock(.wallet(id), for: transaction)
        }
        return []
    }
}

extension LockWallets: SimulatedStatement {
    var names: [LockTarget] { wallets.map { .wallet($0) } }

    func execute(on server: SimulatedServer) throws(Interruption) -> [WalletState] {
        let database = server.database
        let seen = server.snapshot?.wallets ?? server.rows(of: wallets)
        server.snapshot = StatementSnapshot(wallets: seen)
        let found = wallets.filter { seen[$0] != nil }
        if database.defect != .walletsNotLocked {
            for wallet in found { try database.lock(.wallet(wallet), for: server.current) }
        }
        // A row that somebody changed meanwhile is told as it is now.
        return found.compactMap { database.defect == .staleAfterWaiting ? seen[$0] : server.row(of: $0) }
    }
}

extension LockFreeWallets: SimulatedStatement {
    var names: [LockTarget] { wallets.map { .wallet($0) } }

    func execute(on server: SimulatedServer) throws(Interruption) -> [WalletState] {
        let free = wallets.filter { !server.database.isLocked(.wallet($0), againstAllBut: server.current) }
        if free.count < wallets.count { server.database.passedOver += 1 }
        return try LockWallets(wallets: free).execute(on: server)
    }
}

/// Rows as the transaction sees them: committed, or its own.
extension SimulatedServer {
    func laneRow(_ lane: Int16) -> LaneRow? { current.lanes[lane] ?? database.tables.lanes[lane] }

    func row(of wallet: WalletID) -> WalletState? {
        current.drafts[wallet]?.row ?? database.tables.wallets[wallet]?.row
    }

    func rows(of wallets: [WalletID]) -> [WalletID: WalletState] {
        var rows: [WalletID: WalletState] = [:]
        for wallet in wallets { rows[wallet] = row(of: wallet) }
        return rows
    }
}
