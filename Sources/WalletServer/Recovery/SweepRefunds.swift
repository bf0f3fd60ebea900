internal import AppStore
internal import Synchronization
internal import WalletDomain
internal import WalletLedger

/// Walks past every wallet with purchases that Apple may still refund, and asks for its customer's history: what no
/// notification told is found so (decision 0018). One an environment.
final class SweepRefunds: Sendable {
    private let rooms: InboxRooms
    private let caller: CallerID
    private let environment: StoreEnvironment
    private let pace: Pace
    /// Of one step.
    private let walletsMax: Int
    private let obstacle = Mutex(Obstacle())

    /// A wallet at which the walk stopped, and how often in a row.
    private struct Obstacle {
        var wallet: WalletID?
        var count = 0
    }

    init(rooms: InboxRooms, caller: CallerID, environment: StoreEnvironment) {
        self.rooms = rooms
        self.caller = caller
        self.environment = environment
        let everyMs = Self.everyMs(environment, pace: rooms.refundWalkPace)
        pace = Pace(every: .milliseconds(everyMs))
        walletsMax = Int(max(Limits.refundWalkStepMs / everyMs, 1))
    }

    /// - Parameter pace: calls a second in production; the sandbox allows a tenth.
    static func everyMs(_ environment: StoreEnvironment, pace: Int) -> Int64 {
        switch environment {
        case .production: 1_000 / Int64(pace)
        case .sandbox: 1_000 * Limits.appleSandboxDivisor / Int64(pace)
        }
    }

    /// One step, if it is time.
    /// - Returns: true if the next one may follow at once.
    func run() async throws -> Bool {
        guard !rooms.apple.apis.isEmpty,
            let step = try await rooms.sweeps.refundStep(in: environment, walletsMax: walletsMax)
        else { return false }
        guard !step.wallets.isEmpty else {
            try await rooms.sweeps.advance(step, asked: 0, nextRunInMs: Limits.refundRoundMs)
            return false
        }
        let progress = StepProgress(step.wallets.count)
        try await Together.run(Array(step.wallets.indices)) { [self] place in
            guard !progress.isOver else { return }
            progress.note(place, try await ask(about: step.wallets[place]))
        }
        let (asked, trouble) = progress.result
        guard let trouble else {
            try await rooms.sweeps.advance(step, asked: asked, nextRunInMs: 0)
            return true
        }
        rooms.metrics.countAppleFailure(trouble)
        let isGivenUp = asked == 0 && isTooMuch(trouble, about: step.wallets[0])
        try await rooms.sweeps.advance(
            step, asked: isGivenUp ? 1 : asked, nextRunInMs: RetryPause.ms(after: 0, atLeast: trouble.retryAfter))
        return false
    }

    /// Whether to go on without a wallet about which Apple fails again and again, though it can be reached.
    private func isTooMuch(_ trouble: StoreAPIError, about wallet: RefundableWallet) -> Bool {
        switch trouble {
        case .failing, .unreadable, .notGenuine, .refused: break
        case .unauthorized, .rateLimited, .unreachable, .paused, .busy, .cancelled: return false
        }
        let count = obstacle.withLock { obstacle in
            obstacle = Obstacle(wallet: wallet.id, count: obstacle.wallet == wallet.id ? obstacle.count + 1 : 1)
            return obstacle.count
        }
        guard count >= Limits.refundWalkTriesMax else { return false }
        rooms.log.add(
            LogEvent(
                .warning, "a customer's refunds cannot be asked for",
                [
                    ("transaction_id", .text(wallet.purchases.first?.id.text ?? "")),
                    ("environment", .text(environment.rawValue)), ("reason", .text(trouble.description)),
                ]))
        return true
    }

    /// Until each purchase was in an answer, or in a question: a wallet's purchases may be of several Apple accounts.
    /// - Returns: why Apple could not be asked now, if so.
    private func ask(about wallet: RefundableWallet) async throws -> StoreAPIError? {
        var unseen = wallet.purchases
        while let purchase = unseen.first {
            var seen: Set<TransactionID> = []
            if let api = rooms.apple.api(forBundle: purchase.bundle) {
                let wanted = unseen.filter { $0.bundle == purchase.bundle }
                switch try await read(wanted, api) {
                case .success(let found): seen = found
                case .failure(let error): return error
                }
            }
            unseen.removeAll { $0 == purchase || seen.contains($0.id) }
        }
        return nil
    }

    /// Hears what Apple says about refunds in the history of the customer of the first purchase, until all were in it.
    /// - Returns: what was in it; nothing more if Apple says that it cannot be asked so.
    private func read(
        _ wanted: [RefundableWallet.Purchase], _ api: AppStoreServerAPI
    ) async throws -> Result<Set<TransactionID>, StoreAPIError> {
        let start = rooms.now().adding(milliseconds: -Limits.productionHistoryMs)
        let refunded = Set(wanted.filter(\.isRefunded).map(\.id))
        var seen: Set<TransactionID> = []
        var revision: String?
        for _ in 0..<Limits.sweepPagesMax {
            try await pace.turn()
            let page: HistoryPage
            do throws(StoreAPIError) {
                page = try await api.recentHistory(of: wanted[0].id, in: environment, since: start, after: revision)
            } catch {
                return error.isRetryable ? .failure(error) : .success(seen)
            }
            for told in page.purchases where told.revocation != nil || refunded.contains(told.transactionID) {
                try await hear(told)
            }
            seen.formUnion(page.purchases.map(\.transactionID))
            revision = page.revision
            guard page.hasMore, !wanted.allSatisfy({ seen.contains($0.id) }) else { break }
        }
        return .success(seen)
    }

    private func hear(_ purchase: Purchase) async throws {
        let evidence = Evidence.transactionID(purchase.transactionID, purchase.environment)
        let outcome = try await rooms.intake.hear(purchase, evidence, caller: caller)
        rooms.metrics.countSweptPurchase(outcome: outcome.rawValue)
    }
}
