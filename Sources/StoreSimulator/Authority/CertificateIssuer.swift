internal import Crypto

/// Root and intermediate with their keys, for as long as it takes to issue the leaves under them.
struct CertificateIssuer: ~Copyable {
    private let root: [UInt8]
    private let intermediate: [UInt8]
    private let intermediateKey: PrivateKey

    init(_ template: SigningChain.Template) throws(CryptoError) {
        let rootKey = try PrivateKey(generating: template.authorityKeys)
        let key = try PrivateKey(generating: template.authorityKeys)
        let validSeconds = SigningChain.Template.signedData.leafSeconds
        let root = try CertificateTemplate(
            commonName: template.names[2], validSeconds: validSeconds, isAuthority: true
        ).issue(for: rootKey, by: nil, rootKey)
        intermediate = try CertificateTemplate(
            commonName: template.names[1], validSeconds: validSeconds, isAuthority: template.intermediateIsAuthority,
            markers: template.intermediateMarkers
        ).issue(for: key, by: root, rootKey)
        self.root = root
        intermediateKey = key
    }

    func issueLeaf(_ template: SigningChain.Template) throws(CryptoError) -> SigningChain {
        let key = try PrivateKey(generating: template.leafKey)
        let leaf = try CertificateTemplate(
            commonName: template.names[0], validSeconds: template.leafSeconds, isAuthority: false,
            markers: template.leafMarkers
        ).issue(for: key, by: intermediate, intermediateKey)
        return SigningChain(certificates: [leaf, intermediate, root], leafKey: try key.der())
    }
}
