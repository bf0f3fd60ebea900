/// Purchased coins are taken away for cause (fraud, a sold account), the newest purchase first: by two people only,
/// which `approvals` sees to. Never held coins, never free ones.
///
/// Forfeited coins are gone: a later refund of their purchase does not ask for them again (`WalletBook.forfeited`).
package struct ForfeitCoins: Sendable {
    /// Nil: all there are.
    package let coins: CoinAmount?
    package let act: ActByHand

    /// Version of the answer rendered from a forfeit's entries.
    package static let shape: Int16 = 1

    package init(coins: CoinAmount?, _ act: ActByHand) {
        self.coins = coins
        self.act = act
    }

    package func decide(_ book: inout WalletBook, stamp: OperationStamp) throws(WalletError) -> [Entry] {
        guard coins != .zero else { throw .amountOutOfRange(0) }
        let purchased = book.state.lots.filter { $0.kind != .promo }
        let there = LotPicker.available(purchased, at: stamp.at)
        guard there > 0, let uses = LotPicker.pickNewest(coins?.coins ?? there, from: purchased, at: stamp.at) else {
            throw .insufficientCoins(balance: try CoinAmount(max(0, there)), required: coins ?? .one)
        }
        ExpireCoins.settle(&book, stamp: stamp)
        let postings = [Account.bonus, .paid].compactMap { account -> Posting? in
            let own = uses.filter { book.lot($0.lot)?.kind.account == account }
            guard !own.isEmpty else { return nil }
            return Posting(
                kind: .forfeited, debit: account, credit: .adjusted, coins: own.reduce(0) { $0 + $1.coins }, lots: own,
                references: .init(note: act.note.digest))
        }
        book.remove(uses)
        return book.post(postings, as: stamp)
    }

    /// Where nothing is, nothing can be taken.
    var refusalByEmptyWallet: WalletError { .insufficientCoins(balance: .zero, required: coins ?? .one) }
}

extension WalletBook {
    /// What of purchased lots was taken away for cause: gone from them, and neither refunded nor paid towards a debt.
    /// Nothing is kept beside lots and journal, so nothing can differ from them.
    func forfeited(of lots: [Int32]) -> Int64 {
        let removed = lots.reduce(0) { $0 + (lot($1)?.removed ?? 0) }
        return refunds.all.reduce(removed) { left, refund in
            lots.reduce(left) { $0 - (refund.tally.removed[$1] ?? 0) - (refund.tally.met[$1] ?? 0) }
        }
    }
}
