import Postgres
import WalletDomain

@testable import WalletLedger

extension EndOwnerships: SimulatedStatement {
    func execute(on server: SimulatedServer) -> [Void] {
        for end in ends { server.current.drafts[end.wallet, default: WalletDraft()].endedOwnerships.append(end) }
        return []
    }
}

extension InsertOwnerships: SimulatedStatement {
    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        for ownership in ownerships {
            var draft = server.current.drafts[ownership.wallet, default: WalletDraft()]
            let stored = server.database.tables.wallets[ownership.wallet]?.ownerships ?? []
            let others = (stored + draft.ownerships).filter { $0.item == ownership.item }
            guard !others.contains(where: { $0.operation == ownership.operation }) else {
                throw .violates("ownerships_pkey")
            }
            let isOwned = others.contains { other in
                other.end == nil
                    && !draft.endedOwnerships.contains { $0.item == other.item && $0.given == other.operation }
            }
            guard !isOwned || ownership.end != nil else { throw .violates("ownerships_owned") }
            draft.ownerships.append(ownership)
            server.current.drafts[ownership.wallet] = draft
        }
        return []
    }
}

extension EndHolds: SimulatedStatement {
    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        for (wallet, hold) in holds {
            guard hold.isPossible else { throw .violates("holds_check", .checkViolation) }
            guard server.database.tables.wallets[wallet]?.holds[hold.number] != nil else { continue }
            server.current.drafts[wallet, default: WalletDraft()].holds[hold.number] = hold
        }
        return []
    }
}

extension InsertHolds: SimulatedStatement {
    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        for (wallet, hold) in holds {
            guard hold.isPossible else { throw .violates("holds_check", .checkViolation) }
            var draft = server.current.drafts[wallet, default: WalletDraft()]
            let stored = server.database.tables.wallets[wallet]?.holds ?? [:]
            guard stored[hold.number] == nil || !server.isGuarded else { throw .violates("holds_pkey") }
            let now = stored.merging(draft.holds) { $1 }.values
            let isHeld = now.contains { $0.status == .open && $0.isOnce && $0.terms.item == hold.terms.item }
            guard !isHeld || !hold.isOnce || hold.status != .open else { throw .violates("holds_once") }
            draft.holds[hold.number] = hold
            server.current.drafts[wallet] = draft
        }
        return []
    }
}

extension Hold {
    /// The CHECKs of `holds`, once more.
    fileprivate var isPossible: Bool {
        (0...coins).contains(captured) && (captured == 0 || status == .captured) && expiresAt > placedAt
            && (status == .open) == (end == nil) && (end.map { $0.operation > number } ?? true)
            && (terms.item != nil || !isOnce)
    }
}
