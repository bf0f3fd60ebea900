/// What is to become of a subscription, named as Apple names it (JWSRenewalInfoDecodedPayload).
package struct SimulatedRenewal: Codable, Equatable, Sendable {
    package let originalTransactionId: String
    package let autoRenewProductId: String
    package let productId: String
    package let autoRenewStatus: Int
    package let environment: String
    package let signedDate: Int64
    package let recentSubscriptionStartDate: Int64
    package let renewalDate: Int64?
    package let renewalPrice: Int64
    package let currency: String
    package let appTransactionId: String
    package let appAccountToken: String?

    static let group = "20000001"

    init(_ purchase: SimulatedPurchase, signedAtMs: Int64) {
        originalTransactionId = purchase.originalTransactionID
        autoRenewProductId = purchase.productID
        productId = purchase.productID
        autoRenewStatus = purchase.revocation == nil ? 1 : 0
        environment = purchase.environment.rawValue
        signedDate = signedAtMs
        recentSubscriptionStartDate = purchase.purchasedAtMs
        renewalDate = purchase.expiresAtMs
        renewalPrice = purchase.priceMilliunits
        currency = purchase.currency
        appTransactionId = AppTransactionID.of(purchase)
        appAccountToken = purchase.appAccountToken
    }
}
