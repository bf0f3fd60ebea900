internal import Crypto
internal import WalletDomain

/// Coins are reserved for an item, at the price the user saw, or for an amount. Idempotent by key.
struct PlaceCoinHold: BulkEndpoint {
    static let route = Route(.post, "/v1/wallets/{user}/holds", access: .keys([.spend]))
    static let kind = "hold"
    static let bodyMembers = ["item", "expected_price", "quantity", "amount", "reference", "expires_in"]
    /// The longest life, and the one of a hold that names none.
    let lifeSecondsMax: Int64

    func order(of subject: String, key: IdempotencyKey, body: JSONObject) throws -> WalletOrder {
        let user = try UserID(subject)
        let lifeSeconds = try body.optionalInteger("expires_in", in: 1...lifeSecondsMax)
        var fingerprint = RequestFingerprint(operation: "hold")
        fingerprint.add("user", user.text)
        let purpose = try purpose(body, &fingerprint)
        fingerprint.add("expires_in", lifeSeconds)
        let hold = PlaceHold(purpose: purpose, lifeMs: (lifeSeconds ?? lifeSecondsMax) * 1_000)
        return WalletOrder(user: user, idempotency: key.bound(to: fingerprint), action: .hold(hold))
    }

    /// An item or an amount, never both.
    private func purpose(
        _ body: JSONObject, _ fingerprint: inout RequestFingerprint
    ) throws -> PlaceHold.Purpose {
        guard let amount = try body.optionalCoins("amount") else { return try item(body, &fingerprint) }
        for member in ["item", "expected_price", "quantity"] where body[member] != nil {
            throw Problem.malformed(member)
        }
        guard amount > .zero else { throw Problem(code: .amountOutOfRange, [.text("member", "amount")]) }
        fingerprint.add("amount", amount.coins)
        guard try body.optionalText("reference") != nil else { return .amount(amount, note: nil) }
        let reference = try body.title("reference", bytesMax: Limits.noteBytesMax)
        fingerprint.add("reference", reference)
        return .amount(amount, note: Note(text: reference, digest: SHA256.hash(Array(reference.utf8))))
    }

    private func item(_ body: JSONObject, _ fingerprint: inout RequestFingerprint) throws -> PlaceHold.Purpose {
        if body["reference"] != nil { throw Problem.malformed("reference") }
        let item = try ItemID(body.text("item"))
        let expectedPrice = try body.coins("expected_price")
        let quantity = try body.optionalInteger("quantity", in: 1...Int64(Limits.spendQuantityMax))
        fingerprint.add("item", item.text)
        fingerprint.add("expected_price", expectedPrice.coins)
        fingerprint.add("quantity", quantity)
        return .item(SpendItem(item: item, expectedPrice: expectedPrice, quantity: Int32(quantity ?? 1)))
    }

    func answer(_ entries: [Entry]) throws -> any Answer { try HoldAnswer(entries) }
}
