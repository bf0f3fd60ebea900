import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletServer

/// What support looks up, and what it sets right.
@Suite struct LookCases {
    private let user = ServiceFixture.unique("wanted")

    private func find(_ shop: ServiceFixture, _ text: String) async throws -> [String] {
        let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let told = try await shop.get("/v1/admin/users?q=\(query)")
        #expect(told.status == 200)
        return try told.list("users").map { try $0.text("user") }
    }

    @Test("A user is found by the id, its beginning, the wallet, an order, a token, any operation and Apple's number")
    func find() async throws {
        let shop = try await ServiceFixture.shared
        let token = UUID().uuidString.lowercased()
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let order = try #require(
            try await shop.call(
                .post, "/v1/orders",
                #"{"user":"\#(user)","pack":"pack-\#(product)","app_account_token":"\#(token)"}"#
            ).text("order"))
        let id = ServiceFixture.transactionID()
        _ = try await shop.submit(try shop.purchase(product, transactionID: id), for: user)
        let item = try await shop.addItem(price: 10)
        let spend = try #require(try await shop.spend(item, for: user, price: 10).text("spend"))
        let page = try await shop.get("/v1/admin/users/\(user)")
        let wallet = try #require(try page.list("wallets").first?.text("wallet"))
        for text in [user, String(user.dropLast()), order, token, token.uppercased(), id, spend, wallet] {
            #expect(try await find(shop, text).contains(user), "\(text)")
        }
        #expect(try await find(shop, "nobody-is-called-so").isEmpty)
        #expect(try await shop.get("/v1/admin/users").code == "malformed")
        #expect(page.text("consumption_consent") == "never_asked" && page.number("orders") == 1)
        #expect(try page.list("tokens").map { try $0.text("app_account_token") } == [token])
        #expect(try page.list("wallets").first?.object("balance").integer("available") == 90)
        #expect(try page.list("wallets").first?.object("counts").integer("purchases") == 1)
        #expect(try await shop.get("/v1/admin/users/nobody-is-called-so").code == "user_not_found")
    }

    @Test("Lists page without losing their place; erased users are found by nothing")
    func pages() async throws {
        let shop = try await ServiceFixture.shared
        let prefix = ServiceFixture.unique("page-of")
        for number in 0..<5 { _ = try await shop.grant(1, to: "\(prefix)-\(number)") }
        var (seen, cursor): ([String], String?) = ([], "")
        while let place = cursor {
            let more = place.isEmpty ? "" : "&cursor=\(place)"
            let told = try await shop.get("/v1/admin/users?q=\(prefix)&limit=2\(more)")
            seen += try told.list("users").map { try $0.text("user") }
            cursor = told.text("next_cursor")
        }
        #expect(seen == (0..<5).map { "\(prefix)-\($0)" })
        #expect(try await shop.get("/v1/admin/users?q=other&cursor=AAAA").code == "bad_cursor")
        _ = try await shop.call(.post, "/v1/users/\(prefix)-3/erase")
        #expect(try await find(shop, prefix).count == 4)
        #expect(try await shop.get("/v1/admin/users/\(prefix)-3").code == "user_erased")
    }

    @Test("Spends with what came back of them, proofs with their states, page by page")
    func lists() async throws {
        let shop = try await ServiceFixture.shared
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        _ = try await shop.submit(try shop.purchase(product), for: user)
        let unknown = ServiceFixture.unique("unknown")
        let pending = try await shop.submit(try shop.purchase(unknown), for: user)
        #expect(pending.status == 202)
        let item = try await shop.addItem(price: 10)
        for _ in 0..<3 { _ = try await shop.spend(item, for: user, price: 10) }
        let all = try await shop.get("/v1/admin/wallets/\(user)/spends").list("spends")
        let first = try #require(try all.first?.text("spend"))
        _ = try await shop.call(
            .post, "/v1/spends/\(first)/undo", #"{"amount":4}"#,
            headers: [("Idempotency-Key", ServiceFixture.unique("u"))])
        var (undone, cursor): ([Int64], String?) = ([], "")
        while let place = cursor {
            let more = place.isEmpty ? "" : "&cursor=\(place)"
            let told = try await shop.get("/v1/admin/wallets/\(user)/spends?limit=1\(more)")
            undone += try told.list("spends").map { try $0.integer("undone") }
            cursor = told.text("next_cursor")
        }
        #expect(undone == [4, 0, 0])
        let proofs = try await shop.get("/v1/admin/wallets/\(user)/proofs").list("proofs")
        #expect(try proofs.map { try $0.text("state") } == ["pending", "credited"])
        #expect(try proofs.first?.text("topup") == pending.text("topup"))
        for list in ["spends", "proofs", "refunds", "events", "acts"] {
            let empty = try await shop.get("/v1/admin/wallets/nobody-\(user)/\(list)")
            #expect(empty.status == 200 && empty.list(list).isEmpty, "\(list)")
            #expect(try await shop.get("/v1/admin/wallets/\(user)/\(list)?cursor=x").code == "bad_cursor", "\(list)")
        }
    }

    @Test("A product that is none of ours: what waits for its pack is refused by name; a retry later credits it")
    func products() async throws {
        let shop = try await ServiceFixture.shared
        let product = ServiceFixture.unique("foreign")
        let topup = try #require(try await shop.submit(try shop.purchase(product), for: user).text("topup"))
        func mark(_ isForeign: Bool) async throws -> Told {
            try await shop.call(
                .put, "/v1/admin/products/\(ServiceFixture.bundle)/\(product)",
                #"{"not_ours":\#(isForeign),"reason":"an old game"}"#)
        }
        #expect(try await mark(true).flag("not_ours") == true)
        let refused = try await shop.submit(try shop.purchase(product), for: user)
        #expect(refused.status == 422 && refused.code == "product_not_ours" && refused.flag("finish") == true)
        #expect(
            try await shop.waitUntil {
                try await shop.get("/v1/admin/wallets/\(user)/proofs").list("proofs").allSatisfy {
                    try $0.text("state") == "refused"
                }
            })
        #expect(try await mark(false).flag("not_ours") == false)
        let marks = try await shop.get("/v1/admin/products?limit=500").list("products")
        #expect(try marks.contains { try $0.text("product") == product && !$0.boolean("not_ours") })
        try await shop.addPack(product, coins: 70)
        let retried = try await shop.act("proofs/\(topup)/retry", #"{"reason":"it is ours"}"#)
        // The job may have been faster.
        #expect(retried.status == 200 && [["credited"], ["already_credited"]].contains(retried.states))
        #expect(try await shop.available(user) == 70)
        #expect(try await mark(true).code == "product_taken")
        #expect(try await shop.act("proofs/top_x/retry", #"{"reason":"r"}"#).code == "topup_not_found")
    }

    @Test("A token that is moved takes what waits for it along; what was credited stays")
    func tokens() async throws {
        let shop = try await ServiceFixture.shared
        let (token, other) = (UUID().uuidString.lowercased(), ServiceFixture.unique("other"))
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 10)
        func move(_ user: String) async throws -> Told {
            try await shop.act("tokens/\(token)/move", #"{"user":"\#(user)","reason":"his phone"}"#)
        }
        let waiting = try await shop.submit(try shop.purchase(product, token: token), for: user)
        #expect(waiting.status == 202)
        #expect(try await move(user).text("outcome") == "registered")
        #expect(try await shop.waitUntil { try await shop.available(user) == 10 })
        #expect(try await move(other).text("outcome") == "moved")
        #expect(try await move(other).text("outcome") == "unchanged")
        let later = try await shop.submit(try shop.purchase(product, token: token), for: user)
        #expect(later.code == "purchase_belongs_to_another_user")
        #expect(try await shop.available(user) == 10)
        #expect(try await shop.available(other) == 10)
        let acts = try await shop.get("/v1/admin/wallets/\(other)/acts").list("acts")
        #expect(try acts.map { try $0.text("action") } == ["move_token"])
    }

    @Test("A note is a record about the user, until the user is erased")
    func notes() async throws {
        let shop = try await ServiceFixture.shared
        let note = ServiceFixture.unique("called twice")
        let told = try await shop.call(.post, "/v1/admin/users/\(user)/notes", #"{"note":"\#(note)"}"#)
        #expect(told.status == 200)
        let acts = try await shop.get("/v1/admin/wallets/\(user)/acts").list("acts")
        #expect(try acts.map { try $0.text("reason") } == [note])
        #expect(try await shop.call(.post, "/v1/users/\(user)/erase").status == 200)
        #expect(try await shop.isTrue("(SELECT count(*) FROM notes WHERE text = '\(note)') = 0"))
    }
}
