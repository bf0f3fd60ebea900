internal import CSodium

/// A key that signs with Ed25519 (RFC 8032).
package struct Ed25519PrivateKey: Sendable {
    package let publicKey: Ed25519PublicKey
    /// As libsodium keeps it: the seed, then the public key.
    private let secret: [UInt8]

    /// What stands before the seed in a PKCS#8 of this kind (RFC 8410, 7): no parameters, no attributes.
    private static let header: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    private static let seedBytes = 32

    /// - Parameter pem: one `PRIVATE KEY` block, as `openssl genpkey -algorithm ed25519` writes it.
    package init(pem: String) throws(CryptoError) {
        let der = try PEMBlock.der("PRIVATE KEY", in: pem)
        guard der.starts(with: Self.header), der.count == Self.header.count + Self.seedBytes else { throw .wrongKey }
        try self.init(seed: Array(der.dropFirst(Self.header.count)))
    }

    /// - Parameter seed: 32 bytes that nobody can guess.
    package init(seed: [UInt8]) throws(CryptoError) {
        guard seed.count == Self.seedBytes else { throw .malformed }
        startSodium()
        var open = [UInt8](repeating: 0, count: Ed25519PublicKey.bytesCount)
        var secret = [UInt8](repeating: 0, count: Self.seedBytes + open.count)
        guard unsafe crypto_sign_seed_keypair(&open, &secret, seed) == 0 else {
            throw .failed("crypto_sign_seed_keypair")
        }
        self.secret = secret
        publicKey = Ed25519PublicKey(known: open)
    }

    /// 64 bytes; the same message gives the same signature.
    package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Ed25519PublicKey.signatureBytes)
        let result = unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
        guard result == 0 else { throw .failed("crypto_sign_detached") }
        return signature
    }
}

/// A key that checks signatures made with Ed25519 (RFC 8032).
package struct Ed25519PublicKey: Hashable, Sendable {
    package let bytes: [UInt8]

    package static let bytesCount = 32
    package static let signatureBytes = 64
    /// What stands before the key in a SubjectPublicKeyInfo of this kind (RFC 8410, 4).
    private static let header: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    /// - Parameter pem: one `PUBLIC KEY` block, as `openssl pkey -pubout` writes it.
    package init(pem: String) throws(CryptoError) {
        let der = try PEMBlock.der("PUBLIC KEY", in: pem)
        guard der.starts(with: Self.header), der.count == Self.header.count + Self.bytesCount else { throw .wrongKey }
        bytes = Array(der.dropFirst(Self.header.count))
    }

    fileprivate init(known bytes: [UInt8]) { self.bytes = bytes }

    package func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == Self.signatureBytes else { return false }
        startSodium()
        return unsafe crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
    }
}
