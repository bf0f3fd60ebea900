import AppStore
import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// What support looks up in the console, and sets right: proofs, Apple's word, refunds, tokens, products.
@Suite struct ConsoleSupportTests {
    private let user = ServiceFixture.unique("looked-up")

    @Test("a proof that waits is found by its user, looked at again and credited; its purchase is linked")
    func proofs() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        let (product, id) = (ServiceFixture.unique("later"), ServiceFixture.transactionID())
        let told = try await shop.submit(try shop.purchase(product, transactionID: id), for: user)
        let topup = try #require(told.text("topup"))
        let list = try await support.get("/admin/users/\(user)/proofs").html
        #expect(list.contains("/admin/proofs/\(topup)") && list.contains("Waiting"))
        let page = "/admin/proofs/\(topup)"
        #expect(try await support.get(page).html.contains("Signed transaction"))
        #expect(try await support.post(page, [("reason", ""), ("ticket", "")]).status == 400)
        let early = try await support.post(page, [("reason", "he asked"), ("ticket", "T-1")])
        #expect(early.status == 200 && early.html.contains("No pack sells the product yet."))
        try await shop.addPack(product, coins: 70)
        let looked = try await support.post(page, [("reason", "there is a pack now"), ("ticket", "")])
        #expect(looked.status == 200 && looked.html.contains("/admin/purchases/Production/\(id)"))
        #expect(try await shop.waitUntil { try await shop.available(user) == 70 })
        #expect(try await support.get("/admin/users/\(user)/acts").html.contains("Look at a proof again"))
        #expect(try await support.get("/admin/proofs/top_x").status == 404)
    }

    @Test("a token is registered; another user's is only taken by somebody who says so")
    func tokens() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        let (token, other) = (UUID().uuidString.lowercased(), ServiceFixture.unique("other"))
        func give(_ token: String, to user: String, take: Bool = false) async throws -> ConsoleVisitor.Page {
            try await support.post(
                "/admin/users/\(user)/tokens",
                [("token", token), ("reason", "a new phone"), ("ticket", "")] + (take ? [("take", "yes")] : []))
        }
        #expect(try await support.get("/admin/users/\(user)/tokens").html.contains("No tokens."))
        #expect(try await give(token, to: user).location?.hasSuffix("done=token_given") == true)
        #expect(try await support.get("/admin/users/\(user)/tokens").html.contains(token))
        #expect(try await give(token, to: user).status == 303, "his own again")
        #expect(try await give(token, to: other).status == 409)
        #expect(try await give("no-uuid", to: other).status == 400)
        #expect(try await support.get("/admin/users/\(user)/tokens").html.contains(token))
        #expect(try await give(token, to: other, take: true).status == 303)
        #expect(try await !support.get("/admin/users/\(user)/tokens").html.contains(token))
        #expect(try await support.get("/admin/users/\(other)/tokens").html.contains(token))
        #expect(try await support.get("/admin/users/\(other)/acts").html.contains("Give a token"))
    }

    @Test("a product is marked as none of ours and taken back; each mark says who and why")
    func products() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        let product = ServiceFixture.unique("foreign")
        func mark(_ notOurs: String, _ product: String) async throws -> ConsoleVisitor.Page {
            try await support.post(
                "/admin/products",
                [
                    ("bundle", ServiceFixture.bundle), ("product", product), ("not_ours", notOurs),
                    ("reason", "an old game"),
                ])
        }
        #expect(try await mark("yes", product).location == "/admin/products?done=product_marked")
        let refused = try await shop.submit(try shop.purchase(product), for: user)
        #expect(refused.code == "product_not_ours")
        let prefilled = try await support.get("/admin/products?bundle=\(ServiceFixture.bundle)&product=\(product)")
        #expect(prefilled.html.contains("value=\"\(product)\""))
        #expect(try await mark("no", product).status == 303)
        #expect(try await mark("perhaps", product).status == 400)
        #expect(try await mark("yes", "not a product").status == 400)
        let ours = try await shop.addPack(ServiceFixture.unique("coins"), coins: 10)
        #expect(try await mark("yes", ours).status == 409, "a pack sells it")
        var (path, found): (String?, Bool) = ("/admin/products", false)
        while let page = path, !found {
            let html = try await support.get(page).html
            found = html.contains(product) && html.contains("an old game")
            path = html.firstMatch(of: #/href="([^"]*)" rel="next"/#).map {
                String($0.1).replacing("&amp;", with: "&")
            }
        }
        #expect(found)
    }
}

extension ConsoleSupportTests {
    /// A purchase that Apple refunds, as its newest word says.
    private func refund(_ shop: ServiceFixture) async throws -> String {
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let id = ServiceFixture.transactionID()
        _ = try await shop.submit(try shop.purchase(product, transactionID: id), for: user)
        let jws = try shop.purchase(product, transactionID: id) {
            $0.signedDate = $0.purchaseDate + 60_000
            $0.revocationDate = $0.purchaseDate + 1_000
            $0.revocationType = "REFUND_FULL"
            $0.revocationPercentage = 100_000
        }
        let settings = AppStoreSettings(
            appIDs: [ServiceFixture.bundle: nil],
            anchors: TrustAnchors.apple.adding(shop.authority.rootFingerprints))
        let proof = Proof.signedTransaction(jws)
        let later = Instant(Date()).adding(milliseconds: 120_000)
        let purchase = try #require(try ProofVerifier(settings).verify(proof, now: later).first)
        let caller = try await shop.ledger.keys.caller(named: "console-tests")
        _ = try await shop.service.rooms.topups.hear(
            purchase, proof: Evidence.proof(proof).stored, caller: caller)
        return id
    }

    @Test("a refund is found by Apple's number, by its days and by its user, and leads to the purchase")
    func refunds() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        let id = try await refund(shop)
        let link = "/admin/purchases/Production/\(id)"
        let byNumber = try await support.get("/admin/refunds?transaction=\(id)&from=2020-01-01&to=2020-01-02").html
        #expect(byNumber.contains(link) && byNumber.contains("Refunded") && byNumber.contains("No refunds in these"))
        let byUser = try await support.get("/admin/refunds?user=\(user)")
        #expect(byUser.status == 200 && byUser.html.contains(link) && byUser.html.contains(user))
        let elsewhere = try await support.get("/admin/refunds?user=\(user)&environment=Sandbox").html
        #expect(!elsewhere.contains(link))
        let before = try await support.get("/admin/refunds?user=\(user)&from=2020-01-01&to=2020-12-30").html
        #expect(!before.contains(link))
        #expect(try await support.get("/admin/refunds?transaction=123").html.contains("Nobody brought a purchase"))
        for wrong in ["transaction=x", "from=x", "from=2026-02-02&to=2026-02-01", "cursor=x", "no=1"] {
            #expect(try await support.get("/admin/refunds?\(wrong)").status >= 400, "\(wrong)")
        }
        #expect(try await support.get("/admin/users/\(user)/refunds").html.contains(link))
    }
}
