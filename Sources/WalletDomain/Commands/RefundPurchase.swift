/// Apple's newer word about a credited purchase: coins are taken back, or given again. Only the difference to what was
/// taken before moves. Source: `docs/decisions/0012-refunds.md`.
package struct RefundPurchase: Sendable {
    package let key: StoreTransaction.Key
    package let word: StoreWord
    package let policy: RefundPolicy
    /// Spends, by the sequence of their first entry, that are undone in this order while coins of the purchase are
    /// owed: those of items owned once that its lots paid for, the latest first. Empty if what is owned stays.
    package let revocable: [Int64]

    package static let shape: Int16 = 1

    package init(key: StoreTransaction.Key, word: StoreWord, policy: RefundPolicy, revocable: [Int64] = []) {
        self.key = key
        self.word = word
        self.policy = policy
        self.revocable = revocable
    }

    package func decide(
        _ book: inout WalletBook, transaction: inout StoreTransaction, stamp: OperationStamp
    ) throws(WalletError) -> Outcome {
        guard let owner = transaction.owner, let credit = transaction.credit else { return .notCredited }
        guard owner == book.state.id else { return .ownedElsewhere(owner) }
        guard word.isNewer(than: transaction.word) else { return .unchanged }
        let told = transaction.word?.refundedMilli ?? 0
        transaction.word = word
        let postings = Self.postings(for: transaction, toldMilli: told, policy: policy, in: &book)
        guard !postings.isEmpty else { return .unchanged }
        let entries = book.postRuns(postings, as: stamp)
        return .done(entries + takeBack(credit.lots, from: &book, stamp: stamp), replayed: false)
    }

    /// An owned item whose coins are owed is given back: an undo of its spend, by nobody's call. Its coins meet the
    /// debt, what other lots had paid is the user's again.
    private func takeBack(_ lots: [Int32], from book: inout WalletBook, stamp: OperationStamp) -> [Entry] {
        let nobodys = OperationStamp(caller: stamp.caller, idempotency: nil, shape: UndoSpend.shape, at: stamp.at)
        var entries: [Entry] = []
        for spend in revocable where book.refunds[key.id].openDebt > 0 {
            let id = OperationID(wallet: book.state.id, sequence: spend)
            guard let paid = book.state.spends[id], paid.used(of: lots) > 0, book.isOwned(by: paid) else { continue }
            do throws(WalletError) {
                entries += try UndoSpend(spend: spend, coins: nil, note: nil).decide(&book, stamp: nobodys)
            } catch {
                // Undone in too many parts, or more coins than can be counted: it stays, and so does what is owed.
                continue
            }
        }
        return entries
    }

    /// What the purchase's newest word changes, the debts it makes and meets included; applied to the book's lots.
    /// - Parameter toldMilli: the share that the journal has told before, in thousandths of a percent.
    static func postings(
        for transaction: StoreTransaction, toldMilli: Int32, policy: RefundPolicy, in book: inout WalletBook
    ) -> [Posting] {
        guard let word = transaction.word, let credit = transaction.credit else { return [] }
        let refund = RefundOfSale(
            id: transaction.key.id, credit: credit, storeAt: word.revocation?.at, refundedMilli: word.refundedMilli)
        let sold = credit.coins + credit.bonus
        let taken = book.refunds[refund.id].taken
        let difference = word.refundedCoins(of: sold) - taken
        var postings: [Posting] = []
        // Nobody owes coins that were taken away from him.
        let takeable = min(difference, sold - book.forfeited(of: credit.lots) - taken)
        if takeable > 0 { postings += refund.take(takeable, from: &book, forgives: policy == .writeOff) }
        if difference < 0 { postings += refund.giveBack(-difference, to: &book) }
        if !postings.isEmpty { postings += MeetDebts.postings(in: &book) }
        if postings.isEmpty, word.refundedMilli != toldMilli {
            postings = [refund.tellShare(isMore: word.refundedMilli > toldMilli)]
        }
        book.freezeWhileInDebt(policy == .freeze)
        return postings
    }
}

/// Moves between the lots of one sale, its debt and the coins that met it.
struct RefundOfSale {
    let id: TransactionID
    let credit: StoreTransaction.Credit
    /// When Apple refunded.
    let storeAt: Instant?
    /// Apple's percentage of all refunds of the sale, this one included.
    let refundedMilli: Int32

    private func references(_ kind: EntryKind) -> Entry.References {
        .init(revocationMilli: kind.keepsRevocation ? refundedMilli : nil, transaction: id)
    }

    /// From the end of the sale's lots, bonus before paid; never held coins. What is not there is owed, or forgiven.
    func take(_ coins: Int64, from book: inout WalletBook, forgives: Bool) -> [Posting] {
        var postings: [Posting] = []
        var missing = coins
        for number in credit.lots.reversed() where missing > 0 {
            guard let lot = book.lot(number), lot.available > 0 else { continue }
            let use = LotUse(lot: number, coins: min(missing, lot.available), usedBefore: lot.consumed)
            missing -= use.coins
            postings.append(posting(.refunded, from: lot.kind.account, to: .clawedBack, use, storeAt: storeAt))
            book.remove([use])
        }
        if missing > 0 {
            let owed = LotUse(lot: credit.lot, coins: missing, usedBefore: book.lot(credit.lot)?.consumed ?? 0)
            postings.append(posting(.refunded, from: .debt, to: .clawedBack, owed, storeAt: storeAt))
            if forgives { postings.append(posting(.debtWrittenOff, from: .writtenOff, to: .debt, owed)) }
        }
        for posting in postings { book.refunds.note(posting) }
        return postings
    }

    /// The other way round: what is still owed is cancelled, then what met the debt returns, the latest lot first, then
    /// the sale's own coins. What was written off stays so.
    func giveBack(_ coins: Int64, to book: inout WalletBook) -> [Posting] {
        var missing = coins
        var postings: [Posting] = []
        let tally = book.refunds[id]
        let cancelled = min(missing, tally.openDebt)
        if cancelled > 0 {
            missing -= cancelled
            let use = LotUse(lot: credit.lot, coins: cancelled, usedBefore: book.lot(credit.lot)?.consumed ?? 0)
            postings.append(posting(.refundReversed, from: .refundReversed, to: .debt, use))
        }
        let returns = tally.met.sorted { $0.key > $1.key } + tally.removed.sorted { $0.key < $1.key }
        for (number, most) in returns where missing > 0 && most > 0 {
            guard let lot = book.lot(number) else { preconditionFailure("a refunded lot is loaded with its refund") }
            let use = LotUse(lot: number, coins: min(missing, most), usedBefore: lot.consumed)
            missing -= use.coins
            postings.append(posting(.refundReversed, from: .refundReversed, to: lot.kind.account, use))
            book.restore([use])
        }
        for posting in postings { book.refunds.note(posting) }
        return postings
    }

    /// Apple's money moves and no coin does: they were all taken away for cause, or the change rounds to none.
    func tellShare(isMore: Bool) -> Posting {
        let kind = isMore ? EntryKind.refunded : .refundReversed
        return Posting(
            kind: kind, debit: isMore ? .paid : .refundReversed, credit: isMore ? .clawedBack : .paid, coins: 0,
            lots: [], references: references(kind), storeAt: isMore ? storeAt : nil)
    }

    private func posting(
        _ kind: EntryKind, from debit: Account, to credit: Account, _ use: LotUse, storeAt: Instant? = nil
    ) -> Posting {
        Posting(
            kind: kind, debit: debit, credit: credit, coins: use.coins, lots: [use], references: references(kind),
            storeAt: storeAt)
    }
}
