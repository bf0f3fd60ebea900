/// The claims of one purchase, named as Apple names them. Nil ones are left out.
///
/// Source: Apple, "JWSTransactionDecodedPayload". Dates in milliseconds since 1970 UTC, price in thousandths.
package struct SimulatedTransaction: Codable, Equatable, Sendable {
    package var transactionId: String
    package var originalTransactionId: String?
    package var bundleId: String
    package var productId: String
    package var purchaseDate: Int64
    package var originalPurchaseDate: Int64?
    package var quantity: Int?
    package var type: String? = "Consumable"
    package var appAccountToken: String?
    package var inAppOwnershipType: String? = "PURCHASED"
    package var signedDate: Int64?
    /// `Production` or `Sandbox`.
    package var environment: String?
    package var transactionReason: String? = "PURCHASE"
    package var storefront: String?
    package var storefrontId: String?
    package var price: Int64?
    package var currency: String?
    package var revocationDate: Int64?
    package var revocationReason: Int?
    package var revocationType: String?
    package var revocationPercentage: Int?
    package var appTransactionId: String?
    package var expiresDate: Int64?
    package var webOrderLineItemId: String?
    package var subscriptionGroupIdentifier: String?

    /// A consumable bought and signed at `atMs`.
    package init(
        transactionID: String, bundleID: String, productID: String, quantity: Int = 1, environment: String = "Sandbox",
        appAccountToken: String? = nil, price: Int64? = nil, currency: String? = nil, storefront: String? = nil,
        atMs: Int64
    ) {
        transactionId = transactionID
        originalTransactionId = transactionID
        bundleId = bundleID
        productId = productID
        purchaseDate = atMs
        originalPurchaseDate = atMs
        self.quantity = quantity
        self.appAccountToken = appAccountToken
        signedDate = atMs
        self.environment = environment
        self.storefront = storefront
        self.price = price
        self.currency = currency
    }
}
