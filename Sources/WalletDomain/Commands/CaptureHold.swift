/// Held coins are spent, all or a part, at the hold's own price; the rest goes back. Allowed in debt: what was promised
/// is kept.
package struct CaptureHold: Sendable {
    /// Sequence of the hold's first entry.
    package let hold: Int64
    /// Nil: all of it.
    package let coins: CoinAmount?

    /// Version of the answer rendered from a capture's entries.
    package static let shape: Int16 = 1

    package init(hold: Int64, coins: CoinAmount?) {
        self.hold = hold
        self.coins = coins
    }

    package func decide(_ book: inout WalletBook, stamp: OperationStamp) throws(WalletError) -> [Entry] {
        let hold = try book.openHold(hold, at: stamp.at)
        let total = try wanted(of: hold)
        ExpireCoins.settle(&book, stamp: stamp)
        let (taken, rest) = hold.split(at: total)
        book.letGo(book.uses(of: hold.parts))
        let uses = book.uses(of: taken)
        let postings = book.postings(.spent, uses, hold.references, moving: true)
        book.consume(uses)
        let others = rest.isEmpty ? [] : returns(rest, of: hold, to: &book, at: stamp.at)
        let entries = book.post(postings, followedBy: others, as: stamp)
        if hold.isOnce, let item = hold.terms.item { own(item, by: entries[0].operation, in: &book, at: stamp.at) }
        book.end(hold.number, as: .captured, by: entries[0].operation, at: stamp.at, captured: total)
        return entries
    }

    /// A merge may have brought the item meanwhile: then both have paid for it.
    private func own(_ item: ItemID, by operation: Int64, in book: inout WalletBook, at moment: Instant) {
        guard let known = book.state.ownerships[item] else { return book.own(item, by: operation, at: moment) }
        book.setGivers(of: item, known.givers + [OperationID(wallet: book.state.id, sequence: operation)])
    }

    private func wanted(of hold: Hold) throws(WalletError) -> Int64 {
        guard let coins else { return hold.coins }
        guard coins > .zero else { throw .amountOutOfRange(coins.coins) }
        guard coins.coins <= hold.coins else { throw .moreThanHeld(held: try CoinAmount(hold.coins)) }
        return coins.coins
    }

    private func returns(
        _ rest: [Hold.Part], of hold: Hold, to book: inout WalletBook, at moment: Instant
    ) -> [Posting] {
        book.postings(.holdReleased, book.uses(of: rest), hold.references)
            + book.consequencesOfReturn(at: moment)
    }
}

extension Hold {
    /// What an entry that ends the hold refers to.
    var references: Entry.References {
        var references = terms
        references.refersTo = number
        return references
    }
}
