package import struct FoundationEssentials.UUID

/// The second half of a merge: what a closed wallet left comes into this one, each lot whole and then what was gone of
/// it, purchases, refunds, debts and ownerships with it. Never refused, since the first half is done.
package struct TakeOver: Sendable {
    package let estate: WalletEstate
    package let merge: UUID
    /// For a debt that is still open afterwards.
    package let policy: RefundPolicy

    package static let shape: Int16 = 1

    package init(estate: WalletEstate, merge: UUID, policy: RefundPolicy) {
        self.estate = estate
        self.merge = merge
        self.policy = policy
    }

    /// - Parameter transactions: the estate's purchases, which are this wallet's afterwards.
    package func decide(
        _ book: inout WalletBook, transactions: inout [StoreTransaction.Key: StoreTransaction], stamp: OperationStamp
    ) -> [Entry] {
        let offset = book.state.lotCount
        let first = book.state.sequence + 1
        var postings = arrivals(in: &book)
        adopt(&transactions, of: book, offset: offset, first: first)
        postings += history(offset, in: &book)
        if postings.isEmpty { postings = [.empty(from: .moved, to: .promo)] }
        let others = book.consequencesOfReturn(at: stamp.at)
        let entries = book.post(postings, followedBy: others, as: stamp)
        own(by: first, in: &book, at: stamp.at)
        book.freezeWhileInDebt(policy == .freeze)
        book.tookOver(
            WalletTakeover(
                source: estate.wallet, merge: merge, operation: first, lotOffset: offset,
                lots: Int32(estate.lots.count), at: stamp.at))
        return entries
    }

    /// A posting a lot, in their order: it says what the lot's row says.
    private func arrivals(in book: inout WalletBook) -> [Posting] {
        let quantities = Dictionary(estate.purchases.map { ($0.key.id, $0.quantity) }) { first, _ in first }
        return estate.lots.map { moved in
            let lot = moved.lot
            let number = book.open(
                LotOpening(
                    kind: lot.kind, coins: lot.issued, acquiredAt: lot.acquiredAt, expiresAt: lot.expiresAt,
                    sale: moved.sale))
            return Posting(
                kind: .merged, debit: .moved, credit: lot.kind.account, coins: lot.issued,
                lots: [LotUse(lot: number, coins: lot.issued, usedBefore: 0)],
                references: .init(
                    quantity: moved.sale.flatMap { quantities[$0.transaction] ?? nil },
                    transaction: moved.sale?.transaction, product: moved.sale?.product),
                storeAt: lot.acquiredAt)
        }
    }

    /// The entry that brings a purchase's paid lot credits it from now on.
    private func adopt(
        _ transactions: inout [StoreTransaction.Key: StoreTransaction], of book: WalletBook, offset: Int32,
        first: Int64
    ) {
        for purchase in estate.purchases {
            guard transactions[purchase.key]?.owner == estate.wallet else { continue }
            transactions[purchase.key]?.owner = book.state.id
            guard let credit = transactions[purchase.key]?.credit else { continue }
            transactions[purchase.key]?.credit = StoreTransaction.Credit(
                sequence: first + Int64(credit.lot) - 1, lot: credit.lot + offset, coins: credit.coins,
                bonus: credit.bonus)
        }
    }

    /// What had become of the lots: spent, refunded, paid towards debts, gone otherwise; and what is owed.
    private func history(_ offset: Int32, in book: inout WalletBook) -> [Posting] {
        let tallies = RefundTallies(estate.refundEntries)
        var gone = Dictionary(uniqueKeysWithValues: estate.lots.map { ($0.lot.number, $0.lot.removed) })
        for (_, tally) in tallies.all {
            for (lot, coins) in tally.removed.merging(tally.met, uniquingKeysWith: +) { gone[lot, default: 0] -= coins }
        }
        let consumed = Dictionary(uniqueKeysWithValues: estate.lots.map { ($0.lot.number, $0.lot.consumed) })
        let spent = moves(.mergedSpent, consumed, offset, in: book)
        for posting in spent { book.consume(posting.lots) }
        var postings = moves(.merged, gone, offset, in: book)
        for posting in postings { book.remove(posting.lots) }
        // In the order of the first refund: the oldest debt is met first.
        for (transaction, tally) in tallies.all {
            let references = Entry.References(transaction: transaction)
            let taken =
                moves(.mergedRefund, tally.removed, offset, in: book, references)
                + moves(.mergedSettlement, tally.met, offset, in: book, references)
            for posting in taken { book.remove(posting.lots) }
            let refunds = taken + debts(of: transaction, tally, offset, in: book)
            for posting in refunds { book.refunds.note(posting) }
            postings += refunds
        }
        return spent + postings
    }

    /// Coins by lot, a posting an account: out of the lots, to 9580.
    private func moves(
        _ kind: EntryKind, _ coins: [Int32: Int64], _ offset: Int32, in book: WalletBook,
        _ references: Entry.References = .init()
    ) -> [Posting] {
        Lot.Kind.allCases.compactMap { lotKind in
            let uses = coins.filter { $0.value > 0 }.sorted { $0.key < $1.key }.compactMap { number, coins in
                book.lot(number + offset).flatMap { lot in
                    lot.kind == lotKind ? LotUse(lot: lot.number, coins: coins, usedBefore: lot.consumed) : nil
                }
            }
            guard !uses.isEmpty else { return nil }
            return Posting(
                kind: kind, debit: lotKind.account, credit: .moved, coins: uses.reduce(0) { $0 + $1.coins }, lots: uses,
                references: references)
        }
    }

    /// What is owed; what was forgiven is owed and given up again, so that a later refund knows of it.
    private func debts(
        of transaction: TransactionID, _ tally: RefundTally, _ offset: Int32, in book: WalletBook
    ) -> [Posting] {
        guard tally.openDebt + tally.writtenOff > 0 else { return [] }
        guard let lot = tally.owedLot else { preconditionFailure("a debt says which sale it is about") }
        func posting(_ debit: Account, _ credit: Account, _ coins: Int64) -> Posting {
            let use = LotUse(lot: lot + offset, coins: coins, usedBefore: book.lot(lot + offset)?.consumed ?? 0)
            return Posting(
                kind: .mergedRefund, debit: debit, credit: credit, coins: coins, lots: [use],
                references: .init(transaction: transaction))
        }
        let owed = posting(.debt, .moved, tally.openDebt + tally.writtenOff)
        return tally.writtenOff > 0 ? [owed, posting(.moved, .debt, tally.writtenOff)] : [owed]
    }

    /// An item that both wallets had is owned until all that paid for it is undone.
    private func own(by operation: Int64, in book: inout WalletBook, at moment: Instant) {
        for (item, owner) in estate.ownerships.sorted(by: { $0.key < $1.key }) {
            if let known = book.state.ownerships[item] {
                book.setGivers(of: item, known.givers + owner.givers.filter { !known.givers.contains($0) })
            } else {
                book.own(item, as: ItemOwner(operation: operation, givers: owner.givers), at: moment)
            }
        }
    }
}
