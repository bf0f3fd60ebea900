internal import WalletDomain

/// A hold is let go: its coins are free again. Idempotent by key.
struct ReleaseCoinHold: CommandEndpoint {
    static let route = Route(.post, "/v1/holds/{hold}/release", access: .keys([.spend]))

    func parse(_ call: Call) throws -> WalletOrder {
        let key = try IdempotencyKey(call)
        try call.requireNoQuery()
        let id = try call.hold()
        if call.hasBody { _ = try call.object(only: []) }
        var fingerprint = RequestFingerprint(operation: "release")
        fingerprint.add("hold", id.sequence)
        return WalletOrder(
            .wallet(id.wallet), idempotency: key.bound(to: fingerprint),
            action: .release(ReleaseHold(hold: id.sequence)))
    }

    func answer(_ entries: [Entry]) throws -> any Answer { try HoldEndAnswer(entries) }
}
