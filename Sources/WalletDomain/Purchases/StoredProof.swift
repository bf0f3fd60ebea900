/// A proof as it is kept: the bytes that were judged, and their SHA-256.
package struct StoredProof: Hashable, Sendable {
    package enum Kind: Int16, Sendable {
        case signedTransaction = 1
        case receipt = 2
        /// Nothing signed: Apple was asked about it. `2000000847061981`, or with the store before it `Sandbox/2000…`.
        case transactionID = 3
        /// `signedPayload` of a notification.
        case notification = 4
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
