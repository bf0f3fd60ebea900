internal import WalletDomain

/// Support gives or takes free coins: a difference. Alone within the limits, else another person must approve it.
struct AdjustWalletCoins: Endpoint {
    static let route = Route(.post, "/v1/admin/wallets/{user}/adjustments", access: .keys([.support]))
    let desk: ActDesk

    func parse(_ call: Call) throws -> ActDesk.Order {
        let key = try IdempotencyKey(call)
        let environment = try call.query(only: ["environment"]).environment()
        let body = try call.object(only: ["coins", "expires_at", "reason", "ticket"])
        return try ActDesk.Order(
            user: call.user(), environment: environment, act: .adjust(change(body)), byHand: call.act(body), key: key)
    }

    private func change(_ body: JSONObject) throws -> AdjustCoins.Change {
        let end = try body.optionalInstant("expires_at")
        let most = CoinAmount.coinsMax
        do {
            let coins = try body.integer("coins", in: -most...most)
            if coins > 0 { return .give(try CoinAmount(coins), until: end) }
            guard coins < 0 else { throw JSONError.outOfRange("coins") }
            // What is taken does not end.
            guard end == nil else { throw Problem.malformed("expires_at") }
            return .take(try CoinAmount(-coins))
        } catch JSONError.outOfRange {
            throw Problem(code: .amountOutOfRange, [.text("member", "coins")])
        }
    }

    func run(_ input: ActDesk.Order, as caller: Caller) async throws -> ActAnswer {
        ActAnswer(outcome: try await desk.run(input, as: caller))
    }
}

extension ActDesk.Order {
    /// Bound to all that was asked for.
    init(
        user: UserID, environment: StoreEnvironment?, act: ApprovedAct, byHand: ActByHand, key: IdempotencyKey
    ) {
        var fingerprint = RequestFingerprint(operation: act.action.rawValue)
        fingerprint.add("user", user.text)
        fingerprint.add("environment", environment.map { Int64($0.code) })
        fingerprint.add("details", act.details.json)
        fingerprint.add("reason", byHand.note.text)
        self.init(
            user: user, environment: environment, act: act, byHand: byHand, idempotency: key.bound(to: fingerprint))
    }
}
