/// Coins become an item, at the price the user saw.
package struct SpendItem: Sendable {
    package let item: ItemID
    /// For one.
    package let expectedPrice: CoinAmount
    package let quantity: Int32

    /// Version of the answer rendered from a spend's entries.
    package static let shape: Int16 = 1

    package init(item: ItemID, expectedPrice: CoinAmount, quantity: Int32) {
        self.item = item
        self.expectedPrice = expectedPrice
        self.quantity = quantity
    }

    package func decide(
        _ book: inout WalletBook, offer: Offer?, stamp: OperationStamp
    ) throws(WalletError) -> [Entry] {
        let version = try agreedVersion(book, offer: offer, at: stamp.at)
        let total = try version.price.times(Int64(quantity))
        guard book.state.balances.debt == 0 else {
            throw .walletInDebt(debt: try CoinAmount(book.state.balances.debt))
        }
        guard let uses = LotPicker.pick(total.coins, from: book.state.lots, at: stamp.at) else {
            let available = LotPicker.available(book.state.lots, at: stamp.at)
            throw .insufficientCoins(balance: try CoinAmount(max(0, available)), required: total)
        }
        ExpireCoins.settle(&book, stamp: stamp)
        let moves = postings(uses, lots: book.state.lots, version: version)
        book.consume(uses)
        let entries = book.post(moves, as: stamp)
        if offer?.kind == .once { book.own(item, by: entries[0].operation, at: stamp.at) }
        return entries
    }

    /// The price version both sides mean, or why there is none.
    private func agreedVersion(
        _ book: WalletBook, offer: Offer?, at moment: Instant
    ) throws(WalletError) -> PriceVersion {
        guard let offer, offer.status != .draft else { throw .itemNotFound }
        if offer.kind == .once {
            guard quantity == 1 else { throw .malformed("quantity") }
            if let owner = book.state.ownerships[item] {
                throw .alreadyOwned(by: OperationID(wallet: book.state.id, sequence: owner))
            }
        }
        guard let version = offer.version(at: moment) else { throw .notForSale }
        guard version.price == expectedPrice else { throw .priceChanged(current: version.price) }
        return version
    }

    /// One posting an account: promo, paid, bonus. A free item moves 0 coins.
    private func postings(_ uses: [LotUse], lots: [Lot], version: PriceVersion) -> [Posting] {
        let references = Entry.References(
            item: item, quantity: quantity, unitPrice: version.price.coins, priceVersion: version.number)
        func posting(_ account: Account, _ uses: [LotUse]) -> Posting {
            Posting(
                kind: .spent, debit: account, credit: .spent, coins: uses.reduce(0) { $0 + $1.coins }, lots: uses,
                references: references)
        }
        guard !uses.isEmpty else { return [posting(.promo, [])] }
        let accounts: [Account] = [.promo, .paid, .bonus]
        return accounts.compactMap { account in
            let paid = uses.filter { use in lots.contains { $0.number == use.lot && $0.kind.account == account } }
            return paid.isEmpty ? nil : posting(account, paid)
        }
    }
}
