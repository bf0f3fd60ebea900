internal import WalletDomain
internal import WalletLedger

extension TopupService {
    /// Apple's word on a purchase by a road of Apple's own (a notification, a history): coins are taken back or given
    /// again. A purchase that was refunded before anybody was credited goes to its owner once Apple takes that back.
    func hear(
        _ purchase: Purchase, proof: StoredProof, caller: CallerID
    ) async throws(WalletError) -> PurchaseNews.Outcome {
        let outcome = try await crediting.news.apply(purchase, caller: caller)
        guard case .notCredited(let word, let owner?) = outcome, word?.revocation?.isFull != true,
            let pack = try await catalogue.pack(forProduct: purchase.productID, bundle: purchase.bundleID),
            let worth = PurchaseWorth(purchase, in: pack)
        else { return outcome }
        let credit = CreditPurchase(purchase, worth, proof: proof)
        guard case .done(let entries, _) = try await crediting.settle(credit, in: owner, caller: caller) else {
            return outcome
        }
        return .credited(owner, coins: entries.reduce(0) { $0 + ($1.kind == .sold ? $1.coins : 0) })
    }
}
