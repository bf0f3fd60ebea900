internal import WalletDomain
internal import WalletLedger

extension CommandStreet {
    /// As `run`, for somebody who waits for the entries instead of an answer: a page.
    func entries(of order: WalletOrder, as caller: Caller) async throws -> [Entry] {
        let (wallet, environment) = try await place(of: order.target)
        let command = Command(
            wallet: wallet, environment: environment, caller: caller.id, idempotency: order.idempotency,
            action: order.action)
        var outcome = try await writer.run(command)
        if case .merged(let other) = outcome { outcome = try await leads.goOn(command, into: other).get() }
        // Only commands about purchases end otherwise.
        guard case .done(let entries, let replayed) = outcome else { throw WalletError.internalError }
        metrics.count(entries, replayed: replayed)
        return entries
    }

    private func place(
        of target: WalletOrder.Target
    ) async throws(WalletError) -> (wallet: WalletID, environment: StoreEnvironment) {
        switch target {
        case .wallet(let wallet): return (wallet, .production)
        case .user(let user):
            let environment = directory.environment(of: user)
            return (try await directory.wallet(of: user, in: environment), environment)
        }
    }
}
