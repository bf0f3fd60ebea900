package import WalletDomain

/// Verifies signed transactions (StoreKit 2, Server API, notifications).
///
/// Source: Apple, "JWSTransactionDecodedPayload".
package struct SignedTransactionVerifier: Sendable {
    private let settings: AppStoreSettings
    private let signedData: SignedDataVerifier

    package init(_ settings: AppStoreSettings) {
        self.init(settings, SignedDataVerifier(roots: settings.anchors.signedData))
    }

    /// Shares the chains that `signedData` remembers.
    init(_ settings: AppStoreSettings, _ signedData: SignedDataVerifier) {
        self.settings = settings
        self.signedData = signedData
    }

    /// - Parameter token: compact JWS; white space around it is taken away.
    package func verify(_ token: String, now: Instant) throws(ProofError) -> Purchase {
        try verify(Array(token.utf8), now: now)
    }

    package func verify(_ token: [UInt8], now: Instant) throws(ProofError) -> Purchase {
        let payload = try signedData.verify(token, now: now)
        return try TransactionClaims(payload).purchase(settings)
    }
}
