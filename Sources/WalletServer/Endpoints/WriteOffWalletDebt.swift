internal import Crypto
internal import HTTPServer
internal import WalletDomain

/// An admin forgives what a user owes, all or a part. Idempotent by key; audited with the change.
struct WriteOffWalletDebt: CommandEndpoint {
    static let route = Route(.post, "/v1/admin/wallets/{user}/write-off", access: .keys([.support]))

    func parse(_ call: Call) throws -> WalletOrder {
        let key = try IdempotencyKey(call)
        try call.requireNoQuery()
        let body = try call.object(only: ["coins", "all", "reason"])
        let user = try call.user()
        let coins = try body.coinsOrAll()
        let reason = try body.title("reason", bytesMax: Limits.noteBytesMax)
        var fingerprint = RequestFingerprint(operation: "write_off")
        fingerprint.add("user", user.text)
        fingerprint.add("coins", coins?.coins)
        fingerprint.add("reason", reason)
        let note = Note(text: reason, digest: SHA256.hash(Array(reason.utf8)))
        return WalletOrder(
            user: user, idempotency: key.bound(to: fingerprint),
            action: .writeOff(WriteOffDebt(coins: coins, note: note, origin: call.origin)))
    }

    func answer(_ entries: [Entry]) throws -> any Answer { try WriteOffAnswer(entries) }
}
