package import Crypto

/// Which root certificates are believed, named by the SHA-256 of their bytes. Nothing from the system's store counts.
///
/// Source: Apple, "Apple PKI"; fingerprints computed from the published files.
package struct TrustAnchors: Equatable, Sendable {
    /// Roots of signed transactions, renewals and notifications.
    package let signedData: Set<Fingerprint>
    /// Roots of app receipts.
    package let receipts: Set<Fingerprint>
    /// Roots beyond Apple's: the caller refuses to start with any in production.
    package let extra: Set<Fingerprint>

    private init(signedData: Set<Fingerprint>, receipts: Set<Fingerprint>, extra: Set<Fingerprint>) {
        self.signedData = signedData.union(extra)
        self.receipts = receipts.union(extra)
        self.extra = extra
    }

    /// Apple Root CA - G3 for signed data, Apple Inc. Root for receipts.
    package static let apple = TrustAnchors(
        signedData: Set(
            [Fingerprint(hex: "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")].compactMap(\.self)),
        receipts: Set(
            [Fingerprint(hex: "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")].compactMap(\.self)),
        extra: [])

    /// For development and tests only: these roots sign everything.
    package func adding(_ extra: Set<Fingerprint>) -> TrustAnchors {
        TrustAnchors(signedData: signedData, receipts: receipts, extra: self.extra.union(extra))
    }
}
