import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletServer

/// Cases V-1 … V-9 as far as proofs are judged offline.
@Suite struct ProofCases {
    @Test("V-1: a reviewer's sandbox purchase is credited once and buys a course; the real wallet stays empty")
    func reviewer() async throws {
        let shop = try await ServiceFixture.shared
        let reviewer = ServiceFixture.unique("reviewer")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let course = try await shop.addItem(price: 60)
        try await shop.makeTester(reviewer)
        let proof = try shop.purchase(product, environment: "Sandbox")
        let first = try await shop.submit(proof, for: reviewer)
        #expect(first.status == 200)
        #expect(first.states == ["credited"])
        #expect(try first.purchases.first?.text("environment") == "Sandbox")
        #expect(try await shop.spend(course, for: reviewer, price: 60).status == 200)
        #expect(try await shop.submit(proof, for: reviewer).states == ["already_credited"])
        #expect(try await shop.available(reviewer) == 40)
        #expect(try await shop.wallet(reviewer, "?environment=production").number("available") == 0)
    }

    @Test("a tester's production purchase goes to the production wallet, and the answer says so")
    func testersRealPurchase() async throws {
        let shop = try await ServiceFixture.shared
        let tester = ServiceFixture.unique("tester")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        try await shop.makeTester(tester)
        let told = try await shop.submit(try shop.purchase(product), for: tester)
        #expect(try told.purchases.first?.text("environment") == "Production")
        #expect(try await shop.available(tester) == 0)
        #expect(try await shop.wallet(tester, "?environment=Production").number("available") == 100)
    }

