package import Crypto
package import WalletDomain

/// What Apple signed: claims whose signature and chain held. Only `SignedDataVerifier` makes one.
package struct SignedPayload: Sendable {
    package let claims: JSONObject
    /// `signedDate`; for the few that lack one, the time at which it was verified.
    package let signedAt: Instant

    fileprivate init(claims: JSONObject, signedAt: Instant) {
        self.claims = claims
        self.signedAt = signedAt
    }
}

/// Verifies Apple's signed data: transactions, renewals, notifications. Says that Apple signed it, not what it means.
///
/// The certificates must be valid when the data was signed, not now: devices keep tokens longer than leaves live. That
/// lets the content choose the time, which is safe because the signature covers it.
/// Source: RFC 7515; Apple's App Store Server Library (offline checks).
package struct SignedDataVerifier: Sendable {
    /// OpenSSL's security level: 112 bits, so no SHA-1.
    private static let securityLevel: Int32 = 2

    private let policy: ChainPolicy
    private let chains = VerifiedChains(chainsMax: Limits.verifiedChainsMax)

    package init(roots: Set<Fingerprint>) {
        policy = AppleMarkers.policy(roots: roots, securityLevel: Self.securityLevel)
    }

    /// How many chains are remembered, at most `Limits.verifiedChainsMax`.
    package var knownChainsCount: Int { chains.count }

    /// - Parameter token: compact JWS, at most `bytesMax` bytes.
    package func verify(
        _ token: [UInt8], now: Instant, bytesMax: Int = Limits.signedTransactionBytesMax
    ) throws(ProofError) -> SignedPayload {
        guard token.count <= bytesMax else { throw .tooLarge }
        let jws = try CompactJWS(token)
        let signature = try CompactJWS.decode(jws.signature)
        let claims = try Self.claims(jws.payload)
        let signedAt = try Self.signedAt(claims) ?? now
        try checkSignature(jws, signature, at: signedAt)
        guard signedAt <= now.adding(milliseconds: Limits.signedAheadMs) else { throw .clockAhead }
        return SignedPayload(claims: claims, signedAt: signedAt)
    }

    private static func claims(_ segment: ArraySlice<UInt8>) throws(ProofError) -> JSONObject {
        let bytes = try CompactJWS.decode(segment)
        do throws(JSONError) {
            return try JSONObject(parsing: bytes)
        } catch {
            throw .invalidSignature(.content)
        }
    }

    private static func signedAt(_ claims: JSONObject) throws(ProofError) -> Instant? {
        do throws(JSONError) {
            return try claims.optionalInteger("signedDate").map { Instant(milliseconds: $0) }
        } catch {
            throw .invalidSignature(.claim("signedDate"))
        }
    }

    /// One pass over the bytes: the digest of the header names the chain, and goes on to be the message's digest.
    private func checkSignature(_ jws: CompactJWS, _ signature: [UInt8], at time: Instant) throws(ProofError) {
        var running = SHA256()
        running.update(jws.header)
        let headerDigest = running.finish()
        running.update(jws.dotAndPayload)
        let digest = running.finish()
        let seconds = time.seconds
        if let known = chains.chain(headerDigest, at: seconds) {
            guard known.key.isValid(signature, digest: digest) else { throw .invalidSignature(.signature) }
            return
        }
        let header = try SignedDataHeader(CompactJWS.decode(jws.header))
        let chain = try LeafKey(header.certificates, policy, at: seconds)
        guard try chain.key(slotsCount: 1).isValid(signature, digest: digest) else {
            throw .invalidSignature(.signature)
        }
        let key = try chain.key(slotsCount: Limits.verifySlots)
        chains.remember(VerifiedChains.Chain(validSeconds: chain.validSeconds, key: key), headerDigest)
    }
}

/// The key of a leaf whose chain was verified.
private struct LeafKey {
    let validSeconds: ClosedRange<Int64>
    private let publicKeyInfo: [UInt8]

    init(_ certificates: [[UInt8]], _ policy: ChainPolicy, at seconds: Int64) throws(ProofError) {
        (publicKeyInfo, validSeconds) = try verifiedChain(certificates, policy, at: seconds)
    }

    func key(slotsCount: Int) throws(ProofError) -> ES256PublicKey {
        do throws(CryptoError) {
            return try ES256PublicKey(publicKeyInfo: publicKeyInfo, slotsCount: slotsCount)
        } catch {
            throw .invalidSignature(.leafKey)
        }
    }
}
