/// One move of coins that a decision wants: an entry before it has a place in the journal.
package struct Posting: Sendable {
    package let kind: EntryKind
    package let debit: Account
    package let credit: Account
    package let coins: Int64
    package let lots: [LotUse]
    package private(set) var references: Entry.References
    package let storeAt: Instant?

    package init(
        kind: EntryKind, debit: Account, credit: Account, coins: Int64, lots: [LotUse],
        references: Entry.References = .init(), storeAt: Instant? = nil
    ) {
        precondition(debit != credit && coins >= 0, "a posting moves coins between two accounts")
        let touched = lots.reduce(0) { $0 + $1.coins }
        precondition(
            kind.isAboutHolds ? coins == 0 : touched == coins,
            "a posting's lots add up to its coins, and a hold moves none")
        self.kind = kind
        self.debit = debit
        self.credit = credit
        self.coins = coins
        self.lots = lots
        self.references = references
        self.storeAt = storeAt
    }

    /// What it adds to the wallet's held coins. A spend that refers to a hold captures it.
    var heldCoins: Int64 {
        let touched = lots.reduce(0) { $0 + $1.coins }
        return switch kind {
        case .held: touched
        case .holdReleased, .holdExpired: -touched
        case .spent: references.refersTo == nil ? 0 : -touched
        case .sold, .granted, .expired, .refunded, .debtSettled, .refundReversed, .debtWrittenOff, .undone,
            .ownershipEnded, .merged, .mergedSpent, .mergedRefund, .mergedSettlement, .adjusted, .forfeited:
            0
        }
    }

    /// The same, about an earlier operation.
    /// - Parameter wallet: the merged wallet in which it stands; nil: the posting's own.
    func referring(to operation: Int64, of wallet: WalletID?) -> Posting {
        var posting = self
        posting.references.refersTo = operation
        posting.references.refersWallet = wallet
        return posting
    }
}
