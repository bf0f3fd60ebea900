import Foundation
import HTTPClient
import Testing
import WalletDomain

@testable import WalletServer

/// Who only looks sees the catalogue, and is offered nothing that he may not do.
@Suite struct ConsoleReadersTests {
    @Test(
        "viewers, accountants and support see items, prices, packs and publications, without forms",
        arguments: [AdminRole.viewer, .accountant, .support])
    func catalogue(role: AdminRole) async throws {
        let shop = try await ServiceFixture.shared
        let visitor = try await ConsoleVisitor.admin(role, shop)
        let item = try await shop.addItem(price: 5)
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 10)
        _ = try await shop.call(
            .put, "/v1/admin/items/\(item)",
            #"{"title":"Course","kind":"repeatable","state":"published","reason":"test"}"#)
        let publications = try await visitor.get("/admin/publications").html
        let newest = try #require(publications.firstMatch(of: #/href="(/admin/publications/\d+)"/#)?.1)
        for path in [
            "/admin/items", "/admin/items/\(item)", "/admin/packs", "/admin/packs/pack-\(product)",
            "/admin/publications", String(newest),
        ] {
            let page = try await visitor.get(path)
            #expect(page.status == 200, "\(path): \(page.html.suffix(400))")
            let main = try #require(page.html.firstMatch(of: #/(?s)<main.*</main>/#)?.0)
            #expect(!main.contains("method=\"post\"") && !main.contains("/admin/new/"), "\(path)")
        }
        #expect(try await visitor.get("/admin/catalogue.csv").status == 200)
        #expect(try await visitor.get("/admin/drafts").status == 403)
        let price = [("form", "price"), ("layer", "regular"), ("price", "6"), ("reason", "test")]
        #expect(try await visitor.post("/admin/items/\(item)/prices", price).status == 403)
    }

    @Test("only who may decide is told how many wait", arguments: AdminRole.allCases)
    func count(role: AdminRole) async throws {
        let shop = try await ServiceFixture.shared
        #expect(try await shop.adjust(5_000, of: ServiceFixture.unique("waiting")).status == 202)
        let html = try await ConsoleVisitor.admin(role, shop).get("/admin").html
        #expect(html.contains("class=\"count\"") == (role == .owner || role == .support))
        #expect(html.contains("href=\"/admin/approvals\"") == (role == .owner || role == .support))
    }
}
