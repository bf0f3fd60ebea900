internal import AppStore
internal import HTTPClient
internal import WalletDomain

/// How Apple is asked, checked. Without a key purchases are still verified, but nothing can be asked.
struct AppleConfig: Sendable {
    /// With whose key the App Store Server API is called.
    struct Access: Sendable {
        let issuerID: String
        let keyID: String
        let key: StoreAPIKey
    }

    /// Addresses other than Apple's: nil in production, which takes none.
    struct Addresses: Sendable {
        var productionAPI: String?
        var sandboxAPI: String?
        var productionReceipts: String?
        var sandboxReceipts: String?
    }

    let access: Access?
    let sharedSecret: Secret?
    let addresses: Addresses
    let allowsPlainHTTP: Bool

    /// - Returns: nil without a key.
    func serverAPI(bundleID: String) -> ServerAPISettings? {
        guard let access else { return nil }
        var settings = ServerAPISettings(
            issuerID: access.issuerID, keyID: access.keyID, key: access.key, bundleID: bundleID)
        settings.productionURL = addresses.productionAPI ?? settings.productionURL
        settings.sandboxURL = addresses.sandboxAPI ?? settings.sandboxURL
        return settings
    }

    var verifyReceipt: VerifyReceiptSettings {
        var settings = VerifyReceiptSettings(sharedSecret: sharedSecret)
        settings.productionURL = addresses.productionReceipts ?? settings.productionURL
        settings.sandboxURL = addresses.sandboxReceipts ?? settings.sandboxURL
        return settings
    }

    /// Of the client that all calls to Apple share.
    var http: HTTPClientSettings {
        var settings = HTTPClientSettings()
        settings.connectTimeoutMs = Limits.appleConnectTimeoutMs
        settings.timeoutMs = Limits.appleTimeoutMs
        settings.responseBytesMax = Limits.appleAnswerBytesMax
        settings.allowsPlainHTTP = allowsPlainHTTP
        return settings
    }

    /// What works without a key, and what does not: for an operator who looks.
    var warnings: [String] {
        guard access == nil else { return [] }
        return [
            "no In-App Purchase key (COFFER_APPLE_KEY_FILE): bare transaction ids, missed notifications, refunds of "
                + "long ago and answers to consumption requests need one"
        ]
    }
}
