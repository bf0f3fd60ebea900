internal import WalletDomain
internal import WalletLedger

/// A person freezes a wallet, or takes that back. Frozen, it spends nothing; what is credited still comes.
struct FreezeUserWallet: Endpoint {
    static let route = Route(.put, "/v1/admin/wallets/{user}/frozen", access: .keys([.support]))
    let directory: Directory
    let writer: Writer
    let leads: WalletLeads

    struct Input: Sendable {
        let user: UserID
        let environment: StoreEnvironment?
        let isFrozen: Bool
        let byHand: ActByHand
    }

    func parse(_ call: Call) throws -> Input {
        let environment = try call.query(only: ["environment"]).environment()
        let body = try call.object(only: ["frozen", "reason", "ticket"])
        return Input(
            user: try call.user(), environment: environment, isFrozen: try body.boolean("frozen"),
            byHand: try call.act(body))
    }

    func run(_ input: Input, as caller: Caller) async throws -> FrozenAnswer {
        let environment = directory.environment(of: input.user, asked: input.environment)
        let wallet = try await directory.wallet(of: input.user, in: environment)
        let command = Command(
            wallet: wallet, environment: environment, caller: caller.id, idempotency: nil,
            action: .freeze(FreezeWallet(input.isFrozen, input.byHand)))
        var outcome = try await writer.run(command)
        if case .merged(let other) = outcome { outcome = try await leads.goOn(command, into: other).get() }
        return FrozenAnswer(user: input.user, environment: environment, isFrozen: input.isFrozen)
    }

    struct FrozenAnswer: Answer {
        let user: UserID
        let environment: StoreEnvironment
        let isFrozen: Bool

        func write(to object: inout JSONWriter) {
            object.member("user", user.text)
            object.member("environment", environment.rawValue)
            object.member("state", isFrozen ? "frozen" : "open")
        }
    }
}