    @Test("V-2: an ordinary user's sandbox purchase is refused for good, before any question of ownership")
    func ordinary() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("user")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 550)
        let told = try await shop.submit(
            try shop.purchase(product, environment: "Sandbox", token: UUID().uuidString), for: user)
        #expect(told.status == 409)
        #expect(told.code == "sandbox_not_allowed")
        #expect(told.flag("finish") == true)
        #expect(told.states == ["refused"])
        #expect(try await shop.available(user) == 0)
        #expect(try await shop.wallet(user, "?environment=Sandbox").number("available") == 0)
        let transaction = try #require(try told.purchases.first?.text("transaction_id"))
        #expect(
            try await shop.logs("purchase refused", "sandbox_not_allowed", #""environment":"Sandbox""#, transaction))
        let course = try await shop.addItem(price: 1)
        #expect(try await shop.spend(course, for: user, price: 1).code == "insufficient_coins")
    }

    @Test("V-3: forged transactions are 422 invalid_signature, leave nothing, and the control is credited")
    func forged() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("user")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 550)
        let control = try shop.purchase(product)
        let parts = control.split(separator: ".").map(String.init)
        let edited = Data("{\"productId\":\"other\"}".utf8).base64EncodedString().replacing("=", with: "")
        let none = Data("{\"alg\":\"none\"}".utf8).base64EncodedString().replacing("=", with: "")
        let stranger = try TestAuthority.create()
        let forgeries = [
            "\(parts[0]).\(edited).\(parts[2])", "\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])",
            try stranger.sign(payload: Array(#"{"transactionId":"1"}"#.utf8)),
        ]
        for forgery in forgeries {
            let told = try await shop.submit(forgery, for: user)
            #expect(told.status == 422 || told.code == "bad_encoding")
            #expect(["invalid_signature", "bad_encoding"].contains(told.code))
            #expect(told.flag("finish") == false)
        }
        #expect(try await shop.get("/v1/wallets/\(user)/entries").list("entries").isEmpty)
        #expect(try await shop.submit(control, for: user).states == ["credited"])
    }

    @Test("V-4: proof of another app is refused for good, a broken receipt and a bare id credit nobody")
    func otherApp() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("user")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let transaction = ServiceFixture.transactionID()
        let foreign = try shop.purchase(product, transactionID: transaction) { $0.bundleId = "com.other.app" }
        let told = try await shop.submit(foreign, for: user)
        #expect(told.status == 422)
        #expect(told.code == "wrong_app")
        #expect(told.flag("finish") == true)
        let receipt = try shop.makeReceipt([shop.entry(product)], bundle: "com.other.app")
        #expect(try await shop.submit(receipt: receipt, for: user).code == "wrong_app")
        let broken = try Self.brokenReceipt(shop, product, transaction)
        let refused = try await shop.submit(receipt: broken, for: user)
        #expect(refused.status == 422)
        #expect(refused.code == "invalid_signature")
        let bare = try await shop.call(
            .post, "/v1/topups", #"{"user":"\#(user)","transaction_id":"\#(transaction)"}"#)
        #expect(bare.status == 400)
        #expect(bare.code == "lookup_unavailable")
        #expect(bare.flag("finish") == false)
        #expect(try await shop.available(user) == 0)
        // Nothing was claimed: the buyer's own proof is credited.
        let own = try shop.purchase(product, transactionID: transaction)
        #expect(try await shop.submit(own, for: ServiceFixture.unique("buyer")).states == ["credited"])
    }

    @Test("V-6: a receipt damaged in transport is repaired and credited once; what is no base64 is bad_encoding")
    func damaged() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("user")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 10)
        let damages: [(String) -> String] = [
            { Self.lines($0, every: 64, "\\r\\n") }, { Self.lines($0, every: 76, "\\n") },
            { $0.replacing("+", with: " ") },
            { $0.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D") },
            { $0.replacing("/", with: "\\/") },
            { $0.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "") },
            { "  \\n" + $0 + " \\t" }, { Data($0.utf8).base64EncodedString() },
        ]
        for damage in damages {
            // A last '+' that became a space cannot be told from white space around the text.
            var clean = "+"
            while clean.hasSuffix("+") { clean = try shop.makeReceipt([shop.entry(product)]) }
            let receipt = damage(clean)
            #expect(try await shop.submit(receipt: receipt, for: user).states == ["credited"])
            #expect(try await shop.submit(receipt: clean, for: user).states == ["already_credited"])
        }
        #expect(try await shop.available(user) == Int64(10 * damages.count))
        let noBase64 = try await shop.submit(receipt: "this is *not* base64", for: user)
        #expect(noBase64.status == 400)
        #expect(noBase64.code == "bad_encoding")
        let noReceipt = try await shop.submit(receipt: "aGVsbG8gd29ybGQ=", for: user)
        #expect([400, 422].contains(noReceipt.status))
    }

    /// Holds somebody's transaction id under a signature that does not hold: its last byte is another one.
    private static func brokenReceipt(
        _ shop: ServiceFixture, _ product: String, _ transaction: String
    ) throws -> String {
        var entry = shop.entry(product)
        entry.transactionID = transaction
        var der = try #require(Data(base64Encoded: shop.makeReceipt([entry])))
        der[der.count - 1] ^= 1
        return der.base64EncodedString()
    }

    private static func lines(_ text: String, every width: Int, _ mark: String) -> String {
        stride(from: 0, to: text.count, by: width).map { text.dropFirst($0).prefix(width) }.joined(separator: mark)
    }

    @Test("V-7: a genuine receipt without purchase is 409 nothing_to_credit and blocks nobody")
    func empty() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("user")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        // The second lists the app's own download only.
        for entries in [[], [shop.entry(ServiceFixture.bundle)]] {
            let told = try await shop.submit(receipt: try shop.makeReceipt(entries), for: user)
            #expect(told.status == 409)
            #expect(told.code == "nothing_to_credit")
            #expect(told.flag("finish") == false)
            #expect(told.text("detail")?.contains("Refresh the receipt") == true)
            #expect(told.purchases.isEmpty)
        }
        #expect(try await shop.get("/v1/wallets/\(user)/entries").list("entries").isEmpty)
        let refreshed = try await shop.submit(receipt: try shop.makeReceipt([shop.entry(product)]), for: user)
        #expect(refreshed.states == ["credited"])
    }

    @Test("V-8: quantity multiplies in both formats; an impossible one is held for review")
    func quantity() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("user")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100, bonus: 5)
        _ = try await shop.submit(try shop.purchase(product) { $0.quantity = 3 }, for: user)
        #expect(try await shop.available(user) == 315)
        _ = try await shop.submit(receipt: try shop.makeReceipt([shop.entry(product, quantity: 3)]), for: user)
        #expect(try await shop.available(user) == 630)
        _ = try await shop.submit(try shop.purchase(product) { $0.quantity = nil }, for: user)
        #expect(try await shop.available(user) == 735)
        for impossible in [0, -1, 1_000] {
            let told = try await shop.submit(try shop.purchase(product) { $0.quantity = impossible }, for: user)
            #expect(told.status == 202)
            #expect(told.flag("finish") == false)
            #expect(try told.purchases.first?.text("reason") == "held_for_review")
            let transaction = try #require(try told.purchases.first?.text("transaction_id"))
            #expect(try await shop.logs("purchase waits", "held_for_review", transaction))
        }
        #expect(try await shop.available(user) == 735)
    }

    @Test("V-9: a receipt of 1.5 MB is processed; 50 MB are refused before they are read")
    func large() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("user")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 1)
        let other = ServiceFixture.unique("subscription")
        let entries = (0..<9_000).map { _ in shop.entry(other) } + [shop.entry(product)]
        let receipt = try shop.makeReceipt(entries)
        #expect(receipt.utf8.count > 1_400_000)
        let told = try await shop.submit(receipt: receipt, for: user)
        #expect(told.status == 202, "unknown products wait, the known one is credited")
        #expect(told.states.filter { $0 == "credited" }.count == 1)
        #expect(try await shop.available(user) == 1)
        let huge = String(repeating: "A", count: 50 * 1_024 * 1_024)
        do {
            let refused = try await shop.submit(receipt: huge, for: user)
            #expect(refused.status == 413)
            #expect(refused.code == "body_too_large")
        } catch {
            // The answer came before the body was sent, and the client saw the closed connection first.
        }
    }
}
