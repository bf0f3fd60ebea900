internal import WalletDomain

/// A person gives free coins: alone within the limits, else another person must approve it. What back ends give by
/// their own rules goes through `GrantFreeCoins`.
struct GrantWalletCoins: Endpoint {
    static let route = Route(.post, "/v1/admin/wallets/{user}/grants", access: .keys([.support]))
    let desk: ActDesk

    func parse(_ call: Call) throws -> ActDesk.Order {
        let key = try IdempotencyKey(call)
        let environment = try call.query(only: ["environment"]).environment()
        let body = try call.object(only: ["coins", "expires_at", "reason", "ticket"])
        return try ActDesk.Order(
            user: call.user(), environment: environment,
            act: .grant(body.coins("coins"), until: body.optionalInstant("expires_at")), byHand: call.act(body),
            key: key)
    }

    func run(_ input: ActDesk.Order, as caller: Caller) async throws -> ActAnswer {
        ActAnswer(outcome: try await desk.run(input, as: caller))
    }
}
