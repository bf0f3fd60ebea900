import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain

@testable import WalletServer

/// Support finds users by whatever is known of them; whoever only looks finds them by the exact id, as before.
@Suite struct ConsoleUserSearchTests {
    private let user = ServiceFixture.unique("sought")

    private func search(_ visitor: ConsoleVisitor, _ text: String) async throws -> String {
        let page = try await visitor.get("/admin/users?user=\(Link.encoded(text))")
        #expect(page.status == 200, "\(text): \(page.html.suffix(600))")
        return page.html
    }

    /// The list of hits names the user, and leads there.
    private func lists(_ html: String, _ user: String) -> Bool {
        html.contains("Users found") && html.contains("<a href=\"/admin/users/\(user)\">\(user)</a>")
    }

    @Test("a user is found by the id's beginning, the wallet, an order, a token, an operation and Apple's number")
    func found() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        let (token, id) = (UUID().uuidString.lowercased(), ServiceFixture.transactionID())
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let order = try #require(
            try await shop.call(
                .post, "/v1/orders",
                #"{"user":"\#(user)","pack":"pack-\#(product)","app_account_token":"\#(token)"}"#
            ).text("order"))
        _ = try await shop.submit(try shop.purchase(product, transactionID: id), for: user)
        let item = try await shop.addItem(price: 10)
        let spend = try #require(try await shop.spend(item, for: user, price: 10).text("spend"))
        let wallet = try #require(
            try await shop.get("/v1/admin/users/\(user)").list("wallets").first?.text("wallet"))
        for text in [String(user.dropLast()), order, token.uppercased(), id, spend, wallet] {
            let html = try await search(support, text)
            #expect(lists(html, user), "\(text)")
            #expect(html.contains("/admin/users/\(user)?environment=Production") && html.contains(wallet), "\(text)")
            #expect(!html.contains("Coffer has never seen"), "\(text)")
        }
        let exact = try await search(support, user)
        #expect(lists(exact, user))
        #expect(exact.contains(">\(user)</h2>"), "and its wallets stand above, as before")
        let nobody = try await search(support, "nobody-is-called-so")
        #expect(nobody.contains("Nobody was found.") && nobody.contains("Coffer has never seen this user."))
    }

    @Test("a guest who was merged leads to the account, and a tester is marked")
    func merged() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        let (guest, account, tester) = (user + "-guest", user + "-account", user + "-tester")
        try await shop.makeTester(tester)
        for user in [guest, account] { _ = try await shop.grant(1, to: user) }
        let merged = try await shop.call(
            .post, "/v1/users/\(guest)/merge", #"{"into":"\#(account)"}"#,
            headers: [("Idempotency-Key", ServiceFixture.unique("merge"))])
        try #require([200, 202].contains(merged.status))
        let rows = try await search(support, user).components(separatedBy: "<tr>")
        func row(_ user: String) throws -> String {
            try #require(rows.first { $0.hasPrefix("<th scope=\"row\"><a href=\"/admin/users/\(user)\">") })
        }
        let link = "<td><a href=\"/admin/users/\(account)\">\(account)</a></td>"
        #expect(try row(guest).contains(link) && !row(account).contains(link))
        #expect(try row(tester).contains("Tester") && !row(guest).contains("Tester"))
    }

    @Test("a long list of hits goes on with the same search, names nobody twice and comes to an end")
    func paging() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        let count = ConsoleLimits.pageRows + 3
        for number in 0..<count { _ = try await shop.grant(1, to: "\(user)-\(number)") }
        var path: String? = "/admin/users?user=\(user)"
        var (seen, pages): ([String], Int) = ([], 0)
        while let current = path, pages < 4 {
            let html = try await support.get(current).html
            #expect(html.contains("value=\"\(user)\""), "what was searched for stays in the field")
            seen += html.matches(of: #/<th scope="row"><a href="\/admin\/users\/([^"?]*)"/#).map { String($0.1) }
            path = html.firstMatch(of: #/href="([^"]*)" rel="next"/#).map {
                String($0.1).replacing("&amp;", with: "&")
            }
            pages += 1
        }
        #expect(pages == 2 && seen.count == count && Set(seen).count == count)
        #expect(try await support.get("/admin/users?user=other&cursor=AAAA").status == 400)
    }

    @Test("a purchase that waits for an owner is shown, and leads to where it is assigned")
    func waiting() async throws {
        let apple = try await StoreFixture.shared
        let support = try await ConsoleVisitor.admin(.support, apple.shop)
        let purchase = try apple.buy(token: nil)
        let message = try apple.message("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.bring(message).status == 200)
        #expect(try await apple.outcome(of: message) == "unattributed")
        let html = try await search(support, purchase.transactionID)
        let link = "/admin/purchases/Production/\(purchase.transactionID)"
        #expect(html.contains("Purchases that wait for an owner") && html.contains(link))
        #expect(!html.contains("Coffer has never seen"), "it is no user's id")
        #expect(try await support.get(link).html.contains("/assign\""))
    }

    @Test("who may not search finds the exact id and no more", arguments: [AdminRole.viewer, .accountant, .catalogue])
    func readers(role: AdminRole) async throws {
        let shop = try await ServiceFixture.shared
        let visitor = try await ConsoleVisitor.admin(role, shop)
        _ = try await shop.grant(7, to: user)
        let exact = try await search(visitor, user)
        #expect(exact.contains("/admin/users/\(user)?environment=Production") && !exact.contains("Users found"))
        let beginning = try await search(visitor, String(user.dropLast()))
        #expect(beginning.contains("Coffer has never seen this user.") && !beginning.contains(">\(user)<"))
        #expect(try await visitor.get("/admin/users?user=\(user)&cursor=AAAA").status == 400)
    }
}
