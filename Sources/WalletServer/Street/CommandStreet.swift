internal import WalletDomain
internal import WalletLedger

/// From an order to the Writer's lane and back. With the wallet in the cache nothing waits and no task is made.
struct CommandStreet: Sendable {
    typealias Rendering = @Sendable ([Entry]) throws -> any Answer

    let directory: Directory
    let writer: Writer
    let leads: WalletLeads
    let metrics: Metrics
    let tasks: RunningTasks

    func run(_ order: WalletOrder, as caller: Caller, reply: Reply, render: @escaping Rendering) {
        let user: UserID
        switch order.target {
        case .wallet(let wallet): return submit(order, wallet, .production, caller, reply, render)
        case .user(let named): user = named
        }
        let environment = directory.environment(of: user)
        if let wallet = directory.cachedWallet(of: user, in: environment) {
            return submit(order, wallet, environment, caller, reply, render)
        }
        tasks.run {
            do throws(WalletError) {
                let wallet = try await directory.wallet(of: user, in: environment)
                submit(order, wallet, environment, caller, reply, render)
            } catch {
                reply.refuse(error)
            }
        }
    }

    private func submit(
        _ order: WalletOrder, _ wallet: WalletID, _ environment: StoreEnvironment, _ caller: Caller,
        _ reply: Reply, _ render: @escaping Rendering
    ) {
        let command = Command(
            wallet: wallet, environment: environment, caller: caller.id, idempotency: order.idempotency,
            action: order.action)
        writer.submit(command) { result in
            guard case .success(.merged(let other)) = result else { return answer(result, reply, render) }
            tasks.run { answer(await leads.goOn(command, into: other), reply, render) }
        }
    }

    private func answer(_ result: Result<Outcome, WalletError>, _ reply: Reply, _ render: @escaping Rendering) {
        do {
            switch try result.get() {
            case .done(let entries, let replayed):
                metrics.count(entries, replayed: replayed)
                let answer = try render(entries)
                reply.answer(answer, replayed: replayed)
            case .alreadyCredited, .ownedElsewhere, .notCredited, .refunded, .unchanged, .merged:
                // Only commands about purchases end so, and whoever is led on ends elsewhere.
                throw WalletError.internalError
            }
        } catch {
            reply.refuse(error)
        }
    }
}

extension Directory {
    /// Which wallet a call means: the one it names, else a tester's is Sandbox and everybody else's Production.
    func environment(of user: UserID, asked: StoreEnvironment? = nil) -> StoreEnvironment {
        asked ?? (isTester(user) ? .sandbox : .production)
    }
}
