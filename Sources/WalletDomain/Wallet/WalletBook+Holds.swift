/// What holds do to a wallet's lots, and how their postings look.
extension WalletBook {
    /// The hold of that number, if it can still be captured or released.
    func openHold(_ number: Int64, at moment: Instant) throws(WalletError) -> Hold {
        guard let hold = state.holds[number] else { throw .holdNotFound }
        switch hold.status {
        case .open where hold.isDue(at: moment): throw .holdExpired
        case .open: return hold
        case .captured: throw .holdCaptured
        case .released: throw .holdReleased
        case .expired: throw .holdExpired
        }
    }

    /// The open hold that keeps a `once` item for this wallet.
    func hold(on item: ItemID) -> Hold? {
        state.holds.values.first { $0.status == .open && $0.isOnce && $0.terms.item == item }
    }

    /// Held coins as uses of their lots, as these stand now.
    func uses(of parts: [Hold.Part]) -> [LotUse] {
        parts.map { LotUse(lot: $0.lot, coins: $0.coins, usedBefore: lot($0.lot)?.consumed ?? 0) }
    }

    /// One posting an account that `uses` touch, promo first; one without coins if they touch none.
    func postings(
        _ kind: EntryKind, _ uses: [LotUse], _ references: Entry.References, moving: Bool = false
    ) -> [Posting] {
        func posting(_ account: Account, _ uses: [LotUse]) -> Posting {
            let coins = moving ? uses.reduce(0) { $0 + $1.coins } : 0
            // What lets go is written the other way round.
            let (debit, credit): (Account, Account) =
                kind == .holdReleased || kind == .holdExpired ? (.spent, account) : (account, .spent)
            return Posting(
                kind: kind, debit: debit, credit: credit, coins: coins, lots: uses, references: references)
        }
        guard !uses.isEmpty else { return [posting(.promo, [])] }
        let accounts: [Account] = [.promo, .paid, .bonus]
        return accounts.compactMap { account in
            let touched = uses.filter { lot($0.lot)?.kind.account == account }
            return touched.isEmpty ? nil : posting(account, touched)
        }
    }

    /// Which lots pay `total` now, or why none do.
    func payment(of total: CoinAmount, at moment: Instant) throws(WalletError) -> [LotUse] {
        guard state.balances.debt == 0 else { throw .walletInDebt(debt: try CoinAmount(state.balances.debt)) }
        guard let uses = LotPicker.pick(total.coins, from: state.lots, at: moment) else {
            let available = LotPicker.available(state.lots, at: moment)
            throw .insufficientCoins(balance: try CoinAmount(max(0, available)), required: total)
        }
        return uses
    }

    /// What follows at once when coins are free again: those whose time is over expire, purchased ones meet debts.
    /// Applied to the book's lots; the postings still have to be posted.
    mutating func consequencesOfReturn(at moment: Instant) -> [Posting] {
        var postings: [Posting] = []
        let due = LotPicker.expired(state.lots, at: moment)
        if !due.isEmpty {
            remove(due)
            postings.append(
                Posting(
                    kind: .expired, debit: .promo, credit: .expired, coins: due.reduce(0) { $0 + $1.coins },
                    lots: due))
        }
        let settled = MeetDebts.postings(in: &self)
        if !settled.isEmpty { freezeWhileInDebt(false) }
        return postings + settled
    }
}
