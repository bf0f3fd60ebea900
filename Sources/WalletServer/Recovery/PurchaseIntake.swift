internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// A purchase that Apple itself told of, nobody's app: its token's owner gets it; without an owner it waits for a
/// person. Nobody is guessed by product, price or time.
struct PurchaseIntake: Sendable {
    let topups: TopupService
    let tokens: TokenStore
    let unattributed: UnattributedStore
    let policy: SandboxPolicy

    /// What became of it, as logs and metrics name it.
    enum Outcome: String, CaseIterable, Sendable {
        case credited
        case alreadyCredited = "already_credited"
        case refused
        /// Kept in its owner's wallet: a product to be mapped, say.
        case pending
        case unattributed
        /// Coins were taken back or given again.
        case refundApplied = "refund_applied"
        /// Apple's word was remembered; no coins moved.
        case remembered
    }

    /// Credits a purchase that was judged genuine.
    /// - Parameter evidence: what proves it; kept with the credit, or with the waiting.
    func take(_ purchase: Purchase, _ evidence: Evidence, caller: CallerID) async throws -> Outcome {
        if let token = purchase.appAccountToken, let owner = try await tokens.owner(of: token) {
            return try await credit(purchase, evidence, owner: owner, caller: caller)
        }
        guard isCreditable(purchase) else { return .refused }
        let isNew = try await unattributed.keep(purchase, evidence.stored)
        return isNew ? .unattributed : .alreadyCredited
    }

    /// Credits it to a user who is known to own it.
    func credit(
        _ purchase: Purchase, _ evidence: Evidence, owner: UserID, caller: CallerID
    ) async throws -> Outcome {
        let submission = TopupService.Submission(proof: evidence, submitter: owner, caller: caller)
        return Self.outcome(try await topups.settle([purchase], submission))
    }

    /// Takes coins back or gives them again, as Apple's newest word says.
    func hear(_ purchase: Purchase, _ evidence: Evidence, caller: CallerID) async throws -> Outcome {
        switch try await topups.hear(purchase, proof: evidence.stored, caller: caller) {
        case .changed: .refundApplied
        case .credited: .credited
        case .unchanged, .notCredited: .remembered
        }
    }

    static func outcome(_ result: TopupResult) -> Outcome {
        if result.isPending { return .pending }
        switch result.verdicts.first?.state {
        case .credited: return .credited
        case .alreadyCredited: return .alreadyCredited
        case .pending, .refused, nil: return .refused
        }
    }

    private func isCreditable(_ purchase: Purchase) -> Bool {
        let isForbidden = purchase.environment == .sandbox && policy == .nobody
        return !isForbidden && PurchasePlan.refusal(purchase) == nil && purchase.revocation?.isFull != true
    }
}
