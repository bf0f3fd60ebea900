/// That an account has the app, named as Apple names it (JWSAppTransactionDecodedPayload).
struct AppTransactionClaims: Encodable, Sendable {
    let receiptType: String
    let appAppleId: Int64
    let bundleId: String
    let applicationVersion = "1"
    let versionExternalIdentifier: Int64 = 1
    let receiptCreationDate: Int64
    let originalPurchaseDate: Int64
    let originalApplicationVersion = "1"
    let deviceVerification = "c2ltdWxhdGVk"
    let deviceVerificationNonce = "00000000-0000-4000-8000-000000000000"
    let appTransactionId: String
    let originalPlatform = "iOS"

    private enum CodingKeys: String, CodingKey {
        case receiptType, appAppleId, bundleId, applicationVersion, versionExternalIdentifier, receiptCreationDate
        case originalPurchaseDate, originalApplicationVersion, deviceVerification, deviceVerificationNonce
        case appTransactionId, originalPlatform
    }
}
