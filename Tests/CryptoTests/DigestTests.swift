import Crypto
import Testing

@Suite struct DigestTests {
    private func hex(_ text: String) -> String { hexadecimal(SHA256.hash(Array(text.utf8))) }

    @Test("SHA-256 gives the values of FIPS 180-4")
    func vectors() {
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex(String(repeating: "a", count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("pieces give what the whole gives, and a copy goes its own way")
    func pieces() {
        var digest = SHA256()
        digest.update(Array("ab".utf8))
        var copy = digest
        digest.update(Array("c".utf8))
        copy.update(Array("xabc".utf8)[2...])
        #expect(digest.finish() == SHA256.hash(Array("abc".utf8)))
        #expect(copy.finish() == SHA256.hash(Array("abbc".utf8)))
    }

    @Test("HMAC gives the values of RFC 4231, short key and long key")
    func hmac() {
        let short = HMACSHA256.authenticate(
            Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(hexadecimal(short) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = HMACSHA256.authenticate(
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 131))
        #expect(hexadecimal(long) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test("fingerprints are read with and without colons, anything else is none")
    func fingerprints() {
        let hex = Fingerprint(ofCertificate: [1, 2, 3]).hex
        #expect(Fingerprint(hex: hex.uppercased()) == Fingerprint(ofCertificate: [1, 2, 3]))
        #expect(Fingerprint(hex: "ab:cd") == nil)
        #expect(Fingerprint(hex: String(hex.dropLast()) + "g") == nil)
        #expect(Fingerprint(hex: "+1" + hex.dropFirst(2)) == nil)
    }

    @Test("secrets compare as equal only if every byte is")
    func constantTime() {
        #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
        #expect(!constantTimeEqual([1, 2, 3], [1, 2, 4]))
        #expect(!constantTimeEqual([1, 2, 3], [1, 2]))
        #expect(constantTimeEqual([], []))
    }

    @Test("random bytes have the length asked for and do not repeat")
    func random() {
        #expect(randomBytes(0).isEmpty)
        #expect(randomBytes(32).count == 32)
        #expect(Set((0..<1_000).map { _ in randomBytes(16) }).count == 1_000)
    }
}
