import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// What support does to wallets in the console: alone, under a second person's eyes, and never twice.
@Suite struct ConsoleActTests {
    private let user = ServiceFixture.unique("handled")

    private func adjust(_ coins: String, _ direction: String = "give", key: String? = nil) -> [(String, String)] {
        [
            ("form", "adjust"), ("key", key ?? ServiceFixture.unique("key")), ("environment", "Production"),
            ("direction", direction), ("coins", coins), ("expires_at", ""), ("reason", "goodwill"), ("ticket", "T-7"),
        ]
    }

    private func forfeit(_ more: [(String, String)]) -> [(String, String)] {
        [
            ("form", "forfeit"), ("key", ServiceFixture.unique("key")), ("environment", "Production"),
            ("reason", "stolen card"), ("ticket", ""),
        ] + more
    }

    /// Where a form that was sent led to, without the notice.
    private func place(_ page: ConsoleVisitor.Page) throws -> String {
        String(try #require(page.location).prefix { $0 != "?" })
    }

    @Test("an adjustment within the limit is done once, and the wallet's page shows it before and after")
    func adjust() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        let fields = adjust("1,000")
        for _ in 0..<2 {
            let page = try await support.post("/admin/users/\(user)/adjustments", fields)
            #expect(page.status == 303, "\(page.html.suffix(900))")
            #expect(page.location == "/admin/users/\(user)?environment=Production&done=coins_adjusted")
        }
        #expect(try await shop.available(user) == 1_000)
        let other = try await ConsoleVisitor.admin(.support, shop)
        #expect(try await other.post("/admin/users/\(user)/adjustments", adjust("400", "take")).status == 303)
        #expect(try await shop.available(user) == 600)
        for path in ["/admin/users/\(user)", "/admin/users/\(user)/acts"] {
            let html = try await support.get(path).html
            #expect(html.contains("Promo 0 → 1,000") && html.contains("Promo 1,000 → 600"), "\(path)")
            #expect(html.contains("goodwill") && html.contains("T-7") && html.contains("127.0.0.1"))
        }
        let entries = try #require(
            try await support.get("/admin/users/\(user)/acts").html
                .firstMatch(of: #/href="([^"]*entries[^"]*cursor[^"]*)">#\d+</#))
        let statement = try await support.get(String(entries.1).replacing("&amp;", with: "&"))
        #expect(statement.status == 200 && statement.html.contains("Adjusted"), "the figure leads to its row")
    }

    @Test("what cannot be done is told beside the form, and can be asked anew with other figures")
    func refused() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        let path = "/admin/users/\(user)/adjustments"
        _ = try await shop.grant(30, to: user)
        let tooMuch = try await support.post(path, adjust("31", "take", key: "the-first-\(user)"))
        #expect(tooMuch.status == 422 && tooMuch.html.contains("value=\"31\""))
        #expect(!tooMuch.html.contains("the-first-\(user)"), "a refused key is used up")
        for (coins, direction) in [("0", "give"), ("-5", "give"), ("5", "sideways"), ("x", "take"), ("1.5", "give")] {
            #expect(try await support.post(path, adjust(coins, direction)).status == 400, "\(coins) \(direction)")
        }
        let ended = adjust("5", "take").map { $0.0 == "expires_at" ? ($0.0, "2030-01-01T00:00") : $0 }
        #expect(try await support.post(path, ended).status == 400, "what is taken does not end")
        #expect(try await shop.available(user) == 30)
        let viewer = try await ConsoleVisitor.admin(.viewer, shop)
        #expect(try await viewer.post(path, adjust("5")).status == 403)
        #expect(try await !viewer.get("/admin/users/\(user)").html.contains("adjustments"))
    }

    @Test("beyond the limit it waits: who asked is told why not, another person approves, and it is done once")
    func secondPerson() async throws {
        let shop = try await ServiceFixture.shared
        let (first, second) = (
            try await ConsoleVisitor.admin(.support, shop), try await ConsoleVisitor.admin(.support, shop)
        )
        let asked = try await first.post("/admin/users/\(user)/adjustments", adjust("1,001"))
        #expect(asked.status == 303 && asked.location?.hasSuffix("?done=waits_for_second") == true)
        let page = try place(asked)
        #expect(page.hasPrefix("/admin/approvals/apr_"))
        #expect(try await shop.available(user) == 0)
        let told = try await first.get(page + "?done=waits_for_second").html
        #expect(told.contains("Nothing was done yet") && told.contains("You asked for this yourself"))
        #expect(told.contains("+1,001") && !told.contains("action=\"\(page)/approve\""))
        #expect(told.contains("class=\"count\""), "the navigation counts it")
        #expect(try await first.post(page + "/approve").status == 409)
        let list = try await second.get("/admin/approvals").html
        #expect(list.contains(page) && list.contains("goodwill") && list.contains("127.0.0.1"))
        #expect(try await second.get(page).html.contains("action=\"\(page)/approve\""))
        for _ in 0..<2 {
            let approved = try await second.post(page + "/approve")
            #expect(approved.status == 303 && approved.location == page + "?done=act_approved")
        }
        #expect(try await shop.available(user) == 1_001)
        let done = try await first.get(page).html
        #expect(done.contains("Decided by") && done.contains("#1</a>") && !done.contains("/approve\""))
        #expect(try await second.get("/admin/approvals?state=done").html.contains(page))
        #expect(try await !second.get("/admin/approvals").html.contains(page))
    }

