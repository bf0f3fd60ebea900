internal import WalletDomain
internal import WalletLedger

/// Apple's word on one purchase, from whatever road: a notification, a sweep, the app's own proof. The one place that
/// takes coins back and gives them again.
///
/// The newest word counts. A word about a purchase that nobody has is remembered, and the credit that comes later meets
/// it; one that takes a refund back credits the owner if the purchase has one.
struct PurchaseNews: Sendable {
    let transactions: StoreTransactionStore
    let writer: Writer
    let leads: WalletLeads
    let policy: RefundPolicy
    let ownership: OwnershipPolicy

    enum Outcome: Hashable, Sendable {
        /// Coins moved: this many left (or were owed by) the wallet, negative if they came back.
        case changed(WalletID, coins: Int64)
        /// Nothing to do: an old word, or one that changes no coins.
        case unchanged(WalletID)
        /// A refund from before the credit was taken back: now the owner has the coins.
        case credited(WalletID, coins: Int64)
        /// Nobody was credited; Apple's newest word is remembered.
        /// - Parameter owner: whose it is, if that is known.
        case notCredited(StoreWord?, owner: WalletID?)
    }

    func apply(_ purchase: Purchase, caller: CallerID) async throws(WalletError) -> Outcome {
        let key = StoreTransaction.Key(environment: purchase.environment, id: purchase.transactionID)
        return try await apply(StoreWord(purchase), of: key, caller: caller)
    }

    /// As above, for words that come without the whole purchase.
    func apply(
        _ word: StoreWord, of key: StoreTransaction.Key, caller: CallerID
    ) async throws(WalletError) -> Outcome {
        var known = try await transactions.find(key)
        // A purchase can be credited or change hands between two looks, not for ever.
        for _ in 0...Limits.reroutesMax {
            if let row = known, let credit = row.credit, let owner = row.owner {
                let settled = try await refund(word, of: key, credit, in: owner, caller: caller)
                if let settled { return settled }
                known = try await transactions.find(key)
                continue
            }
            let row = try await transactions.remember(word, of: key)
            if row.credit == nil { return .notCredited(row.word, owner: row.owner) }
            known = row
        }
        throw .ledgerUnavailable
    }

    /// Nil: the purchase is not where it was.
    private func refund(
        _ word: StoreWord, of key: StoreTransaction.Key, _ credit: StoreTransaction.Credit, in wallet: WalletID,
        caller: CallerID
    ) async throws(WalletError) -> Outcome? {
        let revocable = try await revocable(word, credit, in: wallet)
        let command = Command(
            wallet: wallet, environment: key.environment, caller: caller, idempotency: nil,
            action: .refund(RefundPurchase(key: key, word: word, policy: policy, revocable: revocable)))
        switch try await writer.run(command) {
        case .done(let entries, _):
            return .changed(wallet, coins: entries.reduce(0) { $0 + $1.refundedCoins })
        case .unchanged: return .unchanged(wallet)
        case .ownedElsewhere, .notCredited: return nil
        case .merged(let other):
            // Afterwards the purchase's row names the other wallet.
            _ = try await leads.follow(wallet, to: other)
            return nil
        case .alreadyCredited, .refunded: throw .internalError
        }
    }

    /// What the coins of a refunded purchase bought, if the policy takes it back. Looked up before the wallet is
    /// locked: what is bought in between stays, and is owed.
    private func revocable(
        _ word: StoreWord, _ credit: StoreTransaction.Credit, in wallet: WalletID
    ) async throws(WalletError) -> [Int64] {
        switch ownership {
        case .keep: []
        case .revoke:
            word.revocation == nil ? [] : try await transactions.spends(paidBy: credit.lots, of: wallet)
        }
    }
}

extension Entry {
    /// What a refund took by this entry, or gave back.
    fileprivate var refundedCoins: Int64 {
        switch kind {
        case .refunded: coins
        case .refundReversed: -coins
        case .sold, .granted, .spent, .expired, .debtSettled, .debtWrittenOff, .undone, .ownershipEnded, .held,
            .holdReleased, .holdExpired, .merged, .mergedSpent, .mergedRefund, .mergedSettlement, .adjusted,
            .forfeited:
            0
        }
    }
}
