/// What refunds did to a wallet so far, purchase by purchase: the sum of the journal's entries about refunds.
///
/// Nothing about refunds is kept beside the journal, so nothing can differ from it. What moved no coin is not counted.
package struct RefundTallies: Sendable {
    /// In the order of the first refund: the oldest debt is met first.
    private var order: [TransactionID] = []
    private var tallies: [TransactionID: RefundTally] = [:]

    package init(_ entries: [Entry] = []) {
        for entry in entries where entry.coins > 0 {
            guard let transaction = entry.references.transaction else { continue }
            note(transaction) {
                $0.note(kind: entry.kind, debit: entry.debit, credit: entry.credit, coins: entry.coins, entry.lots)
            }
        }
    }

    package subscript(_ transaction: TransactionID) -> RefundTally { tallies[transaction] ?? RefundTally() }

    /// Purchases that owe coins, the oldest refund first.
    package var open: [TransactionID] { order.filter { self[$0].openDebt > 0 } }

    package var openDebt: Int64 { tallies.values.reduce(0) { $0 + $1.openDebt } }

    /// All of them, the oldest refund first.
    package var all: [(transaction: TransactionID, tally: RefundTally)] { order.map { ($0, self[$0]) } }

    package mutating func note(_ posting: Posting) {
        guard posting.coins > 0, let transaction = posting.references.transaction else { return }
        note(transaction) {
            $0.note(
                kind: posting.kind, debit: posting.debit, credit: posting.credit, coins: posting.coins, posting.lots)
        }
    }

    private mutating func note(_ transaction: TransactionID, _ apply: (inout RefundTally) -> Void) {
        if tallies[transaction] == nil { order.append(transaction) }
        apply(&tallies[transaction, default: RefundTally()])
    }
}

/// Refunds of one purchase, coins by where they came from.
package struct RefundTally: Hashable, Sendable {
    /// Taken from the purchase's own lots, by lot.
    package private(set) var removed: [Int32: Int64] = [:]
    /// Taken from other purchased lots to meet the debt, by lot.
    package private(set) var met: [Int32: Int64] = [:]
    package private(set) var openDebt: Int64 = 0
    package private(set) var writtenOff: Int64 = 0
    /// The lot of the sale whose coins were owed first.
    package private(set) var owedLot: Int32?

    /// What the purchase's refunds have taken, owed or given up.
    package var taken: Int64 {
        removed.values.reduce(0, +) + met.values.reduce(0, +) + openDebt + writtenOff
    }

    fileprivate mutating func note(
        kind: EntryKind, debit: Account, credit: Account, coins: Int64, _ lots: [LotUse]
    ) {
        if debit == .debt { owedLot = owedLot ?? lots.first?.lot }
        switch (kind, debit, credit) {
        case (.refunded, .debt, _): openDebt += coins
        case (.refunded, _, _): for use in lots { removed[use.lot, default: 0] += use.coins }
        case (.debtSettled, _, _):
            openDebt -= coins
            for use in lots { met[use.lot, default: 0] += use.coins }
        case (.debtWrittenOff, _, _), (.mergedRefund, _, .debt):
            openDebt -= coins
            writtenOff += coins
        // What came by a merge counts as if it had happened here.
        case (.mergedRefund, .debt, _): openDebt += coins
        case (.mergedRefund, _, _): for use in lots { removed[use.lot, default: 0] += use.coins }
        case (.mergedSettlement, _, _): for use in lots { met[use.lot, default: 0] += use.coins }
        case (.refundReversed, _, .debt): openDebt -= coins
        case (.refundReversed, _, _): for use in lots { giveBack(use) }
        case (.sold, _, _), (.granted, _, _), (.spent, _, _), (.expired, _, _), (.undone, _, _),
            (.ownershipEnded, _, _), (.held, _, _), (.holdReleased, _, _), (.holdExpired, _, _), (.merged, _, _),
            (.mergedSpent, _, _), (.adjusted, _, _), (.forfeited, _, _):
            return
        }
    }

    /// As `RefundOfSale` gives back: what met the debt first, then what the purchase's own lots lost.
    private mutating func giveBack(_ use: LotUse) {
        let fromMet = min(use.coins, met[use.lot] ?? 0)
        if fromMet > 0 { met[use.lot, default: 0] -= fromMet }
        if fromMet < use.coins { removed[use.lot, default: 0] -= use.coins - fromMet }
    }
}
