internal import Crypto
internal import WalletDomain

/// Free coins with a reason and, if wanted, an end. Idempotent by key.
struct GrantFreeCoins: BulkEndpoint {
    static let route = Route(.post, "/v1/wallets/{user}/grants", access: .keys([.grant]))
    static let kind = "grant"
    static let bodyMembers = ["coins", "reason", "expires_at"]

    func order(of subject: String, key: IdempotencyKey, body: JSONObject) throws -> WalletOrder {
        let user = try UserID(subject)
        let coins = try body.coins("coins")
        let reason = try body.title("reason", bytesMax: Limits.noteBytesMax)
        let expiresAt = try body.optionalInstant("expires_at")
        var fingerprint = RequestFingerprint(operation: "grant")
        fingerprint.add("user", user.text)
        fingerprint.add("coins", coins.coins)
        fingerprint.add("reason", reason)
        fingerprint.add("expires_at", expiresAt?.microseconds)
        let note = Note(text: reason, digest: SHA256.hash(Array(reason.utf8)))
        return WalletOrder(
            user: user, idempotency: key.bound(to: fingerprint),
            action: .grant(GrantCoins(coins: coins, expiresAt: expiresAt, note: note)))
    }

    func answer(_ entries: [Entry]) throws -> any Answer { try GrantAnswer(entries) }
}
