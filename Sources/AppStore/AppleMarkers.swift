internal import Crypto
internal import WalletDomain

/// The extensions by which Apple marks what a certificate is for. Every Apple developer's own certificate chains to
/// the same root, so without them "the chain is good" would believe anybody.
///
/// Source: Apple, "Validating receipts on the device"; Apple's App Store Server Library.
enum AppleMarkers {
    /// Leaf: signs App Store receipts and signed data.
    static let receiptSigning = "1.2.840.113635.100.6.11.1"
    /// Intermediate: Worldwide Developer Relations.
    static let worldwideDeveloperRelations = "1.2.840.113635.100.6.2.1"

    static func policy(roots: Set<Fingerprint>, securityLevel: Int32) -> ChainPolicy {
        ChainPolicy(
            roots: roots, leafMarker: receiptSigning, intermediateMarker: worldwideDeveloperRelations,
            securityLevel: securityLevel)
    }
}

/// Reads leaf, intermediate and root and verifies that they form a chain at `seconds` since 1970 UTC.
///
/// - Returns: the leaf's public key (DER) and the seconds in which all three are valid.
func verifiedChain(
    _ certificates: [[UInt8]], _ policy: ChainPolicy, at seconds: Int64
) throws(ProofError) -> (leafKey: [UInt8], validSeconds: ClosedRange<Int64>) {
    precondition(certificates.count == 3, "the caller counts the certificates")
    do {
        let leaf = try X509Certificate(der: certificates[0])
        let intermediate = try X509Certificate(der: certificates[1])
        let root = try X509Certificate(der: certificates[2])
        let validSeconds = try CertificateChain.verify(
            leaf: leaf, intermediate: intermediate, root: root, policy, at: seconds)
        return (try leaf.publicKeyInfo(), validSeconds)
    } catch let error as ChainError {
        throw .invalidSignature(ProofFault(error))
    } catch {
        throw .invalidSignature(.certificates)
    }
}

extension ProofFault {
    init(_ error: ChainError) {
        switch error {
        case .rootNotPinned: self = .root
        case .invalid(let code): self = .chain(code: code)
        case .notThree, .failed: self = .certificates
        case .markerMissing: self = .markerMissing
        }
    }
}

extension Instant {
    /// Seconds since 1970 UTC, rounded down: the grain of certificates' validity.
    var seconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
