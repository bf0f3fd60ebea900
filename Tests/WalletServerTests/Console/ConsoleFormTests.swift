import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// Forms: what is forged, foreign or unknown changes nothing; what is right is done once and led on.
@Suite struct ConsoleFormTests {
    private static func fields(_ item: String) -> [(String, String)] {
        [
            ("form", "item"), ("item", item), ("title", "Title"), ("kind", "once"), ("state", "draft"),
            ("reason", "test"),
        ]
    }

    private static func exists(_ item: String, _ shop: ServiceFixture) async throws -> Bool {
        try await shop.get("/v1/admin/items/\(item)").status == 200
    }

    @Test("a form without its session's token, or from elsewhere, is 403 and nothing happens")
    func forged() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        let other = try await ConsoleVisitor.admin(.owner, shop)
        let item = ServiceFixture.unique("forged")
        let fields = Self.fields(item)
        let host = shop.url.replacing("http://", with: "")
        var pages = [
            try await owner.post("/admin/items", fields, token: nil),
            try await owner.post("/admin/items", fields, token: ""),
            try await owner.post("/admin/items", fields, token: other.formToken),
            try await owner.post("/admin/items", fields, token: owner.formToken, site: nil),
        ]
        for site in ["cross-site", "same-site", "none", "same-origin, same-origin"] {
            pages.append(try await owner.post("/admin/items", fields, token: owner.formToken, site: site))
        }
        for origin in ["null", "https://evil.example", "https://\(host).evil.example"] {
            pages.append(
                try await owner.post(
                    "/admin/items", fields, token: owner.formToken, site: nil, [("Origin", origin)]))
        }
        for page in pages { #expect(page.status == 403) }
        #expect(try await !Self.exists(item, shop))
        let origin = [("Origin", "https://" + host)]
        let page = try await owner.post("/admin/items", fields, token: owner.formToken, site: nil, origin)
        #expect(page.status == 303, "an old browser says where it comes from by its origin: \(page.html)")
        #expect(try await Self.exists(item, shop))
    }

    @Test("a log-in from another site is refused too")
    func forgedLogIn() async throws {
        let stranger = ConsoleVisitor.stranger(try await ServiceFixture.shared)
        let fields = [("name", "x"), ("password", "y"), ("code", "1")]
        #expect(try await stranger.post("/admin/login", fields, token: nil, site: "cross-site").status == 403)
        #expect(try await stranger.post("/admin/login", fields, token: nil).status == 401)
    }

    @Test("a field that the form does not have, one that comes twice and other kinds of bodies are refused")
    func unknownFields() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        let item = ServiceFixture.unique("assigned")
        let fields = Self.fields(item)
        #expect(try await owner.post("/admin/items", fields + [("created_by", "1")]).status == 400)
        #expect(try await owner.post("/admin/items", fields + [("title", "Another")]).status == 400)
        let json = [("Content-Type", "application/json")]
        #expect(
            try await owner.post("/admin/items", fields, token: owner.formToken, site: "same-origin", json).status
                == 415)
        #expect(try await !Self.exists(item, shop))
    }

    @Test("what was typed wrong is shown again beside what is wrong with it")
    func again() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        let page = try await owner.post(
            "/admin/items",
            [
                ("form", "item"), ("item", "not a slug"), ("title", "<b>T</b>"), ("kind", "once"), ("state", "draft"),
                ("reason", "test"),
            ])
        #expect(page.status == 400)
        #expect(page.html.contains("value=\"not a slug\""))
        #expect(page.html.contains("&lt;b&gt;T&lt;/b&gt;") && !page.html.contains("<b>T</b>"))
        #expect(page.html.contains("aria-invalid"))
    }

    @Test("a form for something new never changes what is there")
    func newOnly() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        let item = ServiceFixture.unique("twice")
        #expect(try await owner.post("/admin/items", Self.fields(item)).status == 303)
        let page = try await owner.post(
            "/admin/items",
            [
                ("form", "item"), ("item", item), ("title", "Other"), ("kind", "once"), ("state", "draft"),
                ("reason", "test"),
            ])
        #expect(page.status == 400)
        #expect(try await shop.get("/v1/admin/items/\(item)").text("title") == "Title")
    }

    @Test("a price comes into force and is led on; a grant that is sent twice is one")
    func acts() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        let item = try await shop.addItem(price: 5)
        let page = try await owner.post(
            "/admin/items/\(item)/prices",
            [
                ("form", "price"), ("layer", "regular"), ("price", "1,200"), ("from", ""), ("to", ""),
                ("reason", "test"), ("confirm", "yes"),
            ])
        #expect(page.status == 303, "\(page.html)")
        #expect(page.location == "/admin/items/\(item)?done=price_added")
        #expect(try await shop.get("/v1/items/\(item)").number("price") == 1_200)
        let free = try await owner.post(
            "/admin/items/\(item)/prices",
            [("form", "price"), ("layer", "regular"), ("price", "0"), ("reason", "test")])
        #expect(free.status == 400, "nothing is free by omission")

        let user = ServiceFixture.unique("granted")
        let grant = [("form", "grant"), ("key", ServiceFixture.unique("key")), ("coins", "25"), ("reason", "goodwill")]
        for _ in 0..<2 { #expect(try await owner.post("/admin/users/\(user)/grants", grant).status == 303) }
        #expect(try await shop.available(user) == 25)
        // Beyond the limit nothing happens but that somebody else is asked.
        let large = [
            ("form", "grant"), ("key", ServiceFixture.unique("key")), ("coins", "976"), ("reason", "goodwill"),
        ]
        #expect(
            try await owner.post("/admin/users/\(user)/grants", large).location?.hasSuffix("done=waits_for_second")
                == true)
        #expect(try await shop.available(user) == 25)
    }

    @Test("logging out ends the session and takes the cookie away")
    func logOut() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        #expect(try await owner.get("/admin/account").status == 200)
        let page = try await owner.post("/admin/logout")
        #expect(page.status == 303)
        #expect(page.header("Set-Cookie")?.contains("Max-Age=0") == true)
        #expect(try await owner.get("/admin/account").status == 303)
    }
}

