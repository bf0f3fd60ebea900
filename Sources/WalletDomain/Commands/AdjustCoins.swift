/// Support gives or takes free coins by hand: a difference, never a new balance. Promo coins only: what was paid for is
/// taken by a refund or forfeited, nothing else.
package struct AdjustCoins: Sendable {
    package enum Change: Hashable, Sendable {
        /// A promo lot of its own. Meets no debt, carries no money.
        case give(CoinAmount, until: Instant?)
        /// The newest lot first; never held coins.
        case take(CoinAmount)
    }

    package let change: Change
    package let act: ActByHand

    /// Version of the answer rendered from an adjustment's entry.
    package static let shape: Int16 = 1

    package init(_ change: Change, _ act: ActByHand) {
        self.change = change
        self.act = act
    }

    package func decide(_ book: inout WalletBook, stamp: OperationStamp) throws(WalletError) -> [Entry] {
        switch change {
        case .give(let coins, let end):
            return try book.givePromo(coins, until: end, as: .adjusted, from: .adjusted, note: act.note, stamp: stamp)
        case .take(let coins):
            guard coins > .zero else { throw .amountOutOfRange(0) }
            let promo = book.state.lots.filter { $0.kind == .promo }
            guard let uses = LotPicker.pickNewest(coins.coins, from: promo, at: stamp.at) else {
                let there = LotPicker.available(promo, at: stamp.at)
                throw .insufficientCoins(balance: try CoinAmount(max(0, there)), required: coins)
            }
            ExpireCoins.settle(&book, stamp: stamp)
            book.remove(uses)
            let posting = Posting(
                kind: .adjusted, debit: .promo, credit: .adjusted, coins: coins.coins, lots: uses,
                references: .init(note: act.note.digest))
            return book.post([posting], as: stamp)
        }
    }

    /// Where nothing is, nothing can be taken; nil: it makes the wallet.
    var refusalByEmptyWallet: WalletError? {
        switch change {
        case .give: nil
        case .take(let coins): .insufficientCoins(balance: .zero, required: coins)
        }
    }
}

extension WalletBook {
    /// Free coins as a promo lot of their own.
    mutating func givePromo(
        _ coins: CoinAmount, until end: Instant?, as kind: EntryKind, from house: Account, note: Note,
        stamp: OperationStamp
    ) throws(WalletError) -> [Entry] {
        guard coins > .zero else { throw .amountOutOfRange(0) }
        if let end, end <= stamp.at { throw .malformed("expires_at") }
        _ = try CoinAmount(state.balances.total).adding(coins)
        ExpireCoins.settle(&self, stamp: stamp)
        let lot = open(LotOpening(kind: .promo, coins: coins.coins, acquiredAt: stamp.at, expiresAt: end, sale: nil))
        let posting = Posting(
            kind: kind, debit: house, credit: .promo, coins: coins.coins,
            lots: [LotUse(lot: lot, coins: coins.coins, usedBefore: 0)], references: .init(note: note.digest))
        return post([posting], as: stamp)
    }
}
