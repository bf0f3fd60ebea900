internal import WalletDomain

/// A hold is let go: its coins are free again. Idempotent by key.
struct ReleaseCoinHold: BulkEndpoint {
    static let route = Route(.post, "/v1/holds/{hold}/release", access: .keys([.spend]))
    static let kind = "release"
    static let bodyMembers: [String] = []
    static let mayOmitBody = true

    func order(of subject: String, key: IdempotencyKey, body: JSONObject) throws -> WalletOrder {
        guard let id = WireID.parseHold(subject) else { throw Problem(code: .holdNotFound) }
        var fingerprint = RequestFingerprint(operation: "release")
        fingerprint.add("hold", id.sequence)
        return WalletOrder(
            .wallet(id.wallet), idempotency: key.bound(to: fingerprint),
            action: .release(ReleaseHold(hold: id.sequence)))
    }

    func answer(_ entries: [Entry]) throws -> any Answer { try HoldEndAnswer(entries) }
}
