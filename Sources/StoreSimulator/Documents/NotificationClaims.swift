/// A notification of version 2, named as Apple names it (responseBodyV2DecodedPayload). Of `data`, `summary`,
/// `externalPurchaseToken` and `appData` exactly one is there.
struct NotificationClaims: Encodable, Sendable {
    let notificationType: String
    let subtype: String?
    let notificationUUID: String
    let version = "2.0"
    let signedDate: Int64
    var data: Content?
    var summary: Summary?
    var externalPurchaseToken: ExternalPurchaseToken?
    var appData: AppData?

    struct Content: Encodable, Sendable {
        let appAppleId: Int64
        let bundleId: String
        let bundleVersion = "1"
        let environment: String
        var signedTransactionInfo: String?
        var signedRenewalInfo: String?
        /// Of a subscription: 1 active, 5 revoked.
        var status: Int?
        var consumptionRequestReason: String?
    }

    /// What a request to extend subscriptions came to.
    struct Summary: Encodable, Sendable {
        let requestIdentifier: String
        let environment: String
        let appAppleId: Int64
        let bundleId: String
        let productId: String
        let storefrontCountryCodes = ["USA"]
        let succeededCount: Int64 = 1
        let failedCount: Int64 = 0
    }

    struct ExternalPurchaseToken: Encodable, Sendable {
        let externalPurchaseId: String
        let tokenCreationDate: Int64
        let appAppleId: Int64
        let bundleId: String
    }

    struct AppData: Encodable, Sendable {
        let appAppleId: Int64
        let bundleId: String
        let environment: String
        let signedAppTransactionInfo: String
    }

    private enum CodingKeys: String, CodingKey {
        case notificationType, subtype, notificationUUID, version, signedDate
        case data, summary, externalPurchaseToken, appData
    }
}
