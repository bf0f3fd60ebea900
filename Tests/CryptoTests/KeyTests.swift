import Crypto
import Testing

@Suite struct KeyTests {
    private let seconds: ClosedRange<Int64> = 1_000_000_000...2_000_000_000

    private func certificate(_ key: borrowing PrivateKey) throws -> [UInt8] {
        try CertificateTemplate(commonName: "Test", validSeconds: seconds, isAuthority: false, markers: ["1.2.3.4"])
            .issue(for: key, by: nil, key)
    }

    @Test("what a key signs, its certificate's key verifies, and nothing else")
    func signatures() throws {
        let key = try PrivateKey(generating: .p256)
        let read = try X509Certificate(der: certificate(key))
        let publicKey = try ES256PublicKey(publicKeyInfo: read.publicKeyInfo(), slotsCount: 2)
        for number in 0..<200 {  // r or s begins with a zero byte in one of about 128
            let message = Array("message \(number)".utf8)
            let signature = try key.signES256(message)
            #expect(signature.count == ES256PublicKey.signatureBytes)
            #expect(publicKey.isValid(signature, digest: SHA256.hash(message)))
            #expect(!publicKey.isValid(signature, digest: SHA256.hash(message + [0])))
            #expect(!publicKey.isValid(Array(signature.dropLast()), digest: SHA256.hash(message)))
        }
    }

    @Test("a key survives its DER form; junk is no key")
    func encoding() throws {
        let key = try PrivateKey(generating: .p256)
        let again = try PrivateKey(der: key.der())
        #expect(try again.der() == key.der())
        #expect(throws: CryptoError.malformed) { _ = try PrivateKey(der: [1, 2, 3]).der() }
    }

    @Test("only P-256 serves ES256")
    func curves() throws {
        for kind in [PrivateKey.Kind.p384, .rsa2048] {
            let key = try PrivateKey(generating: kind)
            let read = try X509Certificate(der: certificate(key))
            #expect(throws: CryptoError.wrongKey) {
                try ES256PublicKey(publicKeyInfo: read.publicKeyInfo(), slotsCount: 1)
            }
        }
    }

    @Test("a certificate is read as it was issued, from all of its bytes")
    func certificates() throws {
        let key = try PrivateKey(generating: .p256)
        let der = try certificate(key)
        let read = try X509Certificate(der: der)
        let (again, fingerprint) = (read.der, read.fingerprint)
        #expect(again == der && fingerprint == Fingerprint(ofCertificate: der))
        let found = ["1.2.3.4", "1.2.3.5", "nonsense"].map { read.hasExtension($0) }
        #expect(found == [true, false, false])
        let isAuthority = read.isAuthority
        #expect(!isAuthority)
        #expect(try read.validitySeconds() == 1_000_000_000...1_999_999_999)
        for bad in [[], Array(der.dropLast()), der + [0], [UInt8](repeating: 0x30, count: 100)] {
            #expect(throws: CryptoError.malformed) { _ = try X509Certificate(der: bad).der }
        }
    }
}
