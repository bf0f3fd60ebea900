import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletServer

/// Cases P-1 to P-4 through the API: drafts, publications, guard rails, the shop's clock.
@Suite struct CatalogueCases {
    @Test("What apps show of an item is listed, filtered by tag, cached, and announced before it changes")
    func items() async throws {
        let shop = try await ServiceFixture.paris
        let item = ServiceFixture.unique("course")
        let put = try await shop.call(
            .put, "/v1/admin/items/\(item)",
            """
            {"title":"Course","description":"Two\\nlines","tags":["\(item)","new"],"kind":"once","state":"published",
             "picture":"https://example.com/a.png","reason":"a new course"}
            """)
        #expect(put.status == 200)
        let version = try #require(put.number("publication"))
        #expect(put.header("ETag") == "\"\(version)\"")
        let listed = try await shop.get("/v1/items?tag=\(item)")
        let shown = try #require(listed.list("items").first)
        #expect(listed.list("items").count == 1)
        #expect(try shown.text("description") == "Two\nlines")
        #expect(try shown.text("picture") == "https://example.com/a.png")
        #expect(try shown.texts("tags") == [item, "new"].sorted())
        #expect(try await shop.get("/v1/items?tag=none-\(item)").list("items").isEmpty)
        #expect(try await shop.get("/v1/items?tag=NO").code == "malformed")
        let tag = try #require(listed.header("ETag"))
        let same = try await shop.call(.get, "/v1/items?tag=\(item)", headers: [("If-None-Match", tag)])
        #expect(same.status == 304)
        let draft = try await shop.draft(item, #"{"title":"Better","prices":[{"price":50}]}"#)
        let at = "2090-01-01T00:00:00Z"
        #expect(try await shop.publish(draft, #"{"at":"\#(at)","reason":"later"}"#).status == 200)
        let soon = try await shop.get("/v1/items?tag=\(item)")
        #expect(soon.text("next_change_at") == "2090-01-01T00:00:00.000000Z")
        let one = try await shop.get("/v1/items/\(item)")
        #expect(one.text("title") == "Course" && one.flag("for_sale") == false)
        #expect(try one.object("next_change")?.integer("price") == 50)
        let admin = try await shop.get("/v1/admin/items/\(item)")
        #expect(try admin.object("scheduled")?.text("title") == "Better")
    }

    @Test(
        "What is no picture, tag or description is refused by name",
        arguments: [
            (#""picture":"http://example.com/a.png""#, "picture"), (#""tags":["Not a tag"]"#, "tags"),
            (#""tags":["a","a"]"#, "tags"), (#""description":" x""#, "description"), (#""tags":[1]"#, "tags"),
        ])
    func malformed(member: String, name: String) async throws {
        let shop = try await ServiceFixture.paris
        let told = try await shop.call(
            .put, "/v1/admin/items/x",
            #"{"title":"t","kind":"once","state":"draft","reason":"r",\#(member)}"#)
        #expect(told.status == 400 && told.text("member") == name)
    }

    @Test("P-3: times by the shop's clock are stored in UTC with the zone; gaps are refused, doubles mean the first")
    func localTimes() async throws {
        let shop = try await ServiceFixture.paris
        let item = try await shop.addItem(price: 120)
        let sale = try await shop.call(
            .post, "/v1/admin/items/\(item)/prices",
            """
            {"price":90,"layer":"sale","from":{"local":"2027-03-26T00:00"},"to":{"local":"2027-03-29T00:00"},
             "reason":"spring"}
            """)
        #expect(sale.text("from") == "2027-03-25T23:00:00.000000Z")
        #expect(sale.text("to") == "2027-03-28T22:00:00.000000Z")
        #expect(sale.text("zone") == "Europe/Paris" && sale.text("to_local") == "2027-03-29T00:00:00")
        let gap = try await shop.call(
            .post, "/v1/admin/items/\(item)/prices",
            #"{"price":90,"layer":"sale","from":{"local":"2027-03-28T02:30"},"reason":"r"}"#)
        #expect(gap.status == 422 && gap.code == "local_time_missing")
        #expect(gap.text("member") == "from" && gap.text("zone") == "Europe/Paris")
        let twice = try await shop.call(
            .post, "/v1/admin/items/\(item)/prices",
            """
            {"price":90,"layer":"sale","from":{"local":"2027-10-31T02:30"},"to":"2027-10-31T04:00:00Z","reason":"r"}
            """)
        #expect(twice.text("from") == "2027-10-31T00:30:00.000000Z")
        #expect(twice.flag("from_is_first_of_two") == true && twice.flag("to_is_first_of_two") == nil)
        let history = try await shop.get("/v1/admin/items/\(item)/prices").list("prices")
        #expect(try history.map { try $0.optionalText("zone") } == ["Europe/Paris", "Europe/Paris", nil])
        #expect(try history[0].text("created_by") == "all")
        #expect(try history[0].integer("publication") > history[1].integer("publication"))
        let catalogue = try await shop.get("/v1/admin/catalogue")
        #expect(catalogue.text("zone") == "Europe/Paris" && catalogue.number("price_change_limit") == 50)
    }

    @Test("P-4: no reason is 400, a key without the scope 403 and logged; nothing changes")
    func needsReason() async throws {
        let shop = try await ServiceFixture.paris
        let item = try await shop.addItem(price: 120)
        let path = "/v1/admin/items/\(item)/prices"
        let without = try await shop.call(.post, path, #"{"price":130}"#)
        #expect(without.status == 400 && without.text("member") == "reason")
        let key = try await shop.makeKey([.support])
        let stranger = try await shop.call(
            .post, path, #"{"price":130,"reason":"r"}"#, key: key, headers: [("X-Request-Id", item)])
        #expect(stranger.status == 403)
        #expect(try await shop.logs(item, "scope_missing", "{item}/prices"))
        #expect(try await shop.get("/v1/admin/items/\(item)/prices").list("prices").count == 1)
    }

    @Test("P-4: 13 instead of 130 asks again, of two with one version one gets 412 with what changed")
    func guards() async throws {
        let shop = try await ServiceFixture.paris
        let item = try await shop.addItem(price: 120)
        let path = "/v1/admin/items/\(item)/prices"
        let seen = [("If-Match", try #require(try await shop.get("/v1/admin/items/\(item)").header("ETag")))]
        async let first = shop.call(.post, path, #"{"price":150,"reason":"A"}"#, headers: seen)
        async let second = shop.call(.post, path, #"{"price":130,"reason":"B"}"#, headers: seen)
        let told = [try await first, try await second]
        #expect(told.map(\.status).sorted() == [200, 412])
        let stale = try #require(told.first { $0.status == 412 })
        #expect(stale.code == "changed_meanwhile")
        #expect(try stale.list("changes").first?.text("item") == item)
        let mistyped = try await shop.call(.post, path, #"{"price":13,"reason":"C"}"#)
        #expect(mistyped.status == 409 && mistyped.code == "confirm_large_change")
        #expect(try mistyped.list("items").first?.text("item") == item)
        let confirmed = try await shop.call(.post, path, #"{"price":13,"reason":"C","confirm":true}"#)
        #expect(confirmed.status == 200)
        #expect(try await shop.get("/v1/items/\(item)").number("price") == 13)
    }

    @Test("A draft is looked at, published under its version only, and rolled back")
    func drafts() async throws {
        let shop = try await ServiceFixture(configure: { _ in })
        let (item, user) = (try await shop.addItem(price: 100, kind: 1), ServiceFixture.unique("u"))
        _ = try await shop.grant(1_000, to: user)
        #expect(try await shop.spend(item, for: user, price: 100).status == 200)
        let start = try #require(try await shop.get("/v1/admin/catalogue").header("ETag"))
        #expect(start == "\"0\"")
        let draft = try await shop.draft(item, #"{"prices":[{"price":30}],"title":"Cheap"}"#)
        let path = "/v1/admin/drafts/\(draft.number)"
        let compared = try await shop.get(path + "/difference")
        let shown = try #require(compared.list("items").first)
        let step = try #require(try shown.objects("steps").first)
        #expect(try step.integer("before") == 100 && step.integer("after") == 30 && step.integer("percent") == -70)
        #expect(try step.boolean("large"))
        #expect(try shown.object("affected").integer("owners") == 1)
        #expect(try shown.object("affected").integer("buyers_30_days") == 1)
        #expect(try shown.object("affected").integer("open_holds") == 0)
        let body = #"{"reason":"cheaper"}"#
        #expect(try await shop.call(.post, path + "/publish", body).status == 428)
        let wrong = try await shop.call(.post, path + "/publish", body, headers: [("If-Match", "\"1\"")])
        #expect(wrong.status == 412 && wrong.number("version") == draft.version)
        #expect(try await shop.publish(draft, body).code == "confirm_large_change")
        let done = try await shop.publish(draft, #"{"reason":"cheaper","confirm":true}"#)
        #expect(done.number("publication") == 1 && done.text("created_by") == "all")
        #expect(try await shop.get("/v1/items/\(item)").number("price") == 30)
        #expect(try await shop.get("/v1/items/\(item)").text("title") == "Cheap")
        let read = try await shop.get("/v1/admin/publications/1")
        #expect(try read.list("items").first?.object("before").text("title") == "Title")
        let back = try await shop.call(
            .post, "/v1/admin/publications/0/rollback", #"{"reason":"a mistake","confirm":true}"#,
            headers: [("If-Match", "\"1\"")])
        #expect(back.number("publication") == 2 && back.number("restores") == 0)
        #expect(try await shop.get("/v1/items/\(item)").number("price") == 100)
        #expect(try await shop.get("/v1/items/\(item)").text("title") == "Title")
        let list = try await shop.get("/v1/admin/publications?limit=1")
        #expect(try list.list("publications").map { try $0.text("kind") } == ["rollback"])
        let next = try #require(list.text("next_cursor"))
        let rest = try await shop.get("/v1/admin/publications?cursor=\(next)")
        #expect(try rest.list("publications").map { try $0.text("kind") } == ["draft"])
    }

    @Test("A window ends early, and one to come never begins")
    func ends() async throws {
        let shop = try await ServiceFixture.paris
        let item = try await shop.addItem(price: 100)
        let sale = try await shop.call(
            .post, "/v1/admin/items/\(item)/prices",
            #"{"price":70,"layer":"sale","from":"2090-01-01T00:00:00Z","reason":"r"}"#)
        let version = try #require(sale.number("version"))
        let ended = try await shop.call(
            .post, "/v1/admin/items/\(item)/prices/\(version)/end", #"{"reason":"not at all"}"#)
        #expect(ended.status == 200 && ended.text("to") == ended.text("from"))
        #expect(try await shop.get("/v1/items/\(item)").object("next_change") == nil)
        let unknown = try await shop.call(.post, "/v1/admin/items/\(item)/prices/99/end", #"{"reason":"r"}"#)
        #expect(unknown.status == 404)
    }

    @Test(
        "Packs take product ids as App Store Connect has them",
        arguments: [
            ("com.example.coins_100", true), ("coins-100", true), ("", false), ("a b", false), ("münzen", false),
            (".coins", false), ("coins.", false), ("coins/100", false), (String(repeating: "a", count: 101), false),
        ])
    func products(product: String, isRight: Bool) async throws {
        let shop = try await ServiceFixture.paris
        let told = try await shop.call(
            .put, "/v1/admin/packs/\(ServiceFixture.unique("pack"))",
            #"{"bundle":"com.example.other","product":"\#(product)","title":"t","coins":5,"reason":"r"}"#)
        #expect(told.status == (isRight ? 200 : 400))
        if !isRight { #expect(told.text("member") == "product") }
    }
}

extension ServiceFixture {
    private static let inParis = Task {
        try await ServiceFixture { settings in
            if let zone = ShopZone("Europe/Paris") { settings.shopZone = zone }
        }
    }

    /// A service whose shop's clock is that of Paris.
    static var paris: ServiceFixture { get async throws { try await inParis.value } }

    struct Draft: Sendable {
        let number: Int64
        let version: Int64
    }

    /// A draft with one change in it.
    func draft(_ item: String, _ change: String) async throws -> Draft {
        let made = try await call(.post, "/v1/admin/drafts", #"{"name":"draft"}"#)
        let number = try #require(made.number("draft"))
        let put = try await call(
            .put, "/v1/admin/drafts/\(number)/items/\(item)", change,
            headers: [("If-Match", try #require(made.header("ETag")))])
        try #require(put.status == 200, "\(String(decoding: put.bytes, as: UTF8.self))")
        return Draft(number: number, version: try #require(put.number("version")))
    }

    func publish(_ draft: Draft, _ body: String) async throws -> Told {
        try await call(
            .post, "/v1/admin/drafts/\(draft.number)/publish", body, headers: [("If-Match", "\"\(draft.version)\"")])
    }
}
