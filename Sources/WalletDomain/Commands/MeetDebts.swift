/// Purchased coins meet what refunds left owing: the oldest debt first, out of the oldest purchase. Never promo coins.
enum MeetDebts {
    /// Applied to the book's lots; the postings still have to be posted.
    static func postings(in book: inout WalletBook) -> [Posting] {
        var postings: [Posting] = []
        for debt in book.refunds.open {
            for lot in purchasedLots(of: book) {
                let coins = min(lot.available, book.refunds[debt].openDebt)
                guard coins > 0 else { continue }
                let use = LotUse(lot: lot.number, coins: coins, usedBefore: lot.consumed)
                let posting = Posting(
                    kind: .debtSettled, debit: lot.kind.account, credit: .debt, coins: coins, lots: [use],
                    references: .init(transaction: debt))
                book.remove([use])
                book.refunds.note(posting)
                postings.append(posting)
            }
        }
        return postings
    }

    private static func purchasedLots(of book: WalletBook) -> [Lot] {
        book.state.lots.filter { $0.kind != .promo && $0.available > 0 }.sorted { $0.isUsedBefore($1) }
    }
}
