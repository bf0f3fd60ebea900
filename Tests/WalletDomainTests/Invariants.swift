import WalletDomain

/// The rules that hold after every batch, computed from the journal alone.
enum Invariants {
    /// Nil, or what broke.
    static func broken(states: [WalletID: WalletState], journal: [Entry]) -> String? {
        for (id, state) in states {
            let entries = journal.filter { $0.wallet == id }
            if let broken = brokenJournal(entries, of: state) ?? brokenLots(state) { return broken }
        }
        return nil
    }

    /// Sequences without a gap; every prefix at or above zero; the last figures are the wallet's.
    private static func brokenJournal(_ entries: [Entry], of state: WalletState) -> String? {
        var sums: [Account: Int64] = [:]
        var sequence: Int64 = 0
        var held: Int64 = 0
        var last = Instant(microseconds: .min)
        for entry in entries {
            sequence += 1
            guard entry.sequence == sequence else { return "gap in the journal at \(sequence)" }
            guard entry.at >= last else { return "time went back at \(sequence)" }
            last = entry.at
            sums[entry.debit, default: 0] -= entry.coins
            sums[entry.credit, default: 0] += entry.coins
            let figures = [entry.after.paid, entry.after.bonus, entry.after.promo, entry.after.debt]
            guard figures == [sums[.paid] ?? 0, sums[.bonus] ?? 0, sums[.promo] ?? 0, -(sums[.debt] ?? 0)] else {
                return "figures after \(sequence) are not the sum of the entries"
            }
            held += heldCoins(entry)
            guard entry.after.held == held, held >= 0 else { return "held coins after \(sequence) are not the sum" }
            guard figures.allSatisfy({ $0 >= 0 }) else { return "below zero at \(sequence)" }
        }
        guard sums.values.reduce(0, +) == 0 else { return "the books do not sum to zero" }
        guard state.sequence == sequence, state.balances == (entries.last?.after ?? .zero) else {
            return "the wallet's figures are not its last entry's"
        }
        return nil
    }

    /// Each account of the wallet is the sum of what its lots still have.
    private static func brokenLots(_ state: WalletState) -> String? {
        for kind in Lot.Kind.allCases {
            let left = state.lots.filter { $0.kind == kind }.reduce(0) { $0 + $1.remaining }
            let figure =
                switch kind {
                case .paid: state.balances.paid
                case .bonus: state.balances.bonus
                case .promo: state.balances.promo
                }
            guard left == figure else { return "\(kind) lots hold \(left), the wallet says \(figure)" }
        }
        return brokenHolds(state)
    }

    /// What open holds keep is what the lots and the wallet say is held.
    private static func brokenHolds(_ state: WalletState) -> String? {
        var kept: [Int32: Int64] = [:]
        for hold in state.holds.values where hold.status == .open {
            for part in hold.parts { kept[part.lot, default: 0] += part.coins }
        }
        for lot in state.lots where lot.held != kept[lot.number, default: 0] {
            return "lot \(lot.number) says \(lot.held) are held, the holds \(kept[lot.number, default: 0])"
        }
        guard kept.values.reduce(0, +) == state.balances.held else {
            return "the wallet's held coins are not its holds'"
        }
        return nil
    }

    /// A spend that refers to a hold captures it.
    private static func heldCoins(_ entry: Entry) -> Int64 {
        let touched = entry.lots.reduce(0) { $0 + $1.coins }
        switch entry.kind {
        case .held: return touched
        case .holdReleased, .holdExpired: return -touched
        case .spent: return entry.references.refersTo == nil ? 0 : -touched
        case .sold, .granted, .expired, .refunded, .debtSettled, .refundReversed, .debtWrittenOff, .undone,
            .ownershipEnded, .merged, .mergedSpent, .mergedRefund, .mergedSettlement, .adjusted, .forfeited:
            return 0
        }
    }
}
