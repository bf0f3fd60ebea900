import Crypto
import Testing

/// What passwords and codes of admins are made with.
@Suite struct AdminCryptoTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("HMAC-SHA-1 gives the values of RFC 2202, short key and long key")
    func hmac() throws {
        let short = try HMACSHA1.authenticate(bytes("what do ya want for nothing?"), key: bytes("Jefe"))
        #expect(hexadecimal(short) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
        let long = try HMACSHA1.authenticate(
            bytes("Test Using Larger Than Block-Size Key - Hash Key First"), key: [UInt8](repeating: 0xAA, count: 80))
        #expect(hexadecimal(long) == "aa4ae5e15272d00e95705637ce8a3b55ed402112")
    }

    @Test(
        "base32 gives the values of RFC 4648, without padding",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ])
    func base32(text: String, encoded: String) { #expect(Base32.encode(bytes(text)) == encoded) }

    @Test("a password fits its own hash only, and the hash carries its parameters")
    func argon2id() throws {
        let argon = Argon2id(memoryBytes: 19_456 * 1_024, passes: 2)
        let hash = try argon.hash(bytes("correct horse battery"))
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(Argon2id.isValid(bytes("correct horse battery"), for: hash))
        #expect(!Argon2id.isValid(bytes("correct horse batterz"), for: hash))
        #expect(!Argon2id.isValid(bytes(""), for: hash))
        #expect(try argon.hash(bytes("correct horse battery")) != hash)
        #expect(!argon.isOutdated(hash))
        #expect(Argon2id(memoryBytes: 19_457 * 1_024, passes: 2).isOutdated(hash))
        #expect(Argon2id(memoryBytes: 19_456 * 1_024, passes: 3).isOutdated(hash))
        #expect(!Argon2id.isValid(bytes("correct horse battery"), for: "no hash"))
    }

    @Test("a sealed secret opens with its key and context, and not if any of them or one bit is another")
    func sealedBox() throws {
        let key = [UInt8](repeating: 7, count: SealedBox.keyBytes)
        let box = try SealedBox.seal([1, 2, 3], key: key, context: bytes("ann"))
        #expect(try SealedBox.open(box, key: key, context: bytes("ann")) == [1, 2, 3])
        #expect(throws: CryptoError.self) { try SealedBox.open(box, key: key, context: bytes("bob")) }
        let other = [UInt8](repeating: 8, count: SealedBox.keyBytes)
        #expect(throws: CryptoError.self) { try SealedBox.open(box, key: other, context: bytes("ann")) }
        for place in box.indices {
            var spoilt = box
            spoilt[place] ^= 1
            #expect(throws: CryptoError.self) { try SealedBox.open(spoilt, key: key, context: bytes("ann")) }
        }
        #expect(throws: CryptoError.self) { try SealedBox.open([1], key: key, context: []) }
    }
}
