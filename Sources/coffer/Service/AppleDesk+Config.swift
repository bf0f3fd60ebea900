internal import AppStore
internal import HTTPClient
internal import WalletServer

extension AppleDesk {
    /// One API an app, with one key and one client for all. Without a key nothing can be asked but verifyReceipt, and
    /// that only with the app's shared secret.
    init(_ config: Config) {
        let client = HTTPClient(settings: config.apple.http)
        let bundles = config.appIDs.keys.sorted()
        let apis = bundles.compactMap { bundle in
            config.apple.serverAPI(bundleID: bundle).map { settings in
                AppStoreServerAPI(
                    settings, config.appStore, client: client, allowsSandbox: config.sandbox != .nobody)
            }
        }
        let receipts = config.apple.sharedSecret.map { _ in
            VerifyReceiptClient(config.apple.verifyReceipt, config.appStore, client: client)
        }
        self.init(apis: apis, receipts: receipts, sharedSecret: config.apple.sharedSecret)
    }
}
