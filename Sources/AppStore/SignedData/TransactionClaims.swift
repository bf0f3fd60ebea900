internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// Reads the claims of a signed transaction. Unknown claims and unknown texts of enumerations are no faults: Apple adds
/// both. What each odd form means stands in `docs/decisions/0004-proof-policies.md`.
///
/// Source: Apple, "JWSTransactionDecodedPayload". Times are milliseconds since 1970 UTC, written as whole numbers.
struct TransactionClaims {
    private let claims: ClaimReader
    private let signedAt: Instant

    init(_ payload: SignedPayload) {
        claims = ClaimReader(payload.claims)
        signedAt = payload.signedAt
    }

    func purchase(_ settings: AppStoreSettings) throws(ProofError) -> Purchase {
        guard let bundleID = try claims.optionalText("bundleId"), settings.isOurs(bundleID: bundleID) else {
            throw .wrongApp
        }
        return Purchase(
            environment: try environment(),
            transactionID: try transactionID(),
            originalTransactionID: try claims.optionalText("originalTransactionId"),
            bundleID: bundleID,
            productID: try claims.text("productId"),
            kind: try claims.optionalText("type").map { $0 == "Consumable" ? .consumable : .other($0) },
            quantity: quantity(),
            purchasedAt: Instant(milliseconds: try claims.integer("purchaseDate")),
            signedAt: signedAt,
            appAccountToken: appAccountToken(),
            ownership: try ownership(),
            revocation: try revocation(),
            price: price(),
            storefront: storefront())
    }

    /// Tokens signed before 24 February 2022 do not say it. They could be of either store, so they are refused.
    private func environment() throws(ProofError) -> StoreEnvironment {
        guard let text = try claims.optionalText("environment"), let environment = StoreEnvironment(rawValue: text)
        else {
            throw .wrongEnvironment
        }
        return environment
    }

    private func transactionID() throws(ProofError) -> TransactionID {
        let text = try claims.text("transactionId")
        do throws(WalletError) {
            return try TransactionID(text)
        } catch {
            throw .invalidSignature(.claim("transactionId"))
        }
    }

    /// Absent means one. Whatever is there and is not 1 ... 10 is impossible: the purchase is held for review.
    private func quantity() -> Int? {
        switch claims["quantity"] {
        case nil: 1
        case .integer(let number): (1...Int64(Limits.purchaseQuantityMax)).contains(number) ? Int(number) : nil
        case .text, .otherNumber, .boolean, .null, .array, .object: nil
        }
    }

    private func appAccountToken() -> UUID? {
        guard case .text(let text) = claims["appAccountToken"] else { return nil }
        return UUID(uuidString: text)
    }

    /// Older tokens lack it; family sharing came together with the claim, so its absence means bought.
    private func ownership() throws(ProofError) -> Ownership {
        guard let text = try claims.optionalText("inAppOwnershipType") else { return .purchased }
        return text == "PURCHASED" ? .purchased : .other(text)
    }

    private func revocation() throws(ProofError) -> Revocation? {
        guard let date = try claims.optionalInteger("revocationDate") else { return nil }
        let percentage = try claims.optionalInteger("revocationPercentage", in: 0...100_000)
        return Revocation(
            at: Instant(milliseconds: date), type: try claims.optionalText("revocationType"),
            percentageMilli: percentage.map(Int.init))
    }

    /// Both or neither: a number without currency is no price.
    private func price() -> StorePrice? {
        guard case .integer(let milliunits) = claims["price"], milliunits >= 0,
            case .text(let currency) = claims["currency"], isThreeCapitals(currency)
        else { return nil }
        return StorePrice(milliunits: milliunits, currency: currency)
    }

    private func storefront() -> String? {
        guard case .text(let country) = claims["storefront"], isThreeCapitals(country) else { return nil }
        return country
    }
}

private func isThreeCapitals(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
}
