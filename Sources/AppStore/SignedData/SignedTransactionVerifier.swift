package import WalletDomain

/// Verifies signed transactions (StoreKit 2, Server API, notifications).
///
/// Source: Apple, "JWSTransactionDecodedPayload".
package struct SignedTransactionVerifier: Sendable {
    private let settings: AppStoreSettings
    private let signedData: SignedDataVerifier

    package init(_ settings: AppStoreSettings) {
        self.settings = settings
        signedData = SignedDataVerifier(roots: settings.anchors.signedData)
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
