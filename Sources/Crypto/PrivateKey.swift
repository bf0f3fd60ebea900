internal import COpenSSL

/// A private key that signs: for requests to Apple, and for the certificates and proofs of the store simulator.
@safe package struct PrivateKey: ~Copyable {
    package enum Kind: Sendable {
        case p256
        case p384
        case rsa2048
    }

    private let raw: OpaquePointer

    /// A new key of its own.
    package init(generating kind: Kind) throws(CryptoError) {
        let identifier = kind == .rsa2048 ? EVP_PKEY_RSA : EVP_PKEY_EC
        let context = try unsafe demand(EVP_PKEY_CTX_new_id(identifier, nil), "EVP_PKEY_CTX_new_id")
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try demand(unsafe EVP_PKEY_keygen_init(context), "EVP_PKEY_keygen_init")
        switch kind {
        case .p256:
            try demand(unsafe EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1), "curve")
        case .p384: try demand(unsafe EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_secp384r1), "curve")
        case .rsa2048: try demand(unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2_048), "bits")
        }
        var key: OpaquePointer?
        _ = unsafe EVP_PKEY_keygen(context, &key)
        unsafe raw = try unsafe demand(key, "EVP_PKEY_keygen")
    }

    /// - Parameter der: PKCS#8, or the older form of the key's own kind.
    package init(der: [UInt8]) throws(CryptoError) {
        let parsed = unsafe der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var cursor = buffer.baseAddress
            return unsafe d2i_AutoPrivateKey(nil, &cursor, buffer.count)
        }
        guard let parsed = unsafe parsed else {
            clearErrorQueue()
            throw .malformed
        }
        unsafe raw = parsed
    }

    /// - Parameter pem: one `PRIVATE KEY` block (RFC 7468), as the `.p8` files that Apple hands out.
    package init(pem: String) throws(CryptoError) {
        try self.init(der: PEMBlock.der("PRIVATE KEY", in: pem))
    }

    deinit { unsafe EVP_PKEY_free(raw) }

    /// Whether it can sign ES256.
    package var isP256: Bool { unsafe Crypto.isP256(raw) }

    package func der() throws(CryptoError) -> [UInt8] {
        try unsafe encoded("i2d_PrivateKey") { unsafe i2d_PrivateKey(raw, $0) }
    }

    /// PKCS#8 (RFC 5958): what the `PRIVATE KEY` block of a `.p8` file holds.
    package func pkcs8() throws(CryptoError) -> [UInt8] {
        let info = try unsafe demand(EVP_PKEY2PKCS8(raw), "EVP_PKEY2PKCS8")
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        return try unsafe encoded("i2d_PKCS8_PRIV_KEY_INFO") { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
    }

    /// Lends the C object; it must not be kept.
    borrowing func withRaw<Result, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(raw)
    }

    /// Signs with SHA-256; ECDSA gives DER, RSA gives PKCS#1.
    package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        let context = try unsafe demand(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
        defer { unsafe EVP_MD_CTX_free(context) }
        try demand(unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, raw), "EVP_DigestSignInit")
        var count = Int(unsafe EVP_PKEY_get_size(raw))
        var signature = [UInt8](repeating: 0, count: count)
        let result = unsafe EVP_DigestSign(context, &signature, &count, message, message.count)
        try demand(result, "EVP_DigestSign")
        return Array(signature.prefix(count))
    }

    /// ES256 (RFC 7518, 3.4): r and s, 64 bytes.
    package func signES256(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        let signature = try sign(message)
        do throws(DERError) {
            return try ECDSASignature.raw(fromDER: signature)
        } catch {
            throw .wrongKey
        }
    }
}
