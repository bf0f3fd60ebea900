import Foundation
import HTTPClient
import Testing
import WalletDomain

/// The whole story over a socket, as an app's back end lives it.
@Suite struct StoryTests {
    @Test("order, purchase, top-up, replay, spend, refusals, price change, statement")
    func story() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("story")
        let product = try await shop.addPack(ServiceFixture.unique("coins500"), coins: 500)
        let course = try await shop.addItem("course", price: 288, kind: 1)

        let order = try await shop.call(.post, "/v1/orders", #"{"user":"\#(user)","pack":"pack-\#(product)"}"#)
        #expect(order.status == 200)
        #expect(order.text("state") == "open")
        let token = try #require(order.text("app_account_token"))

        let proof = try shop.purchase(product, token: token.uppercased())
        let credited = try await shop.submit(proof, for: user)
        #expect(credited.status == 200, "\(String(decoding: credited.bytes, as: UTF8.self))")
        #expect(credited.states == ["credited"])
        #expect(credited.flag("finish") == true)
        #expect(try await shop.available(user) == 500)

        let again = try await shop.submit(proof, for: user)
        #expect(again.states == ["already_credited"])
        #expect(again.flag("finish") == true)
        let done = try await shop.get("/v1/orders/\(try #require(order.text("order")))")
        #expect(done.text("state") == "completed")

        let spend = try await shop.spend(course, for: user, price: 288, key: "story-key-\(user)")
        #expect(spend.status == 200, "\(String(decoding: spend.bytes, as: UTF8.self))")
        #expect(try spend.object("balance")?.integer("available") == 212)
        let replay = try await shop.spend(course, for: user, price: 288, key: "story-key-\(user)")
        #expect(replay.bytes == spend.bytes)
        #expect(replay.header("Idempotency-Replayed") == "true")
        #expect(spend.header("Idempotency-Replayed") == nil)
        let read = try await shop.get("/v1/spends/\(try #require(spend.text("spend")))")
        #expect(read.number("version") == spend.number("version") && read.text("at") == spend.text("at"))
        #expect(read.object("balance") == spend.object("balance") && read.number("undone") == 0)

        let other = try await shop.addItem("course", price: 300)
        let tooLittle = try await shop.spend(other, for: user, price: 300)
        #expect(tooLittle.status == 422)
        #expect(tooLittle.code == "insufficient_coins")
        #expect(tooLittle.number("balance") == 212)
        #expect(tooLittle.number("required") == 300)
        let changed = try await shop.spend(other, for: user, price: 150)
        #expect(changed.status == 409)
        #expect(changed.code == "price_changed")
        #expect(changed.number("current_price") == 300)
        let owned = try await shop.spend(course, for: user, price: 288)
        #expect(owned.code == "already_owned")
        #expect(owned.text("spend") == spend.text("spend"))

        let statement = try await shop.get("/v1/wallets/\(user)/entries")
        #expect(try statement.list("entries").map { try $0.text("kind") } == ["spent", "sold"])
        #expect(try statement.list("entries").map { try $0.integer("change") } == [-288, 500])
        let ownerships = try await shop.get("/v1/wallets/\(user)/ownerships")
        #expect(try ownerships.list("ownerships").map { try $0.text("item") } == [course])
        let lots = try await shop.get("/v1/wallets/\(user)/lots")
        #expect(try lots.list("lots").map { try $0.integer("remaining") } == [212])
        let purchases = try await shop.get("/v1/wallets/\(user)/purchases")
        #expect(purchases.list("purchases").count == 1)
    }
}
