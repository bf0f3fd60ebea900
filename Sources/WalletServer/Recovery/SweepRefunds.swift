internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Walks past every credited purchase that Apple may still refund, a few at a time, and asks for its customer's
/// refunds: what no notification told is found within days.
struct SweepRefunds: Sendable {
    let rooms: InboxRooms
    let caller: CallerID

    /// One step in each store, if it is time.
    /// - Returns: how many purchases were asked about.
    func run() async throws -> Int {
        guard !rooms.apple.apis.isEmpty else { return 0 }
        var asked = 0
        for environment in rooms.environments { asked += try await step(in: environment) }
        return asked
    }

    private func step(in environment: StoreEnvironment) async throws -> Int {
        guard let steps = try await rooms.sweeps.refundSteps(in: environment) else { return 0 }
        guard !steps.isEmpty else {
            try await rooms.sweeps.walked(past: nil, in: environment, nextRunInMs: Limits.refundRoundMs)
            return 0
        }
        var last: TransactionID?
        for step in steps where !Task.isCancelled {
            // Apple does not answer: the walk goes on with this one, later.
            guard try await ask(about: step) else { break }
            last = step.transactionID
        }
        // Not even the first: the lease's end is the next try.
        guard let last else { return 0 }
        try await rooms.sweeps.walked(past: last, in: environment, nextRunInMs: Limits.refundWalkMs)
        return steps.count
    }

    /// - Returns: false if Apple could not be asked now.
    private func ask(about step: RefundStep) async throws -> Bool {
        guard let api = rooms.apple.api(forBundle: step.bundle) else { return true }
        var revision: String?
        for _ in 0..<Limits.sweepPagesMax {
            let page: HistoryPage
            do throws(StoreAPIError) {
                page = try await api.refunds(of: step.transactionID, in: step.environment, after: revision)
            } catch {
                return !error.isRetryable
            }
            for purchase in page.purchases where purchase.revocation != nil {
                let evidence = Evidence.transactionID(purchase.transactionID, purchase.environment)
                let outcome = try await rooms.intake.hear(purchase, evidence, caller: caller)
                rooms.metrics.countSweptPurchase(outcome: outcome.rawValue)
            }
            revision = page.revision
            guard page.hasMore else { break }
        }
        return true
    }
}
