import Postgres
import WalletDomain

/// What is read about the spends that a batch undoes, within the batch's one round trip.
struct SpendTickets {
    private let entries: Ticket<LoadSpends>
    private let undone: Ticket<LoadUndone>
    private let lots: Ticket<LoadSpentLots>
    private let ownerships: Ticket<LoadSpentOwnerships>

    init(_ spends: [OperationID], in pipeline: Pipeline) {
        entries = pipeline.add(LoadSpends(spends: spends))
        undone = pipeline.add(LoadUndone(spends: spends))
        lots = pipeline.add(LoadSpentLots(spends: spends))
        ownerships = pipeline.add(LoadSpentOwnerships(spends: spends))
    }

    func add(to wallets: inout [WalletID: WalletState]) {
        addLots(to: &wallets)
        for row in ownerships.rows { wallets[row.wallet]?.ownerships[row.item] = row.operation }
        var parts: [OperationID: [Entry]] = [:]
        for entry in entries.rows {
            parts[OperationID(wallet: entry.wallet, sequence: entry.operation), default: []].append(entry)
        }
        let sums = Dictionary(grouping: undone.rows, by: \.spend)
        for (id, entries) in parts {
            let rows = sums[id] ?? []
            let byLot = rows.compactMap { row in row.lot.map { ($0, row.coins) } }
            wallets[id.wallet]?.spends[id.sequence] = PaidSpend(
                entries, undone: Dictionary(uniqueKeysWithValues: byLot), undos: Int(rows.first?.undos ?? 0))
        }
    }

    /// Where a purchase is decided too, the lots are there already.
    private func addLots(to wallets: inout [WalletID: WalletState]) {
        for (wallet, rows) in Dictionary(grouping: lots.rows, by: \.wallet) {
            let known = Set((wallets[wallet]?.lots ?? []).map(\.number))
            wallets[wallet]?.lots += rows.map(\.lot).filter { !known.contains($0.number) }
        }
    }
}
