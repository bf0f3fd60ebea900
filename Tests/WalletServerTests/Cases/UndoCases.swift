import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletServer

/// Undo, and lots both ways: which lots paid a spend, what a purchase was spent on.
@Suite struct UndoCases {
    private let user = ServiceFixture.unique("u1")

    private func undo(
        _ shop: ServiceFixture, _ spend: String, _ body: String? = nil, key: String = ServiceFixture.unique("undo")
    ) async throws -> Told {
        try await shop.call(.post, "/v1/spends/\(spend)/undo", body, headers: [("Idempotency-Key", key)])
    }

    private func numbers(_ list: [JSONObject], _ name: String) -> [Int64] {
        list.compactMap { (try? $0.optionalInteger(name)) ?? nil }
    }

    private func words(_ list: [JSONObject], _ name: String) -> [String] {
        list.compactMap { (try? $0.optionalText(name)) ?? nil }
    }

    @Test("In two parts: repeats answer the same bytes, more than is left is refused with the figures")
    func parts() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(300, to: user)
        let course = try await shop.addItem("course", price: 288, kind: 1)
        let spend = try #require(try await shop.spend(course, for: user, price: 288).text("spend"))
        let key = ServiceFixture.unique("K")
        let first = try await undo(shop, spend, #"{"amount":100,"reason":"half of it"}"#, key: key)
        #expect(first.status == 200)
        #expect(first.number("coins") == 100)
        #expect(first.text("spend") == spend)
        #expect(first.flag("ownership_ended") == false)
        #expect(try first.object("balance")?.integer("available") == 112)

        let more = try await undo(shop, spend, #"{"amount":189}"#)
        #expect(more.status == 422 && more.code == "more_than_paid")
        #expect(more.number("paid") == 288 && more.number("undone") == 100)

        let rest = try await undo(shop, spend)
        #expect(rest.number("coins") == 188)
        #expect(rest.flag("ownership_ended") == true)
        #expect(try await undo(shop, spend).code == "more_than_paid")
        let again = try await undo(shop, spend, #"{"reason":"half of it","amount":100}"#, key: key)
        #expect(again.bytes == first.bytes)
        #expect(again.header("Idempotency-Replayed") == "true")
        #expect(try await undo(shop, spend, #"{"amount":100}"#, key: key).code == "idempotency_key_reused")
        #expect(try await shop.available(user) == 300)
        #expect(try await shop.spend(course, for: user, price: 288).status == 200)
    }

    @Test(
        "What cannot be undone changes nothing",
        arguments: [
            (#"{"amount":0}"#, 422, "amount_out_of_range"), (#"{"amount":-1}"#, 422, "amount_out_of_range"),
            (#"{"amount":1.5}"#, 422, "amount_out_of_range"), (#"{"amount":"1"}"#, 400, "malformed"),
            (#"{"coins":1}"#, 400, "malformed"), (#"{"reason":" "}"#, 400, "malformed"),
            (#"{"amount":31}"#, 422, "more_than_paid"), ("[]", 400, "unreadable"),
        ])
    func refusals(body: String, status: Int, code: String) async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(30, to: user)
        let spend = try #require(
            try await shop.spend(try await shop.addItem(price: 30), for: user, price: 30).text("spend"))
        let told = try await undo(shop, spend, body)
        #expect(told.status == status && told.code == code)
        #expect(try await shop.available(user) == 0)
    }

    @Test("No key is 400; ids of nothing, of other operations and of no wallet are 404")
    func notFound() async throws {
        let shop = try await ServiceFixture.shared
        let grant = try #require(try await shop.grant(30, to: user).text("grant"))
        let spend = try #require(
            try await shop.spend(try await shop.addItem(price: 30), for: user, price: 30).text("spend"))
        #expect(try await shop.call(.post, "/v1/spends/\(spend)/undo").code == "idempotency_key_missing")
        let strangers = [
            "x", grant, "spd_" + grant.dropFirst(4), spend + "9",
            "spd_00000000000000000000000000000000_1",
        ]
        for stranger in strangers {
            let told = try await undo(shop, stranger)
            #expect(told.status == 404 && told.code == "spend_not_found", "\(stranger)")
        }
        #expect(try await shop.call(.get, "/v1/spends/\(spend)?limit=0").status == 400)
    }

    @Test("A spend shows which lots paid and what came back; a lot shows what it was spent on, page by page")
    func bothWays() async throws {
        let shop = try await ServiceFixture.shared
        let product = try await shop.addPack(ServiceFixture.unique("pack"), coins: 100)
        _ = try await shop.submit(try shop.purchase(product), for: user)
        _ = try await shop.grant(20, to: user)
        let sticker = try await shop.addItem(price: 50)
        let spend = try #require(try await shop.spend(sticker, for: user, price: 50).text("spend"))
        for amount in [10, 25] { _ = try await undo(shop, spend, #"{"amount":\#(amount)}"#) }

        let read = try await shop.get("/v1/spends/\(spend)?limit=1")
        #expect(read.number("undone") == 35)
        #expect(numbers(read.list("lots"), "coins") == [20, 30])
        #expect(numbers(read.list("lots"), "undone") == [5, 30])
        #expect(numbers(read.list("undos"), "coins") == [10])
        let cursor = try #require(read.text("next_cursor"))
        let second = try await shop.get("/v1/spends/\(spend)?limit=1&cursor=\(cursor)")
        #expect(numbers(second.list("undos"), "coins") == [25])
        #expect(try await shop.get("/v1/spends/\(spend)?cursor=\(cursor)x").code == "bad_cursor")

        let lot = try await shop.get("/v1/wallets/\(user)/lots/1")
        #expect(lot.text("kind") == "paid" && lot.number("consumed") == 0)
        #expect(words(lot.list("uses"), "kind") == ["sold", "spent", "undone", "undone"])
        #expect(numbers(lot.list("uses"), "coins") == [100, 30, 10, 20])
        #expect(words(lot.list("uses"), "spend") == [spend, spend])
        #expect(lot.text("next_cursor") == nil)
        var (seen, next): ([Int64], String?) = ([], nil)
        for _ in 0..<9 {
            let page = try await shop.get("/v1/wallets/\(user)/lots/1?limit=1" + (next.map { "&cursor=\($0)" } ?? ""))
            seen += numbers(page.list("uses"), "sequence")
            next = page.text("next_cursor")
            if next == nil { break }
        }
        #expect(seen == numbers(lot.list("uses"), "sequence"))
        #expect(try await shop.get("/v1/wallets/\(user)/lots/2?cursor=\(cursor)").code == "bad_cursor")
        for stranger in ["3", "0", "01", "x", "99999999999"] {
            #expect(try await shop.get("/v1/wallets/\(user)/lots/\(stranger)").code == "lot_not_found")
        }
    }

    @Test("The statement and the journal's export tell of the undo under its id")
    func statement() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(30, to: user)
        let course = try await shop.addItem("course", price: 30, kind: 1)
        let spend = try #require(try await shop.spend(course, for: user, price: 30).text("spend"))
        let undone = try #require(try await undo(shop, spend).text("undo"))
        let entries = try await shop.get("/v1/wallets/\(user)/entries?order=oldest").list("entries")
        #expect(words(entries, "kind") == ["granted", "spent", "undone", "ownership_ended"])
        #expect(words(entries, "operation")[2] == undone)
        #expect(words(entries, "operation")[3].hasPrefix("own_"))
        #expect(words(entries, "spend") == [spend, spend])
        #expect(numbers(entries, "change") == [30, -30, 30, 0])
        #expect(try await shop.get("/v1/wallets/\(user)/ownerships").list("ownerships").isEmpty)
    }
}
