internal import WalletDomain
internal import WalletLedger

extension PurchaseIntake {
    /// What one look at a purchase came to.
    struct News: Sendable {
        let outcome: Outcome
        /// Why it was refused, where its own values say so.
        var reason: ProblemCode?
        /// Coins that left the wallet (or are owed by it) because of this look; negative: that came back.
        var coinsTaken: Int64 = 0
    }

    /// Apple's newest word on a purchase, whoever has it or nobody: takes back, gives again, or credits as if Apple had
    /// told of the purchase by itself.
    func learn(_ purchase: Purchase, _ evidence: Evidence, caller: CallerID) async throws -> News {
        switch try await topups.hear(purchase, proof: evidence.stored, caller: caller) {
        case .changed(_, let coins):
            return News(outcome: coins == 0 ? .alreadyCredited : .refundApplied, coinsTaken: coins)
        case .unchanged: return News(outcome: .alreadyCredited)
        case .credited: return News(outcome: .credited)
        case .notCredited where purchase.revocation?.isFull == true: return News(outcome: .refused, reason: .revoked)
        case .notCredited:
            let outcome = try await take(purchase, evidence, caller: caller)
            return News(outcome: outcome, reason: outcome == .refused ? PurchasePlan.refusal(purchase) : nil)
        }
    }
}
