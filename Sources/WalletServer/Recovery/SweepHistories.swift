internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Looks in Apple's history for purchases of customers whose orders never completed. Possible only for customers of
/// whom some transaction is known: a first purchase that neither app nor notification reports cannot be found so.
struct SweepHistories: Sendable {
    let rooms: InboxRooms
    let caller: CallerID

    /// Finds whom to ask about.
    /// - Returns: how many customers are looked for anew.
    func enlist() async throws -> Int {
        guard !rooms.apple.apis.isEmpty else { return 0 }
        return try await rooms.sweeps.enlistOpenOrders()
    }

    /// One bounded batch of customers.
    /// - Returns: how many were asked about.
    func run() async throws -> Int {
        guard !rooms.apple.apis.isEmpty else { return 0 }
        let due = try await rooms.sweeps.takeUpHistories()
        try await Together.run(due) { try await read($0) }
        return due.count
    }

    private func read(_ sweep: HistorySweep) async throws {
        guard let api = rooms.apple.api(forBundle: sweep.bundle) else { return }
        var revision = sweep.revision
        for _ in 0..<Limits.sweepPagesMax where !Task.isCancelled {
            let page: HistoryPage
            do throws(StoreAPIError) {
                page = try await api.history(of: sweep.transactionID, in: sweep.environment, after: revision)
            } catch {
                return try await advance(sweep, to: revision, after: error)
            }
            for purchase in page.purchases { try await take(purchase) }
            revision = page.revision ?? revision
            guard page.hasMore else { break }
            try await advance(sweep, to: revision)
        }
        try await advance(sweep, to: revision)
    }

    /// - Parameter error: why Apple told nothing, or no more.
    private func advance(
        _ sweep: HistorySweep, to revision: String?, after error: StoreAPIError? = nil
    ) async throws {
        if let error {
            rooms.metrics.countAppleFailure(error)
        }
        // A mark that Apple refuses will not become good: begin anew.
        let isLost = error.map { !$0.isRetryable } ?? false
        try await rooms.sweeps.advance(
            sweep, revision: isLost ? nil : revision,
            nextRunInMs: RetryPause.ms(
                after: sweep.attempts - 1, first: Limits.openOrderMs, atLeast: error?.retryAfter))
    }

    private func take(_ purchase: Purchase) async throws {
        let evidence = Evidence.transactionID(purchase.transactionID, purchase.environment)
        let outcome =
            purchase.revocation == nil
            ? try await rooms.intake.take(purchase, evidence, caller: caller)
            : try await rooms.intake.hear(purchase, evidence, caller: caller)
        rooms.metrics.countSweptPurchase(outcome: outcome.rawValue)
    }
}
