/// A spend is taken back, whole or in part: coins return to the very lots that paid, the lot used last first.
///
/// What comes back may be gone at once: promo coins whose time is over expire, purchased coins meet what refunds left
/// owing. Source: `docs/decisions/0021-undo.md`.
package struct UndoSpend: Sendable {
    /// Sequence of the spend's first entry.
    package let spend: Int64
    /// Nil: all that is left of it.
    package let coins: CoinAmount?
    /// Why; kept in `notes`, the entry holds its SHA-256.
    package let note: Note?
    /// Of a spend in a wallet that was merged into this one: as that wallet knows it, which does not change any more.
    package let moved: PaidSpend?

    /// Version of the answer rendered from an undo's entries.
    package static let shape: Int16 = 1

    /// - Parameter moved: with the lots' numbers in this wallet, and what was undone before it was merged.
    package init(spend: Int64, coins: CoinAmount?, note: Note?, moved: PaidSpend? = nil) {
        self.spend = spend
        self.coins = coins
        self.note = note
        self.moved = moved
    }

    /// The merged wallet in which the spend stands; nil: the command's own.
    package var origin: WalletID? { moved?.entries[0].wallet }

    /// - Parameter wallet: the command's.
    package func id(in wallet: WalletID) -> OperationID { OperationID(wallet: origin ?? wallet, sequence: spend) }

    package func decide(_ book: inout WalletBook, stamp: OperationStamp) throws(WalletError) -> [Entry] {
        let id = id(in: book.state.id)
        guard let paid = book.state.spends[id] else { throw .spendNotFound }
        let returned = try returns(of: paid, to: book)
        ExpireCoins.settle(&book, stamp: stamp)
        let postings = postings(returned, in: book)
        book.returnUndone(returned, of: id)
        let others = book.consequencesOfReturn(at: stamp.at) + endOfOwnership(paid, in: &book, at: stamp.at)
        return book.post(
            postings.map { $0.referring(to: spend, of: origin) },
            followedBy: others.map { $0.referring(to: spend, of: origin) }, as: stamp)
    }

    /// Which coins go back where, or why none may.
    private func returns(of paid: PaidSpend, to book: WalletBook) throws(WalletError) -> [LotUse] {
        let left = paid.paid - paid.undoneCoins
        let wanted = coins?.coins ?? left
        let isAmount = wanted > 0 || (coins == nil && paid.paid == 0 && !paid.isTouched)
        guard isAmount, wanted <= left, let returned = paid.returns(wanted, lots: book.state.lots) else {
            throw .moreThanPaid(paid: try CoinAmount(paid.paid), undone: try CoinAmount(paid.undoneCoins))
        }
        guard paid.undos < Limits.undosMax else { throw .tooManyUndos }
        _ = try CoinAmount(book.state.balances.total).adding(CoinAmount(wanted))
        return returned
    }

    /// One posting an account, as the spend had; the undo of a free spend moves 0 coins.
    private func postings(_ returned: [LotUse], in book: WalletBook) -> [Posting] {
        let item = book.state.spends[id(in: book.state.id)]?.item
        let references = Entry.References(item: item, note: note?.digest)
        func posting(_ account: Account, _ uses: [LotUse]) -> Posting {
            Posting(
                kind: .undone, debit: .spent, credit: account, coins: uses.reduce(0) { $0 + $1.coins }, lots: uses,
                references: references)
        }
        guard !returned.isEmpty else { return [posting(.promo, [])] }
        let accounts: [Account] = [.bonus, .paid, .promo]
        return accounts.compactMap { account in
            let uses = returned.filter { book.lot($0.lot)?.kind.account == account }
            return uses.isEmpty ? nil : posting(account, uses)
        }
    }

    /// Whoever has all coins back has the item no longer.
    private func endOfOwnership(_ paid: PaidSpend, in book: inout WalletBook, at moment: Instant) -> [Posting] {
        guard book.state.spends[id(in: book.state.id)]?.isWhollyUndone == true, let item = paid.item,
            let owner = book.state.ownerships[item], book.isOwned(by: paid)
        else { return [] }
        let others = owner.givers.filter { !paid.givers.contains($0) }
        guard others.isEmpty else {
            book.setGivers(of: item, others)
            return []
        }
        book.disown(item, by: book.state.sequence + 1, at: moment)
        return [
            Posting(
                kind: .ownershipEnded, debit: .spent, credit: .promo, coins: 0, lots: [],
                references: .init(item: item))
        ]
    }
}
