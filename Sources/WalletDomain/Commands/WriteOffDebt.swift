/// What a user still owes is forgiven, all or a part, the oldest refund's debt first: by hand only, with a reason.
///
/// Forgiven coins were used and count as taken for ever, whatever Apple says later (`RefundTally.writtenOff`). Source:
/// `docs/decisions/0029-writing-debts-off.md`.
package struct WriteOffDebt: Sendable {
    /// Nil: all that is owed.
    package let coins: CoinAmount?
    package let act: ActByHand

    /// Version of the answer rendered from a write-off's entries.
    package static let shape: Int16 = 1

    package init(coins: CoinAmount?, _ act: ActByHand) {
        self.coins = coins
        self.act = act
    }

    package func decide(_ book: inout WalletBook, stamp: OperationStamp) throws(WalletError) -> [Entry] {
        let owed = book.refunds.openDebt
        let wanted = coins?.coins ?? owed
        guard coins != .zero else { throw .amountOutOfRange(0) }
        guard wanted > 0, wanted <= owed else { throw .moreThanOwed(debt: try CoinAmount(owed)) }
        let entries = book.post(postings(wanted, in: &book), as: stamp)
        book.freezeWhileInDebt(false)
        return entries
    }

    /// One posting a refund. It names the lot of the sale that the debt is about, and takes nothing from it.
    private func postings(_ wanted: Int64, in book: inout WalletBook) -> [Posting] {
        var postings: [Posting] = []
        var missing = wanted
        for debt in book.refunds.open where missing > 0 {
            let tally = book.refunds[debt]
            guard let lot = tally.owedLot else { preconditionFailure("a debt says which sale it is about") }
            let use = LotUse(
                lot: lot, coins: min(missing, tally.openDebt), usedBefore: book.lot(lot)?.consumed ?? 0)
            missing -= use.coins
            let posting = Posting(
                kind: .debtWrittenOff, debit: .writtenOff, credit: .debt, coins: use.coins, lots: [use],
                references: .init(transaction: debt, note: act.note.digest))
            book.refunds.note(posting)
            postings.append(posting)
        }
        return postings
    }
}
