import AppStore
import Crypto
import StoreSimulator
import TestSupport
import Testing
import WalletDomain

/// Our verifier and Apple's library judge the same tokens. They agree, apart from rows of decision 0004.
@Suite(.enabled(if: OracleProcess.isPresent, Comment(rawValue: OracleProcess.absent)))
struct DifferentialTests {
    private static let tokensCount = 3_000

    @Test("thousands of generated tokens get one verdict from both")
    func agreement() async throws {
        var generator = try TokenGenerator(trusted: Forge.authority.signedData)
        let tokens = try (0..<Self.tokensCount).map { _ in try generator.next() }
        let answers = try await AppleOracle.judge(
            tokens.map(\.text), roots: generator.roots, bundleID: Forge.bundleID)
        let pinned = Set(generator.roots.map { Fingerprint(ofCertificate: $0) })
        let verifier = SignedTransactionVerifier(
            AppStoreSettings(appIDs: [Forge.bundleID: nil], anchors: TrustAnchors.apple.adding(pinned)))
        var (accepted, refused, differing) = (0, 0, [String: Int]())
        for (token, answer) in zip(tokens, answers) {
            let ours = try? verifier.verify(token.text, now: Forge.now)
            let appleAccepts = try answer.text("verdict") == "OK"
            if (ours != nil) == appleAccepts {
                if let ours { try compare(ours, answer.object("claims")) }
                if appleAccepts { accepted += 1 } else { refused += 1 }
            } else if let reason = token.mayDiffer {
                differing[reason, default: 0] += 1
            } else {
                Issue.record("\(token.how): ours \(ours != nil), Apple's \(try answer.text("verdict")): \(token.text)")
            }
        }
        print("differential: \(accepted) accepted and \(refused) refused by both, by choice: \(differing)")
        #expect(accepted > Self.tokensCount / 10 && refused > Self.tokensCount / 10)
    }

    private func compare(_ purchase: Purchase, _ claims: JSONObject) throws {
        #expect(claims["transactionId"] == .text(purchase.transactionID.text))
        #expect(claims["productId"] == .text(purchase.productID))
        #expect(claims["bundleId"] == .text(purchase.bundleID))
        // A moment that cannot be counted in microseconds becomes the last one that can.
        #expect(Instant(milliseconds: try claims.integer("purchaseDate")) == purchase.purchasedAt)
        if let quantity = purchase.quantity, claims["quantity"] != .null {
            #expect(claims["quantity"] == .integer(Int64(quantity)))
        }
        if let price = purchase.price { #expect(claims["price"] == .integer(price.milliunits)) }
    }
}
