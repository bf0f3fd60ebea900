internal import CSodium

/// Bytes that nobody reads or changes without the key: XChaCha20-Poly1305, bound to what they belong to.
package enum SealedBox {
    package static let keyBytes = 32
    private static let nonceBytes = 24
    private static let tagBytes = 16

    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - context: not secret; opening asks for the same.
    /// - Returns: a nonce, then the sealed bytes.
    package static func seal(_ secret: [UInt8], key: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard key.count == keyBytes else { throw .wrongKey }
        let nonce = randomBytes(nonceBytes)
        var sealed = [UInt8](repeating: 0, count: secret.count + tagBytes)
        let result = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, nil, secret, UInt64(secret.count), context, UInt64(context.count), nil, nonce, key)
        guard result == 0 else { throw .failed("crypto_aead_xchacha20poly1305_ietf_encrypt") }
        return nonce + sealed
    }

    /// - Throws: `malformed` if key, context or a single bit is another one.
    package static func open(_ box: [UInt8], key: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard key.count == keyBytes else { throw .wrongKey }
        guard box.count >= nonceBytes + tagBytes else { throw .malformed }
        startSodium()
        let sealed = Array(box.dropFirst(nonceBytes))
        var secret = [UInt8](repeating: 0, count: sealed.count - tagBytes)
        let result = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            &secret, nil, nil, sealed, UInt64(sealed.count), context, UInt64(context.count),
            Array(box.prefix(nonceBytes)), key)
        guard result == 0 else { throw .malformed }
        return secret
    }
}
