internal import Foundation

/// What the store signs.
extension SimulatedStore {
    /// The purchase as it is now, as `jwsRepresentation` has it and as the Server API answers.
    package func signedTransaction(_ transactionID: String) throws -> String {
        try sign(SimulatedTransaction(try read { try $0.known(transactionID) }, signedAtMs: signatureMs()))
    }

    /// Signs claims; a fault may want them signed wrongly.
    func sign(_ claims: SimulatedTransaction, with fault: SigningFault? = nil) throws -> String {
        var claims = claims
        if fault == .wrongBundle { claims.bundleId = SigningFault.strangeBundleID }
        return try sign(json: try JSONText.encode(claims), with: fault)
    }

    func sign(_ claims: SimulatedRenewal, with fault: SigningFault? = nil) throws -> String {
        try sign(json: try JSONText.encode(claims), with: fault)
    }

    private func sign(json: [UInt8], with fault: SigningFault?) throws -> String {
        switch fault {
        case .expiredChain: try authority.signWithExpiredChain(payload: json)
        case .wrongBundle, nil: try authority.sign(payload: json)
        }
    }

    /// That the account of a purchase has the app.
    func signedAppTransaction(of purchase: SimulatedPurchase, with fault: SigningFault?) throws -> String {
        let bundleID = fault == .wrongBundle ? SigningFault.strangeBundleID : purchase.bundleID
        let claims = AppTransactionClaims(
            receiptType: purchase.environment.rawValue, appAppleId: settings.appAppleID, bundleId: bundleID,
            receiptCreationDate: signatureMs(), originalPurchaseDate: purchase.purchasedAtMs,
            appTransactionId: AppTransactionID.of(purchase))
        return try sign(json: try JSONText.encode(claims), with: fault)
    }

    /// `signedPayload` of a message, which nests what it is about, signed on its own.
    package func signedPayload(_ notification: SimulatedNotification) throws -> String {
        try signedPayload(notification, with: nil)
    }

    func signedPayload(_ notification: SimulatedNotification, with fault: SigningFault?) throws -> String {
        var claims = NotificationClaims(
            notificationType: notification.type, subtype: notification.subtype, notificationUUID: notification.id,
            signedDate: notification.signedAtMs)
        let bundleID = fault == .wrongBundle ? SigningFault.strangeBundleID : notification.bundleID
        switch (notification.type, notification.subtype) {
        case ("RENEWAL_EXTENSION", "SUMMARY"): claims.summary = summary(notification, bundleID)
        case ("EXTERNAL_PURCHASE_TOKEN", _):
            claims.externalPurchaseToken = NotificationClaims.ExternalPurchaseToken(
                externalPurchaseId: (notification.environment == .sandbox ? "SANDBOX_" : "") + notification.id,
                tokenCreationDate: notification.signedAtMs, appAppleId: settings.appAppleID, bundleId: bundleID)
        case ("RESCIND_CONSENT", _): claims.appData = try appData(notification, bundleID, fault)
        default: claims.data = try content(notification, bundleID, fault)
        }
        return try sign(json: try JSONText.encode(claims), with: fault)
    }

    private func content(
        _ notification: SimulatedNotification, _ bundleID: String, _ fault: SigningFault?
    ) throws -> NotificationClaims.Content {
        let activeStatus = 1
        let revokedStatus = 5
        var content = NotificationClaims.Content(
            appAppleId: settings.appAppleID, bundleId: bundleID, environment: notification.environment.rawValue)
        content.signedTransactionInfo = try notification.transaction.map { try sign($0, with: fault) }
        content.signedRenewalInfo = try notification.renewal.map { try sign($0, with: fault) }
        content.consumptionRequestReason = notification.consumptionRequestReason
        if notification.renewal != nil {
            content.status = notification.transaction?.revocationDate == nil ? activeStatus : revokedStatus
        }
        return content
    }

    private func summary(_ notification: SimulatedNotification, _ bundleID: String) -> NotificationClaims.Summary {
        NotificationClaims.Summary(
            requestIdentifier: notification.id, environment: notification.environment.rawValue,
            appAppleId: settings.appAppleID, bundleId: bundleID,
            productId: settings.products.first { $0.kind == .autoRenewable }?.id ?? "")
    }

    private func appData(
        _ notification: SimulatedNotification, _ bundleID: String, _ fault: SigningFault?
    ) throws -> NotificationClaims.AppData {
        let app = AppTransactionClaims(
            receiptType: notification.environment.rawValue, appAppleId: settings.appAppleID, bundleId: bundleID,
            receiptCreationDate: notification.signedAtMs, originalPurchaseDate: notification.signedAtMs,
            appTransactionId: AppTransactionID.of(
                account: "customer", bundleID: bundleID, notification.environment))
        return NotificationClaims.AppData(
            appAppleId: settings.appAppleID, bundleId: bundleID, environment: notification.environment.rawValue,
            signedAppTransactionInfo: try sign(json: try JSONText.encode(app), with: fault))
    }
}
