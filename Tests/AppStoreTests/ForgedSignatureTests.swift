import AppStore
import Crypto
import StoreSimulator
import Testing
import WalletDomain

/// The chain is good; signature, segments or content are not.
@Suite struct ForgedSignatureTests {
    private let segments: [String]

    init() throws {
        let token = try Forge.authority.sign(Forge.transaction())
        segments = token.split(separator: ".").map(String.init)
    }

    private func fault(signature: [UInt8]) -> ProofError? {
        Forge.fault(segments[0] + "." + segments[1] + "." + Base64.encode(signature, .url))
    }

    @Test("the signature is 64 bytes by the leaf's key over these bytes")
    func signatures() throws {
        let good = try #require(Base64.decode(segments[2], .url))
        #expect(fault(signature: good) == nil)
        var flipped = good
        flipped[40] ^= 1
        let message = Array((segments[0] + "." + segments[1]).utf8)
        let der = try PrivateKey(der: Forge.authority.signedData.leafKey).sign(message)
        let foreign = try PrivateKey(der: Forge.stranger.signedData.leafKey).signES256(message)
        let zero = [UInt8](repeating: 0, count: 64)
        let swapped = Array(good[32...] + good[..<32])
        for bad in [flipped, Array(good.dropLast()), good + [0], der, foreign, zero, swapped, []] {
            #expect(fault(signature: bad) == .invalidSignature(.signature))
        }
    }

    @Test("a payload that was edited after signing is refused")
    func edited() throws {
        let richer = try Forge.payload(Forge.transaction { $0.quantity = 10 })
        let token = segments[0] + "." + Base64.encode(richer, .url) + "." + segments[2]
        #expect(Forge.fault(token) == .invalidSignature(.signature))
    }

    @Test("three segments of base64url without padding")
    func form() {
        let token = segments.joined(separator: ".")
        let bad = [
            "", ".", "..", "...", "a.b.c", token + ".", token + "=", "." + token, segments[0] + "." + segments[1],
            token + "." + segments[2], token.replacing(".", with: ". "), String(token.dropLast(43)) + "\u{0}",
            segments[0] + "==." + segments[1] + "." + segments[2], "é.é.é",
        ]
        for text in bad { #expect(Forge.fault(text) != nil) }
        #expect(Forge.fault("") == .badEncoding)
        #expect(Forge.fault(token + "=") == .badEncoding)
    }

    @Test("too large is said before anything is parsed")
    func size() throws {
        let longest = String(repeating: "a", count: Limits.signedTransactionBytesMax)
        #expect(Forge.fault(longest) == .badEncoding)
        #expect(Forge.fault(longest + "a") == .tooLarge)
    }

    @Test("the payload is one JSON object without repeated members", arguments: ["[]", "1", "", "{", "null", "{}{}"])
    func content(text: String) throws {
        let token = try Forge.authority.sign(payload: Array(text.utf8))
        #expect(Forge.fault(token) == .invalidSignature(.content))
        var repeated = try Forge.payload()
        repeated.replaceSubrange(0..<1, with: Array(#"{"quantity":1000,"#.utf8))
        #expect(Forge.fault(try Forge.authority.sign(payload: repeated)) == .invalidSignature(.content))
    }

    @Test("signed ahead of our clock by minutes is a wrong clock, by seconds it is not")
    func clock() throws {
        let token = try Forge.authority.sign(Forge.transaction())
        let edge = Forge.now.adding(milliseconds: -Limits.signedAheadMs)
        #expect(Forge.fault(token, now: edge) == nil)
        #expect(Forge.fault(token, now: edge.adding(milliseconds: -1)) == .clockAhead)
    }
}
