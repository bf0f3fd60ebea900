internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Credits purchases of the queue that got an owner: their token was registered, or a person decided.
struct SettleUnattributed: Sendable {
    let rooms: InboxRooms
    let caller: CallerID

    /// One bounded batch.
    /// - Returns: how many were looked at.
    func run() async throws -> Int {
        let due = try await rooms.unattributed.takeUp()
        try await Together.run(due) { try await work(on: $0) }
        return due.count
    }

    private func work(on purchase: UnattributedPurchase) async throws {
        do {
            if let owner = try await owner(of: purchase) { _ = try await settle(purchase, for: owner) }
        } catch is Problem {
            // The person who decided was told; the row is open again.
        } catch let error as ProofError {
            rooms.log.add(LogEvent(.error, "kept purchase cannot be judged", [("cause", .text(error.cause))]))
        }
    }

    /// A registered token says more than a person who looks from outside.
    private func owner(of purchase: UnattributedPurchase) async throws -> UserID? {
        if let token = purchase.token, let owner = try await rooms.intake.tokens.owner(of: token) { return owner }
        return purchase.assignedTo
    }

    /// Credits and ends the waiting, or opens the row again.
    func settle(_ purchase: UnattributedPurchase, for user: UserID) async throws -> TopupResult {
        try await registerToken(of: purchase, for: user)
        let result = try await look(at: purchase, for: user)
        if result.waitsFor != nil {
            try await rooms.unattributed.reschedule(
                purchase.key, retryInMs: RetryPause.ms(after: purchase.attempts - 1))
            return result
        }
        // What waits now (for a product, say) waits as the user's own proof.
        try await rooms.unattributed.settle(purchase.key, outcome: PurchaseIntake.outcome(result).rawValue)
        return result
    }

    /// The token becomes the user's: from now on it speaks for itself. Somebody else's stays somebody else's.
    private func registerToken(of purchase: UnattributedPurchase, for user: UserID) async throws {
        guard let token = purchase.token else { return }
        guard try await rooms.intake.tokens.register(token, for: user) == .anothers else { return }
        try await rooms.unattributed.takeBackAssignment(of: purchase.key)
        throw Problem(code: .purchaseBelongsToAnotherUser)
    }

    /// One try to credit it to the user; says so if somebody else has it.
    func look(at purchase: UnattributedPurchase, for user: UserID) async throws -> TopupResult {
        let evidence = try Evidence(purchase.proof)
        switch try await rooms.intake.topups.judge.judge(evidence, waitMsMax: Limits.topupAppleWaitMs) {
        case .later(let reason): return TopupResult(id: nil, [], waitsFor: reason)
        case .refused(let error): throw error
        case .purchases(let purchases):
            let wanted = purchases.filter { $0.transactionID == purchase.key.id }
            let submission = TopupService.Submission(proof: evidence, submitter: user, caller: caller)
            return try await rooms.intake.topups.settle(wanted, submission)
        }
    }
}
