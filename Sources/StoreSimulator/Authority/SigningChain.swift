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
    }

    /// Makes new keys and certificates.
    package init(_ template: Template) throws(CryptoError) {
        let rootKey = try PrivateKey(generating: template.authorityKeys)
        let intermediateKey = try PrivateKey(generating: template.authorityKeys)
        let leafKey = try PrivateKey(generating: template.leafKey)
        let validSeconds = Template.signedData.leafSeconds
        let root = try CertificateTemplate(
            commonName: template.names[2], validSeconds: validSeconds, isAuthority: true
        ).issue(for: rootKey, by: nil, rootKey)
        let intermediate = try CertificateTemplate(
            commonName: template.names[1], validSeconds: validSeconds, isAuthority: template.intermediateIsAuthority,
            markers: template.intermediateMarkers
        ).issue(for: intermediateKey, by: root, rootKey)
        let leaf = try CertificateTemplate(
            commonName: template.names[0], validSeconds: template.leafSeconds, isAuthority: false,
            markers: template.leafMarkers
        ).issue(for: leafKey, by: intermediate, intermediateKey)
        certificates = [leaf, intermediate, root]
        self.leafKey = try leafKey.der()
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
