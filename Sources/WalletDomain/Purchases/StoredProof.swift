/// A proof as it is kept: the bytes that were judged, and their SHA-256.
package struct StoredProof: Hashable, Sendable {
    package enum Kind: Int16, Sendable {
        case signedTransaction = 1
        case receipt = 2
    }

    package let kind: Kind
    /// SHA-256 of `bytes`: 32 bytes.
    package let digest: [UInt8]
    package let bytes: [UInt8]

    package init(kind: Kind, digest: [UInt8], bytes: [UInt8]) {
        self.kind = kind
        self.digest = digest
        self.bytes = bytes
    }
}
