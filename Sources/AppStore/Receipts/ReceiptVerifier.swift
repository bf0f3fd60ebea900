internal import Crypto
package import WalletDomain

/// A genuine app receipt of one of our apps. Only `ReceiptVerifier` makes one.
package struct VerifiedReceipt: Equatable, Sendable {
    package let bundleID: String
    package let environment: StoreEnvironment
    package let createdAt: Instant
    /// One for each in-app entry; empty for a receipt that lists no purchase.
    package let purchases: [Purchase]

    fileprivate init(bundleID: String, environment: StoreEnvironment, createdAt: Instant, purchases: [Purchase]) {
        self.bundleID = bundleID
        self.environment = environment
        self.createdAt = createdAt
        self.purchases = purchases
    }
}

/// Verifies app receipts (StoreKit 1): PKCS#7 around a set of attributes.
///
/// The certificates must be valid at the receipt's creation, not now; what names that date is covered by the signature.
/// The device id is unknown here, so attribute 5 is not checked, nor is the app's version: people run old builds.
/// Source: Apple, "Validating receipts on the device"; TN3138.
package struct ReceiptVerifier: Sendable {
    /// Receipts signed before August 2023 have SHA-1 in their chain, and keep it for ever.
    private static let securityLevel: Int32 = 0
    private static let certificatesCount = 3

    private let settings: AppStoreSettings
    private let policy: ChainPolicy

    package init(_ settings: AppStoreSettings) {
        self.settings = settings
        policy = AppleMarkers.policy(roots: settings.anchors.receipts, securityLevel: Self.securityLevel)
    }

    /// - Parameter text: base64 of the receipt, at most `Limits.receiptBytesMax`; damage by transport is undone.
    package func verify(_ text: String, now: Instant) throws(ProofError) -> VerifiedReceipt {
        try verify(Array(text.utf8), now: now)
    }

    package func verify(_ text: [UInt8], now: Instant) throws(ProofError) -> VerifiedReceipt {
        guard text.count <= Limits.receiptBytesMax else { throw .tooLarge }
        return try verify(der: ReceiptText.decode(text), now: now)
    }

    private func verify(der: [UInt8], now: Instant) throws(ProofError) -> VerifiedReceipt {
        let message = try Self.message(der)
        let payload = try ReceiptPayload(message.content)
        _ = try verifiedChain(chain(message), policy, at: payload.createdAt.seconds)
        guard payload.createdAt <= now.adding(milliseconds: Limits.receiptAheadMs) else { throw .clockAhead }
        let bundleID = try payload.bundleID()
        guard settings.isOurs(bundleID: bundleID) else { throw .wrongApp }
        let environment = try payload.environment()
        return VerifiedReceipt(
            bundleID: bundleID, environment: environment, createdAt: payload.createdAt,
            purchases: try payload.purchases(environment, bundleID: bundleID))
    }

    private static func message(_ der: [UInt8]) throws(ProofError) -> SignedMessage {
        do throws(SignedMessage.Failure) {
            return try SignedMessage(verifying: der)
        } catch {
            switch error {
            case .malformed: throw .invalidSignature(.content)
            case .signature: throw .invalidSignature(.signature)
            }
        }
    }

    /// The certificates of a receipt come in any order: the signer is the leaf, a pinned one the root, the third the
    /// intermediate. That some certificate inside is Apple's proves nothing.
    private func chain(_ message: SignedMessage) throws(ProofError) -> [[UInt8]] {
        let others = message.certificates.filter { $0 != message.signer }
        guard message.certificates.count == Self.certificatesCount, others.count == Self.certificatesCount - 1 else {
            throw .invalidSignature(.certificates)
        }
        guard let root = others.first(where: { policy.roots.contains(Fingerprint(ofCertificate: $0)) }) else {
            throw .invalidSignature(.root)
        }
        return [message.signer] + others.filter { $0 != root } + [root]
    }
}
