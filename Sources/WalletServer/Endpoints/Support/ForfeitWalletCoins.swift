internal import WalletDomain

/// Purchased coins are taken away for cause: always two people.
struct ForfeitWalletCoins: Endpoint {
    static let route = Route(.post, "/v1/admin/wallets/{user}/forfeits", access: .keys([.support]))
    let desk: ActDesk

    func parse(_ call: Call) throws -> ActDesk.Order {
        let key = try IdempotencyKey(call)
        let environment = try call.query(only: ["environment"]).environment()
        let body = try call.object(only: ["coins", "all", "reason", "ticket"])
        return try ActDesk.Order(
            user: call.user(), environment: environment, act: .forfeit(body.coinsOrAll()), byHand: call.act(body),
            key: key)
    }

    func run(_ input: ActDesk.Order, as caller: Caller) async throws -> ActAnswer {
        ActAnswer(outcome: try await desk.run(input, as: caller))
    }
}
