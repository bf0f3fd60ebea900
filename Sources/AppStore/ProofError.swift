/// Why a proof proves nothing to us. All cases are final for these bytes, except `clockAhead`.
package enum ProofError: Error, Equatable, Sendable {
    /// No JWS or no base64 of a receipt, and no damage in transport that could be undone.
    case badEncoding
    case tooLarge
    /// Not signed by Apple as it must be. The fault is for the log and the metric: strangers learn nothing of it.
    case invalidSignature(ProofFault)
    /// Genuine, but of an app that is not ours.
    case wrongApp
    /// Genuine, but of Xcode, a local test, or too old to say of which store.
    case wrongEnvironment
    /// Signed later than our clock says it is now: our clock is wrong, or theirs. A retry may help.
    case clockAhead
}

/// The first thing found wrong.
package enum ProofFault: Equatable, Sendable {
    case algorithm
    /// A header that must be understood and is not, or no readable header at all.
    case header
    /// Not exactly three readable certificates.
    case certificates
    /// The last certificate is not a pinned root.
    case root
    /// The certificates do not form a valid chain at the signing time; the code is OpenSSL's `X509_V_ERR_…`.
    case chain(code: Int32)
    /// A certificate lacks the extension by which Apple marks its purpose.
    case markerMissing
    /// The leaf's key is of another kind than the algorithm needs.
    case leafKey
    case signature
    /// The signed content is not what Apple writes.
    case content
    /// A claim or attribute that is needed is absent, repeated or of another form; names it.
    case claim(String)

    /// A short constant name for logs and metrics.
    package var name: String {
        switch self {
        case .algorithm: "algorithm"
        case .header: "header"
        case .certificates: "certificates"
        case .root: "root"
        case .chain: "chain"
        case .markerMissing: "marker_missing"
        case .leafKey: "leaf_key"
        case .signature: "signature"
        case .content: "content"
        case .claim: "claim"
        }
    }
}
