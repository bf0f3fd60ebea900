/// A verified purchase becomes coins, once.
///
/// Everything that could refuse it was checked before: environment policy, kind, ownership, pack. Whether Apple
/// refunded it is decided here, where Apple's newest word is known.
package struct CreditPurchase: Sendable {
    package let purchase: Purchase
    package let pack: PackID
    package let packVersion: Int32
    /// For the whole quantity.
    package let coins: CoinAmount
    package let bonus: CoinAmount
    /// Stored in the transaction that credits.
    package let proof: StoredProof

    package static let shape: Int16 = 1

    package init(
        purchase: Purchase, pack: PackID, packVersion: Int32, coins: CoinAmount, bonus: CoinAmount,
        proof: StoredProof
    ) {
        self.purchase = purchase
        self.pack = pack
        self.packVersion = packVersion
        self.coins = coins
        self.bonus = bonus
        self.proof = proof
    }

    package var key: StoreTransaction.Key {
        StoreTransaction.Key(environment: purchase.environment, id: purchase.transactionID)
    }

    /// Decided on the wallet and on the purchase's row, which belongs to the whole batch.
    package func decide(
        _ book: inout WalletBook, transaction: inout StoreTransaction, stamp: OperationStamp
    ) throws(WalletError) -> Outcome {
        if let owner = transaction.owner {
            guard owner == book.state.id else { return .ownedElsewhere(owner) }
            if let credit = transaction.credit {
                return .alreadyCredited(OperationID(wallet: owner, sequence: credit.sequence))
            }
        }
        precondition(coins > .zero, "a pack gives coins")
        let word = StoreWord(purchase)
        if word.isNewer(than: transaction.word) { transaction.word = word }
        if transaction.word?.revocation?.isFull == true {
            transaction.owner = book.state.id
            return .refunded
        }
        _ = try CoinAmount(book.state.balances.total).adding(coins.adding(bonus))
        var postings = [sale(.paid, from: .sold, coins: coins, in: &book)]
        if bonus > .zero { postings.append(sale(.bonus, from: .bonusIssued, coins: bonus, in: &book)) }
        transaction.owner = book.state.id
        transaction.credit = StoreTransaction.Credit(
            sequence: book.state.sequence + 1, lot: postings[0].lots[0].lot, coins: coins.coins, bonus: bonus.coins)
        // A new sale's coins are all there, so a part of it that is refunded already leaves no debt.
        postings += RefundPurchase.postings(for: transaction, toldMilli: 0, policy: .debt, in: &book)
        postings += MeetDebts.postings(in: &book)
        book.freezeWhileInDebt(false)
        return .done(book.postRuns(postings, as: stamp), replayed: false)
    }

    private func sale(
        _ kind: Lot.Kind, from house: Account, coins: CoinAmount, in book: inout WalletBook
    ) -> Posting {
        let opening = LotOpening(
            kind: kind, coins: coins.coins, acquiredAt: purchase.purchasedAt, expiresAt: nil,
            sale: LotOpening.Sale(
                transaction: purchase.transactionID, product: purchase.productID, pack: pack,
                packVersion: packVersion, price: purchase.price, storefront: purchase.storefront,
                channel: "app_store"))
        let lot = book.open(opening)
        return Posting(
            kind: .sold, debit: house, credit: kind.account, coins: coins.coins,
            lots: [LotUse(lot: lot, coins: coins.coins, usedBefore: 0)],
            references: .init(
                quantity: purchase.quantity.map { Int32($0) }, transaction: purchase.transactionID,
                product: purchase.productID),
            storeAt: purchase.purchasedAt)
    }
}
