/// A hold is let go: its coins are free again, in the lots where they are.
///
/// What comes back may be gone at once: promo coins whose time is over expire, purchased coins meet debts.
package struct ReleaseHold: Sendable {
    /// Sequence of the hold's first entry.
    package let hold: Int64

    /// Version of the answer rendered from a release's entries.
    package static let shape: Int16 = 1

    package init(hold: Int64) { self.hold = hold }

    package func decide(_ book: inout WalletBook, stamp: OperationStamp) throws(WalletError) -> [Entry] {
        let hold = try book.openHold(hold, at: stamp.at)
        ExpireCoins.settle(&book, stamp: stamp)
        return Self.end(hold, as: .holdReleased, in: &book, stamp: stamp)
    }

    /// - Parameter kind: of the entries: `holdReleased` or `holdExpired`.
    static func end(
        _ hold: Hold, as kind: EntryKind, in book: inout WalletBook, stamp: OperationStamp
    ) -> [Entry] {
        let uses = book.uses(of: hold.parts)
        book.letGo(uses)
        let postings = book.postings(kind, uses, hold.references)
        let others = book.consequencesOfReturn(at: stamp.at)
        let entries = book.post(postings, followedBy: others, as: stamp)
        book.end(
            hold.number, as: kind == .holdExpired ? .expired : .released, by: entries[0].operation, at: stamp.at)
        return entries
    }
}
