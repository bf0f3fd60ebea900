internal import WalletDomain

/// How one app's purchases are asked about at the App Store Server API.
package struct ServerAPISettings: Sendable {
    package static let productionURL = "https://api.storekit.apple.com"
    package static let sandboxURL = "https://api.storekit-sandbox.apple.com"

    /// A UUID from App Store Connect.
    package var issuerID: String
    package var keyID: String
    package var key: StoreAPIKey
    package var bundleID: String
    /// Without a slash at the end. Other addresses than Apple's are for development only.
    package var productionURL = Self.productionURL
    package var sandboxURL = Self.sandboxURL
    package var timeoutMs = Limits.appleTimeoutMs
    package var callsMax = Limits.appleCallsMax
    /// How long a call may wait for its turn.
    package var paceWaitMsMax = Limits.applePaceWaitMsMax

    package init(issuerID: String, keyID: String, key: StoreAPIKey, bundleID: String) {
        self.issuerID = issuerID
        self.keyID = keyID
        self.key = key
        self.bundleID = bundleID
    }

    func baseURL(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .production: productionURL
        case .sandbox: sandboxURL
        }
    }
}
