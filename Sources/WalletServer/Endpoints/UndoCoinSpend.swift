internal import Crypto
internal import WalletDomain

/// A spend is taken back, all that is left of it or a part. Idempotent by key.
struct UndoCoinSpend: BulkEndpoint {
    static let route = Route(.post, "/v1/spends/{spend}/undo", access: .keys([.spend]))
    static let kind = "undo"
    static let bodyMembers = ["amount", "reason"]
    static let mayOmitBody = true

    func order(of subject: String, key: IdempotencyKey, body: JSONObject) throws -> WalletOrder {
        guard let id = WireID.parseSpend(subject) else { throw Problem(code: .spendNotFound) }
        let amount = try body.optionalCoins("amount")
        if amount == .zero { throw Problem(code: .amountOutOfRange, [.text("member", "amount")]) }
        let reason = try body.optionalText("reason") == nil ? nil : body.title("reason", bytesMax: Limits.noteBytesMax)
        var fingerprint = RequestFingerprint(operation: "undo")
        fingerprint.add("spend", id.sequence)
        fingerprint.add("amount", amount?.coins)
        if let reason { fingerprint.add("reason", reason) }
        let note = reason.map { Note(text: $0, digest: SHA256.hash(Array($0.utf8))) }
        return WalletOrder(
            .wallet(id.wallet), idempotency: key.bound(to: fingerprint),
            action: .undo(UndoSpend(spend: id.sequence, coins: amount, note: note)))
    }

    func answer(_ entries: [Entry]) throws -> any Answer { try UndoAnswer(entries) }
}
