import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// The books over the API: settings that are told, sales without money, periods.
@Suite struct BooksCases {
    private static let head = "setting,storefront,product,valid_from,price,currency,rate,basis,value\n"

    private func tell(
        _ rows: String, _ shop: ServiceFixture, version: Int64? = nil, key: String? = nil
    ) async throws -> Told {
        let seen = if let version { version } else { try await shop.get("/v1/admin/books/settings").number("version") }
        return try await shop.call(
            .post, "/v1/admin/books/settings?reason=rates%20of%20the%20year", Self.head + rows, key: key,
            headers: [("Content-Type", "text/csv"), ("If-Match", "\"\(seen ?? 0)\"")])
    }

    @Test("A dry run changes nothing, the real one does, and of two who saw the same the second is told")
    func settings() async throws {
        let shop = try await ServiceFixture()
        let rows = "commission,*,,2026-01-01,,,15,,\ntax,FRA,,2026-01-01,,,20,on_net,\n"
        let dry = try await shop.call(
            .post, "/v1/admin/books/settings?dry_run=true", Self.head + rows, headers: [("Content-Type", "text/csv")])
        #expect(dry.status == 200 && dry.flag("dry_run") == true && dry.number("changes_count") == 2)
        #expect(try dry.list("rows").map { try $0.text("effect") } == ["added", "added"])
        #expect(try await shop.get("/v1/admin/books/settings").number("version") == 0)
        let unseen = try await shop.call(
            .post, "/v1/admin/books/settings?reason=x", Self.head + rows, headers: [("Content-Type", "text/csv")])
        #expect(unseen.code == "if_match_missing")
        let told = try await tell(rows, shop)
        #expect(told.status == 200 && told.number("version") == 1 && told.header("ETag") == "\"1\"")
        let late = try await tell("commission,*,,2026-01-01,,,30,,\n", shop, version: 0)
        #expect(late.status == 412 && late.number("version") == 1)
        let settings = try await shop.get("/v1/admin/books/settings")
        #expect(settings.list("settings").count == 2 && settings.header("ETag") == "\"1\"")
        #expect(try settings.list("settings")[0].integer("rate_bp") == 1_500)
        let changed = try await tell("commission,*,,2026-01-01,,,30,,\n", shop)
        #expect(try changed.list("rows").map { try $0.text("before") } == ["commission * 2026-01-01 15.00"])
        #expect(try await shop.get("/v1/admin/books/settings?history=true").list("settings").count == 3)
        let sheet = try await shop.get("/v1/admin/books/settings.csv")
        #expect(sheet.header("Content-Type") == "text/csv; charset=utf-8")
        let again = try await shop.call(
            .post, "/v1/admin/books/settings?dry_run=true", String(decoding: sheet.bytes, as: UTF8.self),
            headers: [("Content-Type", "text/csv")])
        #expect(again.number("changes_count") == 0 && again.number("errors_count") == 0)
    }

    @Test("A sheet with an error is refused whole, with lines")
    func refused() async throws {
        let shop = try await ServiceFixture()
        let told = try await tell("commission,*,,2026-01-01,,,15,,\ncommission,QQQ,,2026-01-01,,,15,,\n", shop)
        #expect(told.status == 422 && told.code == "sheet_refused")
        #expect(try told.list("errors").map { try $0.integer("line") } == [3])
        #expect(try told.list("errors").map { try $0.text("code") } == ["storefront_unknown"])
        #expect(try await shop.get("/v1/admin/books/settings").number("version") == 0)
        let json = try await shop.call(.post, "/v1/admin/books/settings?dry_run=true", "{}")
        #expect(json.status == 415)
        let reason = try await shop.call(
            .post, "/v1/admin/books/settings?reason=", Self.head,
            headers: [("Content-Type", "text/csv"), ("If-Match", "\"0\"")])
        #expect(reason.status == 400)
        let long = String(repeating: "x", count: 501)
        for (query, version) in [("dry_run=true&reason=\(long)", "\"0\""), ("dry_run=true", "0")] {
            let dry = try await shop.call(
                .post, "/v1/admin/books/settings?\(query)", Self.head,
                headers: [("Content-Type", "text/csv"), ("If-Match", version)])
            #expect(dry.status == 400)
        }
    }

