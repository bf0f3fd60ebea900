/// A notification of version 1: unsigned JSON with the shared secret in it.
struct LegacyNotification: Encodable, Sendable {
    let notificationType: String
    let password: String
    /// `PROD` or `Sandbox`: not the words that stand inside.
    let environment: String
    let bid: String
    let bvrs = "1"
    let originalTransactionId: String?
    let autoRenewStatus: String?
    let autoRenewProductId: String?
    let unifiedReceipt: UnifiedReceipt

    /// The types of version 1; no server of that time hears of anything else.
    static let types: Set<String> = [
        "INITIAL_BUY", "CANCEL", "DID_RENEW", "INTERACTIVE_RENEWAL", "DID_CHANGE_RENEWAL_PREF",
        "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW", "DID_RECOVER", "PRICE_INCREASE_CONSENT", "REFUND", "REVOKE",
        "CONSUMPTION_REQUEST",
    ]

    struct UnifiedReceipt: Encodable, Sendable {
        let status = 0
        let environment: String
        let latestReceipt: String
        let latestReceiptInfo: [[String: String]]
        let pendingRenewalInfo: [[String: String]]

        private enum CodingKeys: String, CodingKey {
            case status, environment
            case latestReceipt = "latest_receipt"
            case latestReceiptInfo = "latest_receipt_info"
            case pendingRenewalInfo = "pending_renewal_info"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case notificationType = "notification_type"
        case password, environment, bid, bvrs
        case originalTransactionId = "original_transaction_id"
        case autoRenewStatus = "auto_renew_status"
        case autoRenewProductId = "auto_renew_product_id"
        case unifiedReceipt = "unified_receipt"
    }
}

extension SimulatedStore {
    /// The body of a message of version 1.
    package func legacyBody(_ notification: SimulatedNotification) throws -> [UInt8] {
        let purchase = notification.transaction.flatMap { self.purchase($0.transactionId) }
        let isSubscription = notification.renewal != nil
        let receipt = try purchase.map { try self.receipt(with: [$0]) } ?? ""
        let unified = LegacyNotification.UnifiedReceipt(
            environment: notification.environment.rawValue, latestReceipt: receipt,
            latestReceiptInfo: purchase.map { [ReceiptAnswerEntry.members($0)] } ?? [], pendingRenewalInfo: [])
        let body = LegacyNotification(
            notificationType: notification.type, password: settings.sharedSecret,
            environment: notification.environment == .production ? "PROD" : "Sandbox", bid: notification.bundleID,
            originalTransactionId: notification.transaction?.originalTransactionId,
            autoRenewStatus: isSubscription ? "true" : nil,
            autoRenewProductId: isSubscription ? notification.transaction?.productId : nil, unifiedReceipt: unified)
        return try JSONText.encode(body)
    }
}
