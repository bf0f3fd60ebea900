package import Crypto

/// Leaf, intermediate and root of the simulated store, and the leaf's key. The other keys are thrown away.
package struct SigningChain: Sendable {
    /// DER: leaf, intermediate, root.
    package let certificates: [[UInt8]]
    /// DER, PKCS#8. A secret, though it opens nothing but development systems.
    package let leafKey: [UInt8]

    package init(certificates: [[UInt8]], leafKey: [UInt8]) {
        self.certificates = certificates
        self.leafKey = leafKey
    }

    package var rootFingerprint: Fingerprint { Fingerprint(ofCertificate: certificates[2]) }

    /// How a chain is made. The defaults are shaped like Apple's; a test changes one thing at a time.
    package struct Template: Sendable {
        package var authorityKeys: PrivateKey.Kind
        package var leafKey: PrivateKey.Kind
        package var names = ["Simulated Store Signing", "Simulated Store Relations", "Simulated Store Root"]
        package var leafMarkers = ["1.2.840.113635.100.6.11.1"]
        package var intermediateMarkers = ["1.2.840.113635.100.6.2.1"]
        package var intermediateIsAuthority = true
        /// 2010 to 2060: the simulator's clock may be shifted.
        package var leafSeconds: ClosedRange<Int64> = 1_262_304_000...2_840_140_800

        /// ECDSA, P-384 above and P-256 below.
        package static let signedData = Template(authorityKeys: .p384, leafKey: .p256)
        /// RSA.
        package static let receipts = Template(authorityKeys: .rsa2048, leafKey: .rsa2048)

        /// In it a leaf has ended long ago: 2010 to 2012.
        static let endedSeconds: ClosedRange<Int64> = 1_262_304_000...1_325_376_000
    }

    /// Makes new keys and certificates.
    package init(_ template: Template) throws(CryptoError) {
        let authority = try CertificateIssuer(template)
        self = try authority.issueLeaf(template)
    }

    /// Two chains under one root: one as `template` says, and one whose leaf has ended.
    static func withExpired(_ template: Template) throws(CryptoError) -> (SigningChain, expired: SigningChain) {
        let authority = try CertificateIssuer(template)
        var ended = template
        ended.leafSeconds = Template.endedSeconds
        return (try authority.issueLeaf(template), try authority.issueLeaf(ended))
    }

    /// Signs `header.payload` with ES256, whatever the two hold.
    package func signJWS(header: [UInt8], payload: [UInt8]) throws(CryptoError) -> String {
        let message = Base64.encode(header, .url) + "." + Base64.encode(payload, .url)
        let signature = try PrivateKey(der: leafKey).signES256(Array(message.utf8))
        return message + "." + Base64.encode(signature, .url)
    }

    /// The header that Apple writes: `{"alg":"ES256","x5c":[…]}`.
    package var signedDataHeader: [UInt8] {
        let list = certificates.map { "\"\(Base64.encode($0, .standard))\"" }.joined(separator: ",")
        return Array("{\"alg\":\"ES256\",\"x5c\":[\(list)]}".utf8)
    }
}
