/// Coins are reserved for an item, at the price the user saw, or for an amount.
package struct PlaceHold: Sendable {
    package enum Purpose: Sendable {
        case item(SpendItem)
        /// - Parameter note: what it is for; kept in `notes`, the entry holds its SHA-256.
        case amount(CoinAmount, note: Note?)
    }

    package let purpose: Purpose
    /// How long it lives at most; counted from the batch's time.
    package let lifeMs: Int64

    /// Version of the answer rendered from a hold's entries.
    package static let shape: Int16 = 1

    package init(purpose: Purpose, lifeMs: Int64) {
        precondition(lifeMs > 0, "a hold lives")
        self.purpose = purpose
        self.lifeMs = lifeMs
    }

    package var item: ItemID? {
        if case .item(let spend) = purpose { spend.item } else { nil }
    }

    package var note: Note? {
        if case .amount(_, let note) = purpose { note } else { nil }
    }

    package func decide(
        _ book: inout WalletBook, offer: Offer?, stamp: OperationStamp
    ) throws(WalletError) -> [Entry] {
        let (total, terms) = try agreement(book, offer: offer, at: stamp.at)
        guard book.state.openHolds < Limits.openHoldsMax else { throw .tooManyHolds }
        let uses = try book.payment(of: total, at: stamp.at)
        ExpireCoins.settle(&book, stamp: stamp)
        let expiresAt = stamp.at.adding(milliseconds: lifeMs)
        var references = terms
        references.expiresAt = expiresAt
        let postings = book.postings(.held, uses, references)
        book.hold(uses)
        let entries = book.post(postings, as: stamp)
        book.place(
            Hold(
                number: entries[0].operation, terms: terms, isOnce: item != nil && offer?.kind == .once,
                parts: uses.map { Hold.Part(lot: $0.lot, coins: $0.coins) }, placedAt: stamp.at,
                expiresAt: expiresAt))
        return entries
    }

    /// What both sides mean: the coins and what they are for.
    private func agreement(
        _ book: WalletBook, offer: Offer?, at moment: Instant
    ) throws(WalletError) -> (total: CoinAmount, terms: Entry.References) {
        switch purpose {
        case .item(let spend):
            let version = try spend.agreedVersion(book, offer: offer, at: moment)
            return (try version.price.times(Int64(spend.quantity)), spend.terms(version))
        case .amount(let coins, let note):
            guard coins > .zero else { throw .amountOutOfRange(coins.coins) }
            return (coins, Entry.References(note: note?.digest))
        }
    }
}
