import Postgres
import WalletDomain

@testable import WalletLedger

extension LoadOpenLots: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { wallets.map { .wallet($0) } }

    func execute(on server: SimulatedServer) -> [(wallet: WalletID, lot: Lot)] {
        wallets.flatMap { wallet in
            let file = server.database.tables.wallets[wallet]
            return (file?.openLots.sorted() ?? []).compactMap { number in file?.lots[number].map { (wallet, $0) } }
        }
    }
}

extension LoadUsedLots: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { wallets.map { .wallet($0) } }

    func execute(on server: SimulatedServer) -> [(wallet: WalletID, lot: Lot)] {
        wallets.flatMap { wallet in
            let lots = server.database.tables.wallets[wallet]?.lots.values.sorted { $0.number < $1.number } ?? []
            return lots.filter { $0.remaining == 0 && $0.kind != .promo }.map { (wallet, $0) }
        }
    }
}

extension LoadRefunds: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { wallets.map { .wallet($0) } }

    func execute(on server: SimulatedServer) -> [Entry] {
        wallets.flatMap { wallet in
            let file = server.database.tables.wallets[wallet]
            return (file?.refunds.sorted() ?? []).compactMap { file?.lines[$0]?.entry }
        }
    }
}

extension LoadRefundsOfDebtors: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { wallets.map { .wallet($0) } }

    func execute(on server: SimulatedServer) -> [Entry] {
        let owing = wallets.filter { (server.row(of: $0)?.balances.debt ?? 0) > 0 }
        return LoadRefunds(wallets: owing).execute(on: server)
    }
}

extension LoadOperations: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { keys.map { .wallet($0.wallet) } }

    func execute(on server: SimulatedServer) -> [Entry] {
        let database = server.database
        guard database.defect != .keysNotFound, database.defect != .keysTwice else { return [] }
        var found = keys.flatMap { key -> [Entry] in
            let file = database.tables.wallets[key.wallet]
            return file?.keys[key].map { file?.operation($0) ?? [] } ?? []
        }
        found.sort { ($0.wallet.bucket, $0.wallet, $0.sequence) < ($1.wallet.bucket, $1.wallet, $1.sequence) }
        if database.defect == .replayChanged { for index in found.indices { found[index].after.paid += 1 } }
        return found
    }
}

extension LoadOffers: SimulatedStatement, SimulatedReading {
    func execute(on server: SimulatedServer) -> [(offer: Offer, version: PriceVersion?)] {
        items.flatMap { item -> [(offer: Offer, version: PriceVersion?)] in
            guard let offer = server.database.tables.offers[item] else { return [] }
            var bare = offer
            bare.versions = []
            let versions = offer.versions.filter { version in version.to.map { $0 > notOverAt } ?? true }
            return versions.isEmpty ? [(bare, nil)] : versions.map { (bare, $0) }
        }
    }
}

extension LoadOwnerships: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { pairs.map { .wallet($0.wallet) } }

    func execute(on server: SimulatedServer) -> [ItemOwnerRow.Found] {
        pairs.compactMap { pair in
            let owned = server.database.tables.wallets[pair.wallet]?.owned(pair.item)
            return owned.map { (pair.wallet, pair.item, ItemOwner($0)) }
        }
    }
}

extension LoadSpends: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { spends.map { .wallet($0.wallet) } }

    func execute(on server: SimulatedServer) -> [Entry] {
        spends.sorted { ($0.wallet.bucket, $0.wallet, $0.sequence) < ($1.wallet.bucket, $1.wallet, $1.sequence) }
            .flatMap { server.database.tables.wallets[$0.wallet]?.operation($0.sequence) ?? [] }
    }
}

extension LoadUndone: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { spends.map { .wallet($0.wallet) } }

    func execute(on server: SimulatedServer) -> [(spend: OperationID, part: UndonePart)] {
        spends.flatMap { spend -> [(spend: OperationID, part: UndonePart)] in
            guard let file = server.database.tables.wallets[spend.wallet] else { return [] }
            let undos = (file.undos[spend.sequence] ?? []).compactMap { file.lines[$0]?.entry }
            var sums: [Int32: Int64] = [:]
            for use in undos.flatMap(\.lots) { sums[use.lot, default: 0] += use.coins }
            let times = Int64(Set(undos.map(\.operation)).count)
            let free = undos.contains { $0.lots.isEmpty } ? [UndonePart(lot: nil, coins: 0, undos: times)] : []
            let parts = sums.sorted { $0.key < $1.key }.map { UndonePart(lot: $0.key, coins: $0.value, undos: times) }
            return (free + parts).map { (spend, $0) }
        }
    }
}

extension LoadSpentLots: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { spends.map { .wallet($0.wallet) } }

    func execute(on server: SimulatedServer) -> [(wallet: WalletID, lot: Lot)] {
        var seen: Set<WalletID> = []
        return spends.map(\.wallet).filter { seen.insert($0).inserted }.flatMap { wallet in
            let file = server.database.tables.wallets[wallet]
            let ours = spends.filter { $0.wallet == wallet && file?.lines[$0.sequence]?.entry.kind == .spent }
            let paying = Set(ours.flatMap { file?.operation($0.sequence) ?? [] }.flatMap(\.lots).map(\.lot))
            return paying.sorted().compactMap { file?.lots[$0] }.filter { $0.remaining == 0 }.map { (wallet, $0) }
        }
    }
}

extension LoadSpentOwnerships: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { spends.map { .wallet($0.wallet) } }

    func execute(on server: SimulatedServer) -> [ItemOwnerRow.Found] {
        spends.compactMap { spend in
            let file = server.database.tables.wallets[spend.wallet]
            guard let first = file?.lines[spend.sequence]?.entry, first.kind == .spent,
                let item = first.references.item
            else { return nil }
            return file?.owned(item).map { (spend.wallet, item, ItemOwner($0)) }
        }
    }
}

extension LoadOpenHolds: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { wallets.map { .wallet($0) } }

    func execute(on server: SimulatedServer) -> [(wallet: WalletID, hold: Hold)] {
        wallets.flatMap { wallet in
            let holds = server.database.tables.wallets[wallet]?.holds.values.sorted { $0.number < $1.number } ?? []
            return holds.filter { $0.status == .open }.map { (wallet, $0) }
        }
    }
}

extension LoadEndedHolds: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { holds.map { .wallet($0.wallet) } }

    func execute(on server: SimulatedServer) -> [(wallet: WalletID, hold: Hold)] {
        holds.compactMap { id in
            server.database.tables.wallets[id.wallet]?.holds[id.sequence].map { (id.wallet, $0) }
        }.filter { $0.1.status != .open }
    }
}

extension LoadHeldOwnerships: SimulatedStatement, SimulatedReading {
    var names: [LockTarget] { holds.map { .wallet($0.wallet) } }

    func execute(on server: SimulatedServer) -> [ItemOwnerRow.Found] {
        holds.compactMap { id in
            let file = server.database.tables.wallets[id.wallet]
            guard let hold = file?.holds[id.sequence], hold.isOnce, let item = hold.terms.item else { return nil }
            return file?.owned(item).map { (id.wallet, item, ItemOwner($0)) }
        }
    }
}

extension ItemOwner {
    fileprivate init(_ row: ItemOwnership) { self.init(operation: row.operation, givers: row.givers) }
}