    @Test("A sale without money is listed by what is missing, until it is told")
    func unpriced() async throws {
        let shop = try await ServiceFixture()
        let product = try await shop.addPack("com.example.coins.books", coins: 500)
        let user = ServiceFixture.unique("buyer")
        for milliunits in [9_990, 9_990, 0] as [Int64] {
            let token = try shop.purchase(product) { sale in
                sale.storefront = "FRA"
                (sale.price, sale.currency) = (milliunits, "EUR")
            }
            #expect(try await shop.submit(token, for: user).status == 200)
        }
        let missing = try await shop.get("/v1/admin/books/unpriced")
        #expect(missing.number("count") == 2 && missing.list("sales").count == 2)
        let group = try #require(missing.list("groups").first)
        #expect(try group.text("missing") == "tax_missing" && group.text("storefront") == "FRA")
        #expect(try group.integer("count") == 2 && missing.list("groups").count == 1)
        _ = try await tell("tax,*,,2020-01-01,,,0,of_price,\n", shop)
        let cut = try await shop.get("/v1/admin/books/unpriced")
        #expect(try cut.list("groups").map { try $0.text("missing") } == ["commission_missing"])
        _ = try await tell("commission,*,,2020-01-01,,,15,,\n", shop)
        #expect(try await shop.get("/v1/admin/books/unpriced").number("count") == 0)
    }

    @Test("A period closes when it is over and every check holds; another person opens it again")
    func periods() async throws {
        let shop = try await ServiceFixture()
        let close = "/v1/admin/books/periods/2020-01/close"
        #expect(try await shop.call(.post, close, "{}").code == "books_first_day_missing")
        _ = try await tell("first_day,,,,,,,,2020-01-15\n", shop)
        let product = try await shop.addPack("com.example.coins.period", coins: 500)
        let token = try shop.purchase(product) { $0.purchaseDate = 1_579_500_000_000 }
        #expect(try await shop.submit(token, for: ServiceFixture.unique("buyer")).status == 200)
        let next = try await shop.get("/v1/admin/books/periods")
        #expect(next.text("next") == "2020-01" && next.text("next_ends_at") == "2020-02-01T00:00:00.000000Z")
        #expect(try await shop.call(.post, "/v1/admin/books/periods/2020-02/close", "{}").code == "period_not_next")
        #expect(try await shop.call(.post, "/v1/admin/books/periods/x/close", "{}").status == 400)
        let refused = try await shop.call(.post, close, "{}")
        #expect(refused.status == 409 && refused.code == "period_checks_failed")
        #expect(try refused.list("findings").map { try $0.text("check") } == ["unpriced_sales"])
        let dry = try await shop.call(.post, close, #"{"dry_run":true}"#)
        #expect(dry.status == 200 && dry.list("findings").count == 1 && dry.object("closed") == nil)
        let closed = try await shop.call(.post, close, #"{"accept":["unpriced_sales"],"reason":"the first"}"#)
        #expect(closed.status == 200)
        #expect(try closed.object("closed")?.integer("unpriced") == 1)
        #expect(try await shop.call(.post, close, "{}").code == "period_closed")
        let figures = try await shop.get("/v1/admin/books/periods/2020-01/figures")
        let filed = String(decoding: figures.bytes, as: UTF8.self)
        #expect(figures.status == 200 && filed.hasPrefix("trial_balance.csv\r\naccount,"))
        #expect(filed.contains("\r\nrollforward_coins.csv\r\n"))
        let fixed = try await tell("presentation,,,,,,,,net\n", shop)
        #expect(fixed.code == "sheet_refused")
        try await reopen(shop)
    }

    private func reopen(_ shop: ServiceFixture) async throws {
        let reopen = "/v1/admin/books/periods/2020-01/reopen"
        #expect(try await shop.call(.post, reopen, "{}").status == 400)
        let asked = try await shop.call(.post, reopen, #"{"reason":"a price was wrong"}"#)
        #expect(asked.status == 202 && asked.text("state") == "open")
        let approval = try #require(asked.text("approval"))
        let own = try await shop.call(.post, "/v1/admin/books/reopenings/\(approval)/approve")
        #expect(own.code == "second_person_needed")
        let second = try await shop.makeKey([.books])
        let done = try await shop.call(.post, "/v1/admin/books/reopenings/\(approval)/approve", key: second)
        #expect(done.status == 200 && done.text("state") == "done")
        let periods = try await shop.get("/v1/admin/books/periods").list("periods")
        #expect(try periods.map { try $0.text("state") } == ["open"])
        #expect(try await shop.get("/v1/admin/books/periods/2020-01/figures").code == "period_not_closed")
        // Support's approvals know nothing of it, and answer.
        #expect(try await shop.get("/v1/admin/approvals").list("approvals").isEmpty)
        #expect(try await shop.get("/v1/admin/approvals/\(approval)").code == "approval_not_found")
        #expect(try await tell("presentation,,,,,,,,net\n", shop).status == 200)
    }
}
