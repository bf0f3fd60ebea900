internal import WalletDomain

/// Held coins are spent, all or a part of them; the rest goes back. Idempotent by key.
struct CaptureCoinHold: BulkEndpoint {
    static let route = Route(.post, "/v1/holds/{hold}/capture", access: .keys([.spend]))
    static let kind = "capture"
    static let bodyMembers = ["amount"]
    static let mayOmitBody = true

    func order(of subject: String, key: IdempotencyKey, body: JSONObject) throws -> WalletOrder {
        guard let id = WireID.parseHold(subject) else { throw Problem(code: .holdNotFound) }
        let amount = try body.optionalCoins("amount")
        if amount == .zero { throw Problem(code: .amountOutOfRange, [.text("member", "amount")]) }
        var fingerprint = RequestFingerprint(operation: "capture")
        fingerprint.add("hold", id.sequence)
        fingerprint.add("amount", amount?.coins)
        return WalletOrder(
            .wallet(id.wallet), idempotency: key.bound(to: fingerprint),
            action: .capture(CaptureHold(hold: id.sequence, coins: amount)))
    }

    func answer(_ entries: [Entry]) throws -> any Answer { try HoldEndAnswer(entries) }
}

extension Call {
    /// The hold that the path names.
    func hold() throws(Problem) -> OperationID {
        guard let id = WireID.parseHold(path("hold")) else { throw Problem(code: .holdNotFound) }
        return id
    }
}
