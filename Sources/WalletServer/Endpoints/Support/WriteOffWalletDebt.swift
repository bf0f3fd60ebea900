internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// A person forgives what a user owes, all or a part: alone within the limits, else another person must approve it.
struct WriteOffWalletDebt: Endpoint {
    static let route = Route(.post, "/v1/admin/wallets/{user}/write-off", access: .keys([.support]))
    let desk: ActDesk
    let wallets: WalletReads

    struct Input: Sendable {
        let user: UserID
        /// Nil: all that is owed when it is asked for.
        let coins: CoinAmount?
        let byHand: ActByHand
        let idempotency: Idempotency

        func order(_ coins: CoinAmount) -> ActDesk.Order {
            ActDesk.Order(
                user: user, environment: nil, act: .writeOff(coins), byHand: byHand, idempotency: idempotency)
        }
    }

    func parse(_ call: Call) throws -> Input {
        let key = try IdempotencyKey(call)
        try call.requireNoQuery()
        let body = try call.object(only: ["coins", "all", "reason", "ticket"])
        let user = try call.user()
        let coins = try body.coinsOrAll()
        let byHand = try call.act(body)
        var fingerprint = RequestFingerprint(operation: AuditedChange.Action.writeOffDebt.rawValue)
        fingerprint.add("user", user.text)
        fingerprint.add("coins", coins?.coins)
        fingerprint.add("reason", byHand.note.text)
        return Input(user: user, coins: coins, byHand: byHand, idempotency: key.bound(to: fingerprint))
    }

    /// 'All' becomes a figure when it is asked for, so that it counts against the limits, and so that the second person
    /// agrees to coins and not to a word.
    func run(_ input: Input, as caller: Caller) async throws -> ActAnswer {
        if let coins = input.coins { return ActAnswer(outcome: try await desk.run(input.order(coins), as: caller)) }
        let owed = try CoinAmount(try await wallets.summary(of: input.user, nil).summary.balances.debt)
        let order = input.order(owed)
        guard owed > .zero else {
            // Unless that is so because of this very call: then its answer is told again.
            guard let outcome = try await desk.again(order, as: caller) else {
                throw WalletError.moreThanOwed(debt: owed)
            }
            return ActAnswer(outcome: outcome)
        }
        return ActAnswer(outcome: try await desk.run(order, as: caller))
    }
}
