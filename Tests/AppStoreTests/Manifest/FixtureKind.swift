/// The kinds of file in the shared set, as its manifest names them. `ManifestTests` reads each by a reader of ours.
enum FixtureKind: String, CaseIterable, Sendable {
    case signedTransaction = "jws-transaction"
    case renewal = "jws-renewal-info"
    case appTransaction = "jws-app-transaction"
    case notification = "jws-notification-v2"
    case oddToken = "jws-negative"
    case receipt = "pkcs7-app-receipt"
    case oddReceipt = "pkcs7-negative"
    case oldReceipt = "legacy-transaction-receipt"
    case receiptAnswer = "verifyreceipt-response"
    case legacyNotification = "notification-v1"
    case apiBody = "app-store-server-api-body"
    case unsignedPayload = "unsigned-payload"
    case root = "root-certificate"
    case intermediate = "intermediate-certificate"
    case leaf = "leaf-certificate"
}
