import Crypto
import Testing

@Suite struct Base64Tests {
    @Test(
        "the values of RFC 4648, both ways",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(plain: String, encoded: String) {
        let unpadded = encoded.filter { $0 != "=" }
        #expect(Base64.encode(Array(plain.utf8), .standard) == encoded)
        #expect(Base64.encode(Array(plain.utf8), .url) == unpadded)
        #expect(Base64.decode(encoded, .standard) == Array(plain.utf8))
        #expect(Base64.decode(unpadded, .url) == Array(plain.utf8))
    }

    @Test("the two alphabets differ in two characters")
    func alphabets() {
        #expect(Base64.encode([0xFB, 0xEF, 0xFF], .standard) == "++//")
        #expect(Base64.encode([0xFB, 0xEF, 0xFF], .url) == "--__")
        #expect(Base64.decode("++//", .url) == nil)
        #expect(Base64.decode("--__", .standard) == nil)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "Zg", "Zg=", "Zg===", "Z", "Zm9v\n", " Zm9v", "Zm 9v", "Zh==", "Zm9=", "====", "=", "Zm9v====", "Zm=v",
        ]
    )
    func refusesStandard(text: String) {
        #expect(Base64.decode(text, .standard) == nil)
    }

    @Test(
        "the url form takes neither padding nor bits left over",
        arguments: ["Zg==", "Zm8=", "Z", "Zh", "Zm9", "Zm9v\n"])
    func refusesURL(text: String) {
        #expect(Base64.decode(text, .url) == nil)
    }

    @Test("every length survives a round trip")
    func roundTrip() {
        for count in 0..<200 {
            let bytes = randomBytes(count)
            #expect(Base64.decode(Base64.encode(bytes, .standard), .standard) == bytes)
            #expect(Base64.decode(Base64.encode(bytes, .url), .url) == bytes)
        }
    }
}
