import Testing
import WalletDomain

@testable import WalletServer

/// The accountant's pages: settings that are tried and told, periods that two people close and open again.
@Suite struct ConsoleBooksTests {
    private static let sheet = """
        setting,storefront,valid_from,rate,basis,value
        first_day,,,,,2020-01-01
        commission,*,2020-01-01,15.00,,
        tax,*,2020-01-01,0,of_price,
        """

    @Test("a sheet is tried first, told with a reason, and shown; who may not tell is not let in")
    func settings() async throws {
        let shop = try await ServiceFixture()
        let accountant = try await ConsoleVisitor.admin(.accountant, shop)
        let viewer = try await ConsoleVisitor.admin(.viewer, shop)
        #expect(try await viewer.get("/admin/books").status == 403)
        #expect(try await viewer.post("/admin/books", [("csv", Self.sheet), ("run", "dry")]).status == 403)
        let fields = [("csv", Self.sheet), ("seen", "0")]
        let dry = try await accountant.post("/admin/books", fields + [("run", "dry"), ("reason", "")])
        #expect(dry.status == 200 && dry.html.contains("commission * 2020-01-01 15.00"))
        let silent = try await accountant.post("/admin/books", fields + [("run", "real"), ("reason", "")])
        #expect(silent.status == 400)
        let wrong = [("csv", "setting,rate\ncommission,1"), ("seen", "0"), ("run", "real"), ("reason", "r")]
        let refused = try await accountant.post("/admin/books", wrong)
        #expect(refused.status == 422 && refused.html.contains("storefront_unknown"))
        let told = try await accountant.post("/admin/books", fields + [("run", "real"), ("reason", "first")])
        #expect(told.status == 303 && told.location == "/admin/books?done=books_told")
        let late = try await accountant.post("/admin/books", fields + [("run", "real"), ("reason", "again")])
        #expect(late.status == 412)
        let page = try await accountant.get("/admin/books")
        #expect(page.html.contains("tax * 2020-01-01 0.00 of_price") && page.html.contains("2020-01-01"))
        let file = try await accountant.get("/admin/books-settings.csv")
        #expect(file.status == 200 && file.html.contains("commission,*,,,,2020-01-01"))
    }

    @Test("a period is closed in the console, and opened again only when another person agrees")
    func periods() async throws {
        let shop = try await ServiceFixture()
        let first = try await ConsoleVisitor.admin(.accountant, shop)
        let second = try await ConsoleVisitor.admin(.owner, shop)
        let untold = try await first.get("/admin/periods")
        #expect(untold.status == 200 && untold.html.contains("first_day"))
        let told = [("csv", Self.sheet), ("seen", "0"), ("run", "real"), ("reason", "first")]
        #expect(try await first.post("/admin/books", told).status == 303)
        let early = try await first.post("/admin/periods/2020-02/close", [("form", "close"), ("reason", "r")])
        #expect(early.status == 409 && early.html.contains("2020-01"))
        let closed = try await first.post("/admin/periods/2020-01/close", [("form", "close"), ("reason", "January")])
        #expect(closed.location == "/admin/periods?done=period_closed")
        let asked = try await first.post("/admin/periods/2020-01/reopen", [("form", "reopen"), ("reason", "typo")])
        #expect(asked.location == "/admin/periods?done=reopen_asked")
        let own = try await first.get("/admin/periods")
        #expect(own.html.contains("January") && !own.html.contains("/approve"))
        let other = try await second.get("/admin/periods").html
        let approval = try #require(other.firstMatch(of: #/reopenings/(apr_[0-9a-f]+)/approve/#)).1
        #expect(try await first.post("/admin/reopenings/\(approval)/approve").status == 409)
        let agreed = try await second.post("/admin/reopenings/\(approval)/approve")
        #expect(agreed.location == "/admin/periods?done=reopen_decided")
        #expect(try await shop.get("/v1/admin/books/periods").text("next") == "2020-01")
    }
}
