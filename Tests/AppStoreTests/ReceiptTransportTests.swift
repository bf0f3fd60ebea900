import Crypto
import StoreSimulator
import Testing
import WalletDomain

@testable import AppStore

/// Case V-6: what can be undone is undone before anything is judged.
@Suite struct ReceiptTransportTests {
    private let clean: String
    private let verifier = ReceiptVerifier(Forge.settings)

    init() throws {
        let entries = (1...20).map { number in
            SimulatedReceipt.Entry(
                productID: "coins_500", transactionID: "20000000000001\(number)", purchaseDate: "2026-11-10T10:00:00Z")
        }
        clean = try Forge.authority.makeReceipt(
            SimulatedReceipt(bundleID: Forge.bundleID, creationDate: "2026-11-10T10:00:05Z", entries: entries))
        // A damage that changes nothing would prove nothing.
        try #require(clean.contains("+") && clean.contains("/"))
    }

    private func count(_ text: String) throws -> Int { try verifier.verify(text, now: Forge.now).purchases.count }

    private func lines(_ length: Int, _ end: String) -> String {
        stride(from: 0, to: clean.utf8.count, by: length).map { start in
            String(decoding: Array(clean.utf8)[start..<min(start + length, clean.utf8.count)], as: UTF8.self)
        }.joined(separator: end)
    }

    @Test("every form in which transport hands on base64 is read as the clean one")
    func forms() throws {
        let percent = clean.replacing("+", with: "%2B").replacing("/", with: "%2f").replacing("=", with: "%3D")
        let url = clean.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let forms = [
            clean, lines(64, "\r\n") + "\r\n", lines(76, "\n"), clean.replacing("+", with: " "), percent,
            clean.replacing("/", with: #"\/"#), url, " \t\r\n" + clean + "\n ", clean.replacing("=", with: ""),
            Base64.encode(Array(clean.utf8), .standard),
        ]
        for form in forms { #expect(try count(form) == 20) }
    }

    @Test(
        "pluses at the very end that became spaces are restored; white space after whole groups of four is not one",
        arguments: [
            ("AAA ", "AAA+"), ("AA  ", "AA++"), ("AAA \n", "AAA+"), ("A A ", "A+A+"), ("AAAA ", "AAAA"),
            ("AAAA \n", "AAAA"), ("AAA=", "AAA="), ("AAA= ", "AAA="), (" AAAA", "AAAA"),
        ])
    func lastPluses(damaged: String, restored: String) throws {
        #expect(try ReceiptText.decode(Array(damaged.utf8)) == ReceiptText.decode(Array(restored.utf8)))
    }

    @Test(
        "what no form of base64 can be is bad encoding",
        arguments: ["", " ", "=", "%", "%2", "%zz", "no base64!", "{\"a\":1}", "éé", "a", "AAAA.BBBB", "AA=A"]
    )
    func badEncoding(text: String) {
        #expect(throws: ProofError.badEncoding) { try verifier.verify(text, now: Forge.now) }
    }

    @Test("base64 of something else is no receipt", arguments: ["hello", "{\"a\":1}", "\u{30}\u{3}abc", "0"])
    func otherContent(text: String) {
        #expect(throws: ProofError.invalidSignature(.content)) {
            try verifier.verify(Base64.encode(Array(text.utf8), .standard), now: Forge.now)
        }
    }

    @Test("too large is said before anything is parsed")
    func size() {
        let longest = String(repeating: "A", count: Limits.receiptBytesMax)
        #expect(throws: ProofError.invalidSignature(.content)) { try verifier.verify(longest, now: Forge.now) }
        #expect(throws: ProofError.tooLarge) { try verifier.verify(longest + "A", now: Forge.now) }
    }
}
