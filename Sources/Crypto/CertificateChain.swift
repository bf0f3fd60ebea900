internal import COpenSSL

/// What a chain must be, apart from valid.
package struct ChainPolicy: Sendable {
    /// The last certificate of the message must be one of these, byte for byte.
    package let roots: Set<Fingerprint>
    /// Extensions by which the issuer marks what the certificates are for.
    package let leafMarker: String
    package let intermediateMarker: String
    /// OpenSSL's security level: 2 asks for 112 bits, 0 lets SHA-1 signatures of old receipts pass.
    package let securityLevel: Int32

    package init(roots: Set<Fingerprint>, leafMarker: String, intermediateMarker: String, securityLevel: Int32) {
        self.roots = roots
        self.leafMarker = leafMarker
        self.intermediateMarker = intermediateMarker
        self.securityLevel = securityLevel
    }
}

/// What is wrong with a chain.
package enum ChainError: Error, Equatable, Sendable {
    case rootNotPinned
    /// OpenSSL's `X509_V_ERR_…`.
    case invalid(code: Int32)
    /// Valid, but not leaf, intermediate and root: for instance two that were swapped.
    case notThree
    case markerMissing
    case failed(CryptoError)
}

/// Checks leaf ← intermediate ← root.
package enum CertificateChain {
    /// Verifies by RFC 5280, strictly, that the three form a chain at `seconds` under `policy`.
    ///
    /// The anchor is the given root once its fingerprint is pinned; the system's store plays no part.
    /// - Parameter seconds: since 1970 UTC.
    /// - Returns: the seconds in which all three are valid; `seconds` lies inside.
    package static func verify(
        leaf: borrowing X509Certificate, intermediate: borrowing X509Certificate,
        root: borrowing X509Certificate, _ policy: ChainPolicy, at seconds: Int64
    ) throws(ChainError) -> ClosedRange<Int64> {
        guard policy.roots.contains(root.fingerprint) else { throw .rootNotPinned }
        try verifyPath(leaf, intermediate, root, at: seconds, securityLevel: policy.securityLevel)
        guard intermediate.isAuthority else { throw .invalid(code: X509_V_ERR_INVALID_CA) }
        guard leaf.hasExtension(policy.leafMarker), intermediate.hasExtension(policy.intermediateMarker) else {
            throw .markerMissing
        }
        return try commonValidity(leaf, intermediate, root)
    }

    private static func commonValidity(
        _ leaf: borrowing X509Certificate, _ intermediate: borrowing X509Certificate,
        _ root: borrowing X509Certificate
    ) throws(ChainError) -> ClosedRange<Int64> {
        do throws(CryptoError) {
            let leafRange = try leaf.validitySeconds()
            return leafRange.clamped(to: try intermediate.validitySeconds()).clamped(to: try root.validitySeconds())
        } catch {
            throw .failed(error)
        }
    }
}

/// One verification by OpenSSL; everything it needs lives as long as this call.
private func verifyPath(
    _ leaf: borrowing X509Certificate, _ intermediate: borrowing X509Certificate, _ root: borrowing X509Certificate,
    at seconds: Int64, securityLevel: Int32
) throws(ChainError) {
    guard let store = unsafe X509_STORE_new() else { throw .failed(.failed("X509_STORE_new")) }
    defer { unsafe X509_STORE_free(store) }
    guard let untrusted = unsafe coffer_x509_stack_new() else { throw .failed(.failed("sk_X509_new")) }
    defer { unsafe coffer_x509_stack_free(untrusted) }
    guard let context = unsafe X509_STORE_CTX_new() else { throw .failed(.failed("X509_STORE_CTX_new")) }
    defer { unsafe X509_STORE_CTX_free(context) }
    let isReady =
        unsafe root.withRaw { unsafe X509_STORE_add_cert(store, $0) == 1 }
        && intermediate.withRaw { unsafe coffer_x509_stack_push(untrusted, $0) > 0 }
        && leaf.withRaw { unsafe X509_STORE_CTX_init(context, store, $0, untrusted) == 1 }
    defer { clearErrorQueue() }
    guard isReady else { throw .failed(.failed("X509_STORE_CTX_init")) }
    let parameters = unsafe X509_STORE_CTX_get0_param(context)
    unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(seconds))
    unsafe X509_VERIFY_PARAM_set_auth_level(parameters, securityLevel)
    _ = unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_X509_STRICT))
    guard unsafe X509_verify_cert(context) == 1 else {
        throw .invalid(code: unsafe X509_STORE_CTX_get_error(context))
    }
    guard unsafe coffer_x509_stack_count(X509_STORE_CTX_get0_chain(context)) == certificatesInChain else {
        throw .notThree
    }
}

private let certificatesInChain: Int32 = 3
