import Crypto
import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

@Suite struct KeptSealTests {
    private static let text = """
        seal 12 of 2026-11-30T11:00:00.000000Z
        root 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff
        """
    private let key: Ed25519PrivateKey

    init() throws { key = try Ed25519PrivateKey(seed: [UInt8](repeating: 7, count: 32)) }

    /// As `coffer seal` prints it with the key.
    private func signed() throws -> String { try KeptSeal(KeptSeal(text: Self.text), key: key).text }

    @Test("What is printed is read back, signed or not")
    func readsBack() throws {
        let plain = try KeptSeal(text: Self.text)
        #expect(plain.number == 12 && plain.root.count == 32 && plain.signature == nil)
        #expect(plain.text == Self.text)
        let text = try signed()
        #expect(text.hasPrefix(Self.text + "\nkey \(key.publicKey.id)\nsignature "))
        let read = try KeptSeal(text: text + "\n\n")
        #expect(read.text == text && read.root == plain.root)
        try read.check(key.publicKey)
    }

    @Test("The signature is of the lines before it, so that other tools can check it")
    func message() throws {
        let lines = try signed().split(separator: "\n")
        let signature = try #require(HexText.parse(String(lines[3].dropFirst("signature ".count))))
        let message = lines[..<3].map { $0 + "\n" }.joined()
        #expect(key.publicKey.isValid(signature, of: Array(message.utf8)))
    }

    @Test(
        "A kept seal that was changed is found out",
        arguments: [("seal 12", "seal 13"), ("11:00:00", "11:00:01"), ("root 00", "root 01")])
    func forged(from: String, to: String) throws {
        let changed = try KeptSeal(text: signed().replacing(from, with: to))
        #expect(throws: KeptSeal.Fault.forged) { try changed.check(key.publicKey) }
    }

    @Test("Unsigned, and signed with another key, are told apart from forged")
    func otherKeys() throws {
        let other = try Ed25519PrivateKey(seed: [UInt8](repeating: 8, count: 32))
        let plain = try KeptSeal(text: Self.text)
        #expect(throws: KeptSeal.Fault.unsigned) { try plain.check(key.publicKey) }
        let read = try KeptSeal(text: signed())
        #expect(throws: KeptSeal.Fault.otherKey(key.publicKey.id)) { try read.check(other.publicKey) }
        let relabelled = try KeptSeal(text: signed().replacing(key.publicKey.id, with: other.publicKey.id))
        #expect(throws: KeptSeal.Fault.forged) { try relabelled.check(other.publicKey) }
    }

    @Test(
        "What coffer seal does not print is no seal",
        arguments: [
            "", "seal 12 of 2026-11-30T11:00:00.000000Z", "root 0011\nseal 1 of 2026-11-30T11:00:00Z",
            text.replacing("seal 12", with: "seal x"), text.replacing("root 00", with: "root 0"),
            text.replacing("root", with: "boot"), text + "\nkey 00", text + "\nkey 00\nsignature 00",
            text + "\nkey 00\nsignature 00\nmore",
        ])
    func unreadable(text: String) {
        #expect(throws: KeptSeal.Fault.unreadable) { try KeptSeal(text: text) }
    }
}
