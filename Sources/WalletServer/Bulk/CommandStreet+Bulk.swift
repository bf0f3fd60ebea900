internal import WalletDomain
internal import WalletLedger

/// A wallet and where it is.
struct WalletPlace: Sendable {
    let wallet: WalletID
    let environment: StoreEnvironment
}

/// The wallets of several orders, looked up together.
struct WalletPlaces: Sendable {
    fileprivate var found: [UserID: Result<WalletPlace, WalletError>] = [:]

    func place(of target: WalletOrder.Target) throws(WalletError) -> WalletPlace {
        switch target {
        case .wallet(let wallet): return WalletPlace(wallet: wallet, environment: .production)
        case .user(let user):
            guard let place = found[user] else { throw .internalError }
            return try place.get()
        }
    }
}

extension CommandStreet {
    /// Users whose wallet is not in the cache are asked for all at once.
    func wallets(of targets: [WalletOrder.Target]) async -> WalletPlaces {
        var places = WalletPlaces()
        var unknown: [(UserID, StoreEnvironment)] = []
        for case .user(let user) in targets where places.found[user] == nil {
            let environment = directory.environment(of: user)
            if let wallet = directory.cachedWallet(of: user, in: environment) {
                places.found[user] = .success(WalletPlace(wallet: wallet, environment: environment))
            } else {
                // Noted, so that nobody is asked for twice.
                places.found[user] = .failure(.internalError)
                unknown.append((user, environment))
            }
        }
        guard !unknown.isEmpty else { return places }
        await withTaskGroup(of: (UserID, Result<WalletPlace, WalletError>).self) { group in
            for (user, environment) in unknown {
                group.addTask { (user, await find(user, environment)) }
            }
            for await (user, place) in group { places.found[user] = place }
        }
        return places
    }

    /// A bulk waits where a single call is sent away: a database that is busy is asked again.
    private func find(_ user: UserID, _ environment: StoreEnvironment) async -> Result<WalletPlace, WalletError> {
        let deadline = ContinuousClock.now + .milliseconds(Limits.bulkLineWaitMs)
        while true {
            do throws(WalletError) {
                let wallet = try await directory.wallet(of: user, in: environment)
                return .success(WalletPlace(wallet: wallet, environment: environment))
            } catch {
                let mayPass = error == .ledgerUnavailable || error == .overloaded
                guard mayPass, ContinuousClock.now < deadline, await pauses() else { return .failure(error) }
            }
        }
    }

    /// False: the service is ending.
    private func pauses() async -> Bool {
        do {
            try await Task.sleep(for: .milliseconds(Limits.bulkLookAgainMs))
            return true
        } catch {
            return false
        }
    }

    func submitPatiently(
        _ order: WalletOrder, _ place: WalletPlace, _ caller: Caller,
        reply: @escaping @Sendable (Result<Outcome, WalletError>) -> Void
    ) {
        let command = Command(
            wallet: place.wallet, environment: place.environment, caller: caller.id, idempotency: order.idempotency,
            action: order.action)
        writer.submitPatiently(command) { result in
            guard case .success(.merged(let other)) = result else { return reply(result) }
            tasks.run { reply(await leads.goOn(command, into: other)) }
        }
    }

    /// One command for several lines.
    func run(_ command: Command) async throws(WalletError) -> Outcome {
        let outcome = try await writer.run(command)
        guard case .merged(let other) = outcome else { return outcome }
        return try await leads.goOn(command, into: other).get()
    }
}
