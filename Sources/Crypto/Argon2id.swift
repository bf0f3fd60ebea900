internal import CSodium

/// Password hashing by argon2id (RFC 9106), one lane, in libsodium's text form: the hash carries its own parameters and
/// salt. Each call takes the memory and blocks for some ten milliseconds.
package struct Argon2id: Hashable, Sendable {
    package let memoryBytes: Int
    package let passes: Int

    package init(memoryBytes: Int, passes: Int) {
        self.memoryBytes = memoryBytes
        self.passes = passes
    }

    /// `$argon2id$v=19$m=…,t=…,p=1$salt$hash`
    package func hash(_ password: [UInt8]) throws(CryptoError) -> String {
        startSodium()
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let result = unsafe crypto_pwhash_str(
            &text, password.map { CChar(bitPattern: $0) }, UInt64(password.count), UInt64(passes), memoryBytes)
        guard result == 0 else { throw .failed("crypto_pwhash_str") }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the password is the one; takes as long and as much memory as the hash says, whatever the answer.
    package static func isValid(_ password: [UInt8], for hash: String) -> Bool {
        startSodium()
        return unsafe crypto_pwhash_str_verify(
            hash, password.map { CChar(bitPattern: $0) }, UInt64(password.count)) == 0
    }

    /// The hash was made with other parameters than these.
    package func isOutdated(_ hash: String) -> Bool {
        startSodium()
        return unsafe crypto_pwhash_str_needs_rehash(hash, UInt64(passes), memoryBytes) != 0
    }
}
