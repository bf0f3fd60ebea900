import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// Pages over what is there: figures agree with the API, lists lead on, texts of others stay texts.
@Suite struct ConsolePageTests {
    private static let payload = "<script>alert('x')</script>"

    /// A user with a purchase, spends, a hold, a grant and an item whose title wants to be a script.
    private static func story(_ shop: ServiceFixture) async throws -> (user: String, item: String, transaction: String)
    {
        let user = ServiceFixture.unique("story")
        let product = try await shop.addPack(ServiceFixture.unique("com.example.story"), coins: 500, bonus: 50)
        let transaction = ServiceFixture.transactionID()
        let told = try await shop.submit(try shop.purchase(product, transactionID: transaction), for: user)
        try #require(told.status == 200)
        let item = try await shop.addItem(price: 3)
        _ = try await shop.call(
            .put, "/v1/admin/items/\(item)",
            #"{"title":"\#(payload)","kind":"repeatable","state":"published","reason":"test"}"#)
        for _ in 0..<60 { #expect(try await shop.spend(item, for: user, price: 3).status == 200) }
        _ = try await shop.grant(5, to: user)
        return (user, item, transaction)
    }

    @Test("every page about a story is there in both languages, and nothing in it is a script")
    func pages() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        let story = try await Self.story(shop)
        let spends = try await shop.get("/v1/wallets/\(story.user)/entries").list("entries")
        let spend = try spends.first { try $0.text("kind") == "spent" }?.text("operation") ?? ""
        let paths = [
            "/admin", "/admin/journal", "/admin/users", "/admin/users?user=\(story.user)", "/admin/users/\(story.user)",
            "/admin/users/\(story.user)/entries", "/admin/users/\(story.user)/lots",
            "/admin/users/\(story.user)/lots/1", "/admin/users/\(story.user)/purchases",
            "/admin/users/\(story.user)/holds", "/admin/users/\(story.user)/ownerships", "/admin/spends/\(spend)",
            "/admin/purchases/Production/\(story.transaction)", "/admin/unattributed", "/admin/items",
            "/admin/items/\(story.item)", "/admin/new/item", "/admin/packs", "/admin/new/pack", "/admin/account",
            "/admin/people", "/admin/keys", "/admin/audit", "/admin/step-up", "/admin/login",
            "/admin/users/\(story.user)/refunds", "/admin/users/\(story.user)/proofs",
            "/admin/users/\(story.user)/events", "/admin/users/\(story.user)/tokens",
            "/admin/users/\(story.user)/acts", "/admin/approvals", "/admin/approvals?state=done", "/admin/refunds",
            "/admin/refunds?transaction=\(story.transaction)", "/admin/products", "/admin/exports",
            "/admin/reports", "/admin/books", "/admin/unpriced", "/admin/periods", "/admin/books/apple",
            "/admin/books/apple/payments", "/admin/books/apple/fiscal-years",
        ]
        for path in paths {
            for language in Language.allCases {
                let page = try await owner.get(path, [("Accept-Language", language.rawValue)])
                #expect(page.status == 200, "\(path): \(page.html.suffix(600))")
                #expect(page.html.contains("<html lang=\"\(language.rawValue)\">"), "\(path)")
                #expect(page.html.contains("<main") && page.html.contains("<h1>"), "\(path)")
                #expect(!page.html.contains("<script>"), "\(path)")
                #expect(page.html.contains(shop.service.rooms.consoleZone.identifier), "the zone is on every page")
            }
        }
        let item = try await owner.get("/admin/items/\(story.item)").html
        #expect(item.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"))
    }

    @Test("a user id that is markup is a text, and found")
    func strangeUser() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.support, shop)
        let user = "\"><img src=x>/\(ServiceFixture.unique("u"))"
        let page = try await owner.get("/admin/users/\(Link.encoded(user))")
        #expect(page.status == 200)
        #expect(!page.html.contains("<img"))
        #expect(page.html.contains("&quot;&gt;&lt;img src=x&gt;/"))
    }

    @Test("a long list goes on where the page before ended, and the address says where it is")
    func paging() async throws {
        let shop = try await ServiceFixture.shared
        let viewer = try await ConsoleVisitor.admin(.viewer, shop)
        let story = try await Self.story(shop)
        for start in ["/admin/users/\(story.user)/entries", "/admin/journal?item=\(story.item)&kinds=spends"] {
            var path: String? = start
            var sequences: [String] = []
            for _ in 0..<5 {
                guard let current = path else { break }
                let html = try await viewer.get(current).html
                sequences += html.matches(of: #/<span class="under">#(\d+)</span></th>/#).map { String($0.1) }
                path = html.firstMatch(of: #/href="([^"]*)" rel="next"/#).map {
                    String($0.1).replacing("&amp;", with: "&")
                }
            }
            #expect(sequences.count >= 60, "\(start)")
            #expect(Set(sequences).count == sequences.count, "no row twice: \(start)")
        }
        #expect(try await viewer.get("/admin/journal?cursor=forged").status == 400)
    }

    @Test("the overview's figures are those of the journal")
    func overview() async throws {
        let shop = try await ServiceFixture()
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        _ = try await Self.story(shop)
        let html = try await owner.get("/admin").html
        let tiles = html.matches(of: #/tile-figure"[^>]*>([^<]*)</#).map { String($0.1) }
        #expect(tiles == ["500", "180", "0", "375", "0"], "sold, spent, refunded, outstanding, debt: \(tiles)")
        #expect(html.contains("kinds=sales"), "figures lead to their rows")
        #expect(html.contains("<svg") && html.contains("<caption"), "a picture and its table")
    }

    @Test("periods that are none are refused")
    func periods() async throws {
        let viewer = try await ConsoleVisitor.admin(.viewer, try await ServiceFixture.shared)
        for query in [
            "from=2026-02-30", "from=2026-03-02&to=2026-03-01", "from=2020-01-01&to=2026-01-01", "from=x", "x=1",
        ] {
            #expect(try await viewer.get("/admin?\(query)").status == 400, "\(query)")
        }
        #expect(try await viewer.get("/admin?from=2026-01-01&to=2026-12-31&environment=Sandbox").status == 200)
    }

    @Test("people are told in pages what programs are told in problems")
    func refusals() async throws {
        let owner = try await ConsoleVisitor.admin(.owner, try await ServiceFixture.shared)
        let page = try await owner.get("/admin/items/no-such-item", [("Accept-Language", "zh")])
        #expect(page.status == 404)
        #expect(page.html.contains("没有该商品"))
        #expect(try await owner.get("/admin/nowhere").status == 404)
        #expect(try await owner.post("/admin").status == 405)
    }
}
