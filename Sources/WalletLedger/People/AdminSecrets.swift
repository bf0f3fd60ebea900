package import Crypto
package import WalletDomain

/// What admins prove themselves with, as it is kept. With a key file whoever reads the database alone can neither try
/// passwords nor make codes; without one only the hash stands between.
package struct AdminSecrets: Sendable {
    /// Secret for the HMAC before a hash; nil without a key file.
    private let pepper: [UInt8]?
    private let sealing: [UInt8]?
    private let argon: Argon2id

    package struct Password: Hashable, Sendable {
        package let hash: String
        /// It went through HMAC first.
        package let isKeyed: Bool

        package init(hash: String, isKeyed: Bool) {
            self.hash = hash
            self.isKeyed = isKeyed
        }
    }

    package struct Secret: Hashable, Sendable {
        package let bytes: [UInt8]
        package let isSealed: Bool

        package init(bytes: [UInt8], isSealed: Bool) {
            self.bytes = bytes
            self.isSealed = isSealed
        }
    }

    /// - Parameter key: the content of the key file, at least `Limits.adminKeyBytesMin`; nil without one.
    package init(
        key: [UInt8]? = nil,
        argon: Argon2id = Argon2id(memoryBytes: Limits.passwordMemoryBytes, passes: Limits.passwordPasses)
    ) {
        pepper = key.map { HMACSHA256.authenticate(Array("coffer admin password".utf8), key: $0) }
        sealing = key.map { HMACSHA256.authenticate(Array("coffer admin totp".utf8), key: $0) }
        self.argon = argon
    }

    /// Blocks for some ten milliseconds.
    package func hash(_ password: String) throws(CryptoError) -> Password {
        Password(hash: try argon.hash(bytes(password, pepper)), isKeyed: pepper != nil)
    }

    /// Blocks as long whatever the answer.
    package func isValid(_ password: String, for kept: Password) -> Bool {
        guard kept.isKeyed else { return Argon2id.isValid(bytes(password, nil), for: kept.hash) }
        // Without the key file no password is the right one, but the work is the same.
        let isValid = Argon2id.isValid(bytes(password, pepper), for: kept.hash)
        return isValid && pepper != nil
    }

    /// The hash should be made anew: weaker than today's, or from before the key file.
    package func isOutdated(_ kept: Password) -> Bool {
        kept.isKeyed != (pepper != nil) || argon.isOutdated(kept.hash)
    }

    private func bytes(_ password: String, _ pepper: [UInt8]?) -> [UInt8] {
        let bytes = Array(password.utf8)
        // As text: some argon2 implementations stop at a NUL.
        return pepper.map { Array(Base64.encode(HMACSHA256.authenticate(bytes, key: $0), .standard).utf8) } ?? bytes
    }

    /// - Parameter name: whose it is; a sealed secret moved to another admin's row does not open.
    package func keep(_ secret: [UInt8], of name: AdminName) throws(CryptoError) -> Secret {
        guard let sealing else { return Secret(bytes: secret, isSealed: false) }
        let box = try SealedBox.seal(secret, key: sealing, context: Array(name.text.utf8))
        return Secret(bytes: box, isSealed: true)
    }

    /// - Throws: if it was sealed with another key file, or there is none.
    package func open(_ kept: Secret, of name: AdminName) throws(CryptoError) -> [UInt8] {
        guard kept.isSealed else { return kept.bytes }
        guard let sealing else { throw .wrongKey }
        return try SealedBox.open(kept.bytes, key: sealing, context: Array(name.text.utf8))
    }
}
