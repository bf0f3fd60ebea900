package import AppStore
internal import WalletDomain

/// What Apple can be asked. Everything may be missing: then what would need it waits, and says so.
///
/// Each of them bounds its own calls and refuses at once what goes beyond (case R-4); no database connection is ever
/// held while one is under way.
package struct AppleDesk: Sendable {
    /// One an app.
    let apis: [AppStoreServerAPI]
    /// Judges receipts that cannot be judged here.
    let receipts: VerifyReceiptClient?
    /// By which notifications of version 1 are recognized.
    let sharedSecret: Secret?

    package init(
        apis: [AppStoreServerAPI] = [], receipts: VerifyReceiptClient? = nil, sharedSecret: Secret? = nil
    ) {
        self.apis = apis
        self.receipts = receipts
        self.sharedSecret = sharedSecret
    }

    func api(forBundle bundle: String) -> AppStoreServerAPI? {
        apis.first { $0.bundleID.utf8.elementsEqual(bundle.utf8) }
    }

    enum Lookup: Sendable {
        case found(Purchase)
        /// Apple knows no such transaction of ours, at least not yet.
        case unknown
        case later(StoreAPIError?)
    }

    /// Asks for every app of ours, since a bare id does not say whose it is.
    func purchase(_ id: TransactionID, in environment: StoreEnvironment?) async -> Lookup {
        var trouble: StoreAPIError?
        for api in apis {
            do throws(StoreAPIError) {
                return .found(try await api.transaction(id, in: environment))
            } catch {
                if error.isRetryable { trouble = error }
            }
        }
        if let trouble { return .later(trouble) }
        return apis.isEmpty ? .later(nil) : .unknown
    }
}
