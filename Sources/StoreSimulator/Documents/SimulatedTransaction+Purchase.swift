extension SimulatedTransaction {
    /// The claims about a purchase, as they are when signed at `signedAtMs`.
    init(_ purchase: SimulatedPurchase, signedAtMs: Int64) {
        self.init(
            transactionID: purchase.transactionID, bundleID: purchase.bundleID, productID: purchase.productID,
            quantity: purchase.quantity, environment: purchase.environment.rawValue,
            appAccountToken: purchase.appAccountToken, price: purchase.priceMilliunits,
            currency: purchase.currency, storefront: purchase.storefront, atMs: purchase.purchasedAtMs)
        signedDate = signedAtMs
        type = purchase.kind.rawValue
        inAppOwnershipType = purchase.ownership
        storefrontId = StorefrontNumber.of(purchase.storefront)
        appTransactionId = AppTransactionID.of(purchase)
        if let expires = purchase.expiresAtMs {
            expiresDate = expires
            webOrderLineItemId = purchase.transactionID
            subscriptionGroupIdentifier = SimulatedRenewal.group
        }
        guard let revocation = purchase.revocation else { return }
        revocationDate = revocation.atMs
        revocationReason = revocation.reason
        revocationType = revocation.type
        revocationPercentage = revocation.milliPercent
    }
}

/// Apple's numbers of storefronts: the few that examples use; any other place gets 0.
enum StorefrontNumber {
    private static let known = [
        "USA": "143441", "FRA": "143442", "DEU": "143443", "GBR": "143444", "AUT": "143445", "CAN": "143455",
        "JPN": "143462", "CHN": "143465", "KOR": "143466", "CHE": "143459",
    ]

    static func of(_ storefront: String) -> String { known[storefront] ?? "0" }
}

/// `appTransactionId`: one for each app and Apple account.
enum AppTransactionID {
    static func of(_ purchase: SimulatedPurchase) -> String {
        of(account: purchase.account, bundleID: purchase.bundleID, purchase.environment)
    }

    /// FNV-1a, so that it is the same in every run.
    static func of(account: String, bundleID: String, _ environment: SimulatedEnvironment) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(environment.rawValue)/\(bundleID)/\(account)".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits: UInt64 = 1_000_000_000_000_000
        return "70" + String(digits + hash % digits).dropFirst()
    }
}
