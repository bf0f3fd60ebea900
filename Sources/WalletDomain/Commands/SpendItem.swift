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
        let uses = try book.payment(of: total, at: stamp.at)
        ExpireCoins.settle(&book, stamp: stamp)
        let moves = book.postings(.spent, uses, terms(version), moving: true)
        book.consume(uses)
        let entries = book.post(moves, as: stamp)
        if offer?.kind == .once { book.own(item, by: entries[0].operation, at: stamp.at) }
        return entries
    }

    /// The price version both sides mean, or why there is none.
    func agreedVersion(
        _ book: WalletBook, offer: Offer?, at moment: Instant
    ) throws(WalletError) -> PriceVersion {
        guard let offer, offer.status(at: moment) != .draft else { throw .itemNotFound }
        if offer.kind == .once {
            guard quantity == 1 else { throw .malformed("quantity") }
            if let owner = book.state.ownerships[item] { throw .alreadyOwned(by: owner.givers[0]) }
            if let hold = book.hold(on: item) {
                throw .alreadyHeld(by: OperationID(wallet: book.state.id, sequence: hold.number))
            }
        }
        guard let version = offer.version(at: moment) else { throw .notForSale }
        guard version.price == expectedPrice else { throw .priceChanged(current: version.price) }
        return version
    }

    func terms(_ version: PriceVersion) -> Entry.References {
        Entry.References(
            item: item, quantity: quantity, unitPrice: version.price.coins, priceVersion: version.number)
    }
}