extension ConsoleFormTests {
    @Test("a large change of a price asks again, with old, new and percent; what others changed meanwhile is 412")
    func guardRails() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.catalogue, shop)
        let item = try await shop.addItem(price: 100)
        let fields = [("form", "price"), ("layer", "regular"), ("price", "10"), ("reason", "test")]
        let refused = try await owner.post("/admin/items/\(item)/prices", fields)
        #expect(refused.status == 409)
        #expect(refused.html.contains("100 → 10") && refused.html.contains("name=\"confirm\""))
        #expect(try await shop.get("/v1/items/\(item)").number("price") == 100)
        let stale = try await owner.post(
            "/admin/items/\(item)/prices", fields + [("confirm", "yes"), ("seen", "0")])
        #expect(stale.status == 303, "nobody changed it yet: \(stale.html.suffix(800))")
        let late = try await owner.post("/admin/items/\(item)/prices", fields + [("confirm", "yes"), ("seen", "0")])
        #expect(late.status == 412)
        #expect(try await shop.get("/v1/items/\(item)").number("price") == 10)
    }

    @Test("a draft shows old, new and whom it concerns, is published, and rolled back to what was before")
    func drafts() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.catalogue, shop)
        let item = try await shop.addItem(price: 100)
        let made = try await owner.post("/admin/drafts", [("name", "Spring")])
        let draft = try #require(made.location)
        let put = try await owner.post(
            draft + "/items",
            [
                ("form", "change"), ("seen", "1"), ("item", item), ("title", ""), ("state", ""), ("kind", ""),
                ("layer", "regular"), ("price", "90"), ("from", ""), ("to", ""),
            ])
        #expect(put.status == 303, "\(put.html.suffix(900))")
        #expect(try await owner.get(draft).html.contains("100 → 90 (\u{2212}10\u{A0}%)"))
        let csv = try await owner.get("/admin/catalogue.csv")
        #expect(csv.status == 200 && csv.header("Content-Disposition")?.contains("catalogue.csv") == true)
        let tried = try await owner.post(
            draft + "/import", [("form", "sheet"), ("seen", "2"), ("run", "dry"), ("csv", "no,such,columns\n1,2,3\n")])
        #expect(tried.status == 200 && tried.html.contains("errors"))
        let published = try await owner.post(
            draft + "/publish", [("form", "publish"), ("seen", "2"), ("at", ""), ("reason", "spring")])
        #expect(published.status == 303, "\(published.html.suffix(900))")
        #expect(try await shop.get("/v1/items/\(item)").number("price") == 90)
        let page = try #require(published.location?.prefix { $0 != "?" })
        #expect(try await owner.get(String(page)).html.contains("100 → 90"))
        #expect(try await owner.get("/admin/publications").status == 200)
    }
}
