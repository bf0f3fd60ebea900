import Postgres
import WalletDomain

/// What is read about the spends that a batch undoes, within the batch's one round trip.
struct SpendTickets {
    private let entries: Ticket<LoadSpends>
    private let undone: Ticket<LoadUndone>
    private let lots: Ticket<LoadSpentLots>
    private let ownerships: Ticket<LoadSpentOwnerships>
    private let moved: [MovedSpendKey: PaidSpend]
    private var movedUndone: Ticket<LoadMovedUndone>?
    private var movedLots: Ticket<LoadClosedLots>?

    /// - Parameter moved: spends of wallets that were merged into the one in which they are undone.
    init(_ spends: [OperationID], moved: [MovedSpendKey: PaidSpend], in pipeline: Pipeline) {
        self.moved = moved
        entries = pipeline.add(LoadSpends(spends: spends))
        undone = pipeline.add(LoadUndone(spends: spends))
        lots = pipeline.add(LoadSpentLots(spends: spends))
        ownerships = pipeline.add(LoadSpentOwnerships(spends: spends))
        guard !moved.isEmpty else { return }
        movedUndone = pipeline.add(LoadMovedUndone(spends: Array(moved.keys)))
        let numbers = moved.flatMap { key, spend in
            Set(spend.entries.flatMap(\.lots).map(\.lot)).map { (wallet: key.wallet, lot: $0) }
        }
        movedLots = pipeline.add(LoadClosedLots(lots: numbers))
    }

    func add(to wallets: inout [WalletID: WalletState]) {
        addLots(lots.rows + (movedLots?.rows ?? []), to: &wallets)
        for row in ownerships.rows { wallets[row.wallet]?.ownerships[row.item] = row.owner }
        addMoved(to: &wallets)
        var parts: [OperationID: [Entry]] = [:]
        for entry in entries.rows {
            parts[OperationID(wallet: entry.wallet, sequence: entry.operation), default: []].append(entry)
        }
        let sums = Dictionary(grouping: undone.rows, by: \.spend)
        for (id, entries) in parts {
            let back = (sums[id] ?? []).map(\.part)
            wallets[id.wallet]?.spends[id] = PaidSpend(entries, undone: back.byLot, undos: back.undos)
        }
    }

    private func addMoved(to wallets: inout [WalletID: WalletState]) {
        let sums = Dictionary(grouping: movedUndone?.rows ?? [], by: \.key)
        for (key, spend) in moved {
            let back = (sums[key] ?? []).map(\.part)
            wallets[key.wallet]?.spends[key.spend] = spend.adding(undone: back.byLot, undos: back.undos)
        }
    }

    /// Where a purchase is decided too, the lots are there already.
    private func addLots(_ found: [(wallet: WalletID, lot: Lot)], to wallets: inout [WalletID: WalletState]) {
        for (wallet, rows) in Dictionary(grouping: found, by: \.wallet) {
            var known = Set((wallets[wallet]?.lots ?? []).map(\.number))
            wallets[wallet]?.lots += rows.map(\.lot).filter { known.insert($0.number).inserted }
        }
    }
}
