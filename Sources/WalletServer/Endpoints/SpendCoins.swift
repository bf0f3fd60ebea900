internal import WalletDomain

/// Coins become an item at the price the user saw. Idempotent by key.
struct SpendCoins: BulkEndpoint {
    static let route = Route(.post, "/v1/wallets/{user}/spends", access: .keys([.spend]))
    static let kind = "spend"
    static let bodyMembers = ["item", "expected_price", "quantity"]

    func order(of subject: String, key: IdempotencyKey, body: JSONObject) throws -> WalletOrder {
        let user = try UserID(subject)
        let item = try ItemID(body.text("item"))
        let expectedPrice = try body.coins("expected_price")
        let quantity = try body.optionalInteger("quantity", in: 1...Int64(Limits.spendQuantityMax))
        var fingerprint = RequestFingerprint(operation: "spend")
        fingerprint.add("user", user.text)
        fingerprint.add("item", item.text)
        fingerprint.add("expected_price", expectedPrice.coins)
        fingerprint.add("quantity", quantity)
        return WalletOrder(
            user: user, idempotency: key.bound(to: fingerprint),
            action: .spend(SpendItem(item: item, expectedPrice: expectedPrice, quantity: Int32(quantity ?? 1))))
    }

    func answer(_ entries: [Entry]) throws -> any Answer { try SpendAnswer(entries) }
}
