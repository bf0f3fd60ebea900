/// The first half of a merge: all coins and debts leave the wallet through 9580, and it is closed for ever. What it had
/// is told by its rows, which nobody changes any more. Source: `docs/decisions/0025-merge.md`.
package struct CloseWallet: Sendable {
    /// Who takes over. Not looked at: the second half is another wallet's.
    package let into: WalletID

    package static let shape: Int16 = 1

    package init(into: WalletID) { self.into = into }

    package func decide(_ book: inout WalletBook, stamp: OperationStamp) throws(WalletError) -> [Entry] {
        // Those whose time is over were ended before.
        guard book.state.openHolds == 0 else { throw .holdsOpen }
        guard Int(book.state.lotCount) <= Limits.mergeLotsMax else { throw .tooManyLots }
        ExpireCoins.settle(&book, stamp: stamp)
        let leaving = Lot.Kind.allCases.compactMap { coins(of: $0, in: &book) } + debts(of: book)
        let entries = book.post(leaving.isEmpty ? [.empty(from: .promo, to: .moved)] : leaving, as: stamp)
        book.close(into: into)
        return entries
    }

    private func coins(of kind: Lot.Kind, in book: inout WalletBook) -> Posting? {
        let uses = book.state.lots.filter { $0.kind == kind && $0.remaining > 0 }.sorted { $0.number < $1.number }
            .map { LotUse(lot: $0.number, coins: $0.remaining, usedBefore: $0.consumed) }
        guard !uses.isEmpty else { return nil }
        book.remove(uses)
        return Posting(
            kind: .merged, debit: kind.account, credit: .moved, coins: uses.reduce(0) { $0 + $1.coins }, lots: uses)
    }

    private func debts(of book: WalletBook) -> [Posting] {
        book.refunds.open.map { transaction in
            let tally = book.refunds[transaction]
            let coins = tally.openDebt
            guard let lot = tally.owedLot else { preconditionFailure("a debt says which sale it is about") }
            return Posting(
                kind: .merged, debit: .moved, credit: .debt, coins: coins,
                lots: [LotUse(lot: lot, coins: coins, usedBefore: book.lot(lot)?.consumed ?? 0)],
                references: .init(transaction: transaction))
        }
    }
}

/// Nobody uses the wallet any more. Its coins and its journal stay, and Apple's refunds still find it.
package struct EraseWallet: Sendable {
    package init() {}

    package func decide(_ book: inout WalletBook) -> Outcome {
        guard book.state.status != .erased else { return .unchanged }
        book.erase()
        // The audit log tells of it; no coins move, so the journal has nothing to say.
        return .done([], replayed: false)
    }
}

extension Posting {
    /// A wallet that has nothing is merged like any other: an entry says so.
    static func empty(from debit: Account, to credit: Account) -> Posting {
        Posting(kind: .merged, debit: debit, credit: credit, coins: 0, lots: [])
    }
}