    @Test("a forfeit always waits; a rejection with a reason ends it, and nothing was taken")
    func rejected() async throws {
        let shop = try await ServiceFixture.shared
        let (first, second) = (
            try await ConsoleVisitor.admin(.owner, shop), try await ConsoleVisitor.admin(.support, shop)
        )
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100, bonus: 10)
        _ = try await shop.submit(try shop.purchase(product), for: user)
        let path = "/admin/users/\(user)/forfeits"
        #expect(try await first.post(path, forfeit([("coins", "5"), ("all", "yes")])).status == 400, "one of both")
        #expect(try await first.post(path, forfeit([("coins", "")])).status == 400)
        let page = try place(try await first.post(path, forfeit([("coins", ""), ("all", "yes")])))
        let effect = try await second.get(page).html
        #expect(effect.contains("\u{2212}110") && effect.contains("stolen card"), "what it would do")
        let bare = try await second.post(page + "/reject", [("reason", "")])
        #expect(bare.status == 400 && bare.html.contains("aria-invalid"))
        #expect(try await second.post(page + "/reject", [("reason", "he paid")]).status == 303)
        #expect(try await second.get(page).html.contains("he paid"))
        #expect(try await second.post(page + "/approve").status == 409)
        #expect(try await shop.available(user) == 110)
        let some = try place(try await first.post(path, forfeit([("coins", "40")])))
        #expect(try await second.post(some + "/approve").status == 303)
        #expect(try await shop.available(user) == 70)
        #expect(try await first.get("/admin/users/\(user)/acts").html.contains("Forfeit purchased coins"))
        let tooMany = try place(try await first.post(path, forfeit([("coins", "71")])))
        #expect(try await second.get(tooMany).html.contains("too little"))
        #expect(try await second.post(tooMany + "/approve").status == 422)
        #expect(try await second.get("/admin/approvals?state=refused").html.contains(tooMany))
    }

    @Test("a wallet is frozen and opened again; its page shows the state before and after")
    func freeze() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        _ = try await shop.grant(5, to: user)
        func set(_ frozen: String) async throws -> ConsoleVisitor.Page {
            try await support.post(
                "/admin/users/\(user)/frozen",
                [
                    ("form", "freeze"), ("environment", "Production"), ("frozen", frozen), ("reason", "account sold"),
                    ("ticket", ""),
                ])
        }
        #expect(try await set("yes").location?.hasSuffix("done=wallet_frozen") == true)
        let item = try await shop.addItem(price: 1)
        #expect(try await shop.spend(item, for: user, price: 1).code == "wallet_frozen")
        let html = try await support.get("/admin/users/\(user)").html
        #expect(html.contains("Frozen by hand") && html.contains("open → frozen by hand"))
        #expect(html.contains("value=\"no\"") && html.contains("Open again"))
        #expect(try await set("no").location?.hasSuffix("done=wallet_opened") == true)
        #expect(try await shop.spend(item, for: user, price: 1).status == 200)
        #expect(try await set("perhaps").status == 400)
    }

    @Test("a note about a user is there for the next colleague; without a text it is refused beside its field")
    func notes() async throws {
        let shop = try await ServiceFixture.shared
        let support = try await ConsoleVisitor.admin(.support, shop)
        let path = "/admin/users/\(user)/notes"
        #expect(try await support.post(path, [("reason", "")]).html.contains("aria-invalid"))
        let page = try await support.post(path, [("reason", "<i>called</i> twice")])
        #expect(page.status == 303, "\(page.html.suffix(600))")
        let html = try await support.get(try #require(page.location)).html
        #expect(html.contains("&lt;i&gt;called&lt;/i&gt; twice") && html.contains("The note was written."))
    }
}

/// What an act would do, as the second person reads it.
@Suite struct ApprovalEffectTests {
    private static func wallet(paid: Int64 = 0, bonus: Int64 = 0, promo: Int64 = 0, held: Int64 = 0) -> WalletSummary {
        var balances = Balances.zero
        balances.paid = paid
        balances.bonus = bonus
        balances.promo = promo
        balances.held = held
        return WalletSummary(status: .open, balances: balances, expired: 0, nextExpiry: nil, version: 1)
    }

    @Test("gifts are always possible, what is taken only if it is there; each figure is told now and afterwards")
    func effects() throws {
        let wallet = Self.wallet(paid: 100, bonus: 10, promo: 30, held: 20)
        func effect(_ act: ApprovedAct) -> ([Int64], Bool) {
            let effect = ApprovalEffect(act, on: wallet)
            #expect(effect.rows.map(\.now) == [30, 110, 120])
            return (effect.rows.map(\.then), effect.isPossible)
        }
        #expect(effect(.adjust(.give(try CoinAmount(5), until: nil))) == ([35, 110, 125], true))
        #expect(effect(.adjust(.take(try CoinAmount(30)))) == ([0, 110, 90], true))
        #expect(effect(.adjust(.take(try CoinAmount(31)))) == ([-1, 110, 89], false))
        #expect(effect(.forfeit(try CoinAmount(110))) == ([30, 0, 10], true))
        #expect(effect(.forfeit(try CoinAmount(111))) == ([30, -1, 9], false))
        #expect(effect(.forfeit(nil)) == ([30, 0, 10], true))
        #expect(!ApprovalEffect(.forfeit(nil), on: Self.wallet(promo: 9)).isPossible)
    }
}
