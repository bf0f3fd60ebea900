import Crypto
import Testing

@Suite struct Ed25519Tests {
    /// RFC 8032, 7.1: seed, message, signature.
    private static let vectors = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ]
    private static let privatePEM = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----

        """
    private static let publicPEM = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
        -----END PUBLIC KEY-----

        """

    private func bytes(_ hexadecimal: String) throws -> [UInt8] { try #require(HexText.parse(hexadecimal)) }

    @Test("The vectors of RFC 8032, and nothing but them", arguments: vectors)
    func signs(seed: String, message: String, signature: String) throws {
        let key = try Ed25519PrivateKey(seed: bytes(seed))
        let (message, signature) = (try bytes(message), try bytes(signature))
        #expect(try key.sign(message) == signature)
        #expect(key.publicKey.isValid(signature, of: message))
        #expect(!key.publicKey.isValid(signature, of: message + [0]))
        #expect(!key.publicKey.isValid(signature.dropLast() + [signature[63] ^ 1], of: message))
        #expect(!key.publicKey.isValid(Array(signature.dropLast()), of: message))
        #expect(!key.publicKey.isValid([], of: message))
        let other = try Ed25519PrivateKey(seed: [UInt8](repeating: 7, count: 32))
        #expect(!other.publicKey.isValid(signature, of: message))
    }

    @Test("Keys are read as OpenSSL writes them; the two halves belong together")
    func readsPEM() throws {
        let key = try Ed25519PrivateKey(pem: Self.privatePEM)
        #expect(try key.sign([]) == bytes(Self.vectors[0].2))
        #expect(try Ed25519PublicKey(pem: "a comment\n" + Self.publicPEM) == key.publicKey)
    }

    @Test("What is no such key is refused")
    func refuses() throws {
        let other = try Base64.encode(PrivateKey(generating: .p256).pkcs8(), .standard)
        #expect(throws: CryptoError.wrongKey) {
            try Ed25519PrivateKey(pem: "-----BEGIN PRIVATE KEY-----\n\(other)\n-----END PRIVATE KEY-----\n")
        }
        let longer = Self.publicPEM.replacing("MCow", with: "MCsw")
        #expect(throws: CryptoError.wrongKey) { try Ed25519PublicKey(pem: longer) }
        for text in ["", "-----BEGIN PRIVATE KEY-----", Self.publicPEM] {
            #expect(throws: CryptoError.malformed) { try Ed25519PrivateKey(pem: text) }
        }
        #expect(throws: CryptoError.malformed) { try Ed25519PublicKey(pem: Self.privatePEM) }
        #expect(throws: CryptoError.malformed) { try Ed25519PrivateKey(seed: [1, 2, 3]) }
    }
}
