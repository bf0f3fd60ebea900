/// Reads one wallet's journal as moves that the books can post: one for each run of entries of one kind.
///
/// What a merge brings is told by the other wallet's books, not by the entries that say it once more here.
package struct JournalMoves: Sendable {
    /// What stands beside the journal.
    package struct Facts: Sendable {
        /// Nil: nobody knows it when the sale is recorded.
        package let money: @Sendable (TransactionID) -> SaleMoney?
        package let term: @Sendable (Entry) -> CourseTerm.Days?

        package init(
            money: @escaping @Sendable (TransactionID) -> SaleMoney?,
            term: @escaping @Sendable (Entry) -> CourseTerm.Days? = { _ in nil }
        ) {
            self.money = money
            self.term = term
        }
    }

    package enum Refusal: Error, Equatable, Sendable {
        case shapeUnknown(EntryKind)
    }

    /// A purchase as its entries tell it.
    private struct Sale {
        var coins: Int64 = 0
        var lots: [Int32] = []
        /// Refunded so far: from its lots, or owed.
        var taken: Int64 = 0
        /// Lots that met its debt.
        var met: [Int32: Int64] = [:]

        func shifted(by offset: Int32) -> Sale {
            Sale(
                coins: coins, lots: lots.map { $0 + offset }, taken: taken,
                met: Dictionary(uniqueKeysWithValues: met.map { ($0.key + offset, $0.value) }))
        }
    }

    private let facts: Facts
    private var sales: [TransactionID: Sale] = [:]
    /// Taken away for cause, by lot.
    private var forfeited: [Int32: Int64] = [:]

    package init(_ facts: Facts) { self.facts = facts }

    /// - Parameter run: neighbours of one operation and one kind, in their order.
    /// - Returns: nil for what moves no coins, and for what a merge tells.
    package mutating func move(_ run: [Entry]) throws(Refusal) -> CoinMove? {
        guard let first = run.first else { return nil }
        switch first.kind {
        case .held, .holdReleased, .holdExpired, .ownershipEnded: return nil
        case .sold: return try sold(run)
        case .granted: return try opened(run).map { .granted($0) }
        case .spent:
            return .spent(operation: operation(of: first, first.operation), parts(run), term: facts.term(first))
        case .undone:
            guard let spend = first.references.refersTo else { throw .shapeUnknown(.undone) }
            return .undone(operation: operation(of: first, spend), parts(run))
        case .expired: return .expired(parts(run))
        case .refunded: return try refunded(run)
        case .refundReversed: return try reversed(run)
        case .debtSettled: return try settled(run)
        case .debtWrittenOff: return .debtWrittenOff(run.reduce(0) { $0 + $1.coins })
        case .adjusted where first.credit == .promo: return try opened(run).map { .adjustedUp($0) }
        case .adjusted: return .adjustedDown(parts(run))
        case .forfeited: return forfeited(run)
        case .merged: return first.isArrival ? nil : .left
        case .mergedSpent, .mergedRefund, .mergedSettlement: return nil
        }
    }

    /// What another wallet's journal told, of lots whose numbers are higher by `offset` here.
    package mutating func adopt(_ other: JournalMoves, offset: Int32) {
        for (id, sale) in other.sales { sales[id] = sale.shifted(by: offset) }
        for (lot, coins) in other.forfeited { forfeited[lot + offset] = coins }
    }

    private func operation(of entry: Entry, _ sequence: Int64) -> OperationID {
        OperationID(wallet: entry.references.refersWallet ?? entry.wallet, sequence: sequence)
    }

    private func parts(_ entries: [Entry]) -> [CoinMove.Part] {
        entries.flatMap { entry in
            entry.lots.filter { $0.coins > 0 }.map { CoinMove.Part(lot: $0.lot, coins: $0.coins) }
        }
    }

    /// The lot that it issues.
    private func opened(_ run: [Entry]) throws(Refusal) -> CoinMove.Part? {
        let parts = parts(run)
        guard parts.count == 1 else { throw .shapeUnknown(run[0].kind) }
        return parts[0]
    }

    private mutating func sold(_ run: [Entry]) throws(Refusal) -> CoinMove {
        let paid = parts(run.filter { $0.credit == .paid })
        let bonus = parts(run.filter { $0.credit == .bonus })
        guard paid.count == 1, bonus.count <= 1, let id = run[0].references.transaction else {
            throw .shapeUnknown(.sold)
        }
        let all = paid + bonus
        sales[id] = Sale(coins: all.reduce(0) { $0 + $1.coins }, lots: all.map(\.lot))
        return .sold(id, paid: paid[0], bonus: bonus.first, facts.money(id))
    }

    private mutating func forfeited(_ run: [Entry]) -> CoinMove {
        let parts = parts(run)
        for part in parts { forfeited[part.lot, default: 0] += part.coins }
        return .forfeited(parts)
    }

    private mutating func refunded(_ run: [Entry]) throws(Refusal) -> CoinMove {
        guard let id = run[0].references.transaction else { throw .shapeUnknown(.refunded) }
        let owed = run.reduce(0) { $0 + ($1.debit == .debt ? $1.coins : 0) }
        sales[id]?.taken += run.reduce(0) { $0 + $1.coins }
        return .refunded(
            id, percent: percent(of: run[0], id), own: parts(run.filter { $0.debit != .debt }), owed: owed)
    }

    /// What met the debt comes back first; twin: `RefundTally`.
    private mutating func reversed(_ run: [Entry]) throws(Refusal) -> CoinMove {
        guard let id = run[0].references.transaction else { throw .shapeUnknown(.refundReversed) }
        var own: [CoinMove.Part] = []
        var back: [CoinMove.Part] = []
        for part in parts(run.filter { $0.credit != .debt }) {
            let fromMet = min(part.coins, sales[id]?.met[part.lot] ?? 0)
            if fromMet > 0 {
                sales[id]?.met[part.lot, default: 0] -= fromMet
                back.append(.init(lot: part.lot, coins: fromMet))
            }
            if fromMet < part.coins { own.append(.init(lot: part.lot, coins: part.coins - fromMet)) }
        }
        let cancelled = run.reduce(0) { $0 + ($1.credit == .debt ? $1.coins : 0) }
        sales[id]?.taken -= run.reduce(0) { $0 + $1.coins }
        return .refundReversed(id, percent: percent(of: run[0], id), own: own, met: back, cancelled: cancelled)
    }

    /// Apple's, as the entry keeps it. One written before it was kept is read by its coins: all that the sale had is
    /// all of it.
    private func percent(of entry: Entry, _ id: TransactionID) -> Int64 {
        if let kept = entry.references.revocationMilli { return min(max(0, Int64(kept)), BookedSale.whole) }
        guard let sale = sales[id], sale.coins > 0, sale.taken > 0 else { return 0 }
        let gone = sale.lots.reduce(0) { $0 + (forfeited[$1] ?? 0) }
        guard sale.taken < sale.coins - gone else { return BookedSale.whole }
        return Shares.floor(BookedSale.whole, sale.taken, of: sale.coins)
    }

    private mutating func settled(_ run: [Entry]) throws(Refusal) -> CoinMove {
        for entry in run {
            guard let id = entry.references.transaction else { throw .shapeUnknown(.debtSettled) }
            for use in entry.lots { sales[id]?.met[use.lot, default: 0] += use.coins }
        }
        return .debtSettled(parts(run))
    }
}

extension Entry {
    /// Of kind `merged`, in the wallet that takes over: a lot that comes, or (coins 0) that nothing comes.
    package var isArrival: Bool { kind == .merged && debit == .moved && credit != .debt }
}
