import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletServer

/// Cases L-1, L-2, L-3, L-5, P-1, P-2 as far as these calls go.
@Suite struct SpendingCases {
    @Test("L-1: of 20 parallel spends with money for one exactly one succeeds, ten times over")
    func parallel() async throws {
        let shop = try await ServiceFixture.shared
        var courses: [String] = []
        for _ in 0..<20 { courses.append(try await shop.addItem("course", price: 120, kind: 1)) }
        for _ in 0..<10 {
            let user = ServiceFixture.unique("u1")
            _ = try await shop.grant(200, to: user)
            let told = try await withThrowingTaskGroup(of: Told.self) { group in
                for course in courses { group.addTask { try await shop.spend(course, for: user, price: 120) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(told.filter { $0.status == 200 }.count == 1)
            #expect(told.filter { $0.code == "insufficient_coins" }.count == 19)
            #expect(try await shop.available(user) == 80)
        }
    }

    @Test("L-2: a key does one thing for one user")
    func keys() async throws {
        let shop = try await ServiceFixture.shared
        let (first, second) = (ServiceFixture.unique("u1"), ServiceFixture.unique("u2"))
        for user in [first, second] { _ = try await shop.grant(1_000, to: user) }
        let (c1, c2) = (try await shop.addItem(price: 120), try await shop.addItem(price: 80))
        let key = ServiceFixture.unique("K")
        let original = try await shop.spend(c1, for: first, price: 120, key: key)
        #expect(original.status == 200)
        let reordered = try await shop.call(
            .post, "/v1/wallets/\(first)/spends", #"{ "expected_price" : 120, "item": "\#(c1)" }"#,
            headers: [("Idempotency-Key", key)])
        #expect(reordered.bytes == original.bytes)
        #expect(reordered.header("Idempotency-Replayed") == "true")
        #expect(try await shop.spend(c2, for: first, price: 80, key: key).code == "idempotency_key_reused")
        let otherOperation = try await shop.call(
            .post, "/v1/wallets/\(first)/grants", #"{"coins":1,"reason":"x"}"#, headers: [("Idempotency-Key", key)])
        #expect(otherOperation.status == 422)
        #expect(otherOperation.code == "idempotency_key_reused")
        #expect(try await shop.spend(c1, for: second, price: 120, key: key).header("Idempotency-Replayed") == nil)
        #expect(try await shop.available(first) == 880)
        #expect(try await shop.available(second) == 880)
    }

    @Test("L-2: of two contents under one key, sent together, one is done")
    func contest() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        _ = try await shop.grant(1_000, to: user)
        let items = [try await shop.addItem(price: 80), try await shop.addItem(price: 80)]
        let told = try await withThrowingTaskGroup(of: Told.self) { group in
            for number in 0..<10 {
                group.addTask { try await shop.spend(items[number % 2], for: user, price: 80, key: "M-\(user)") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(told.filter { $0.status == 200 }.count == 5)
        #expect(told.filter { $0.code == "idempotency_key_reused" }.count == 5)
        #expect(Set(told.filter { $0.status == 200 }.map(\.bytes)).count == 1)
        #expect(try await shop.available(user) == 920)
    }

    @Test("L-2: no key and a bad key are 400", arguments: [nil, "", "a b", "ü", String(repeating: "k", count: 129)])
    func badKeys(key: String?) async throws {
        let shop = try await ServiceFixture.shared
        let told = try await shop.call(
            .post, "/v1/wallets/u/spends", #"{"item":"x","expected_price":1}"#,
            headers: key.map { [("Idempotency-Key", $0)] } ?? [])
        #expect(told.status == 400)
        #expect(["idempotency_key_missing", "malformed"].contains(told.code))
    }

    @Test("L-3: the same course twice, with new keys and together: one debit, the reference of the first")
    func twice() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        _ = try await shop.grant(500, to: user)
        let course = try await shop.addItem("course", price: 120, kind: 1)
        let first = try await shop.spend(course, for: user, price: 120)
        async let second = shop.spend(course, for: user, price: 120)
        async let third = shop.spend(course, for: user, price: 120)
        for told in try await [second, third] {
            #expect(told.status == 409)
            #expect(told.code == "already_owned")
            #expect(told.text("spend") == first.text("spend"))
        }
        #expect(try await shop.available(user) == 380)
        #expect(try await shop.get("/v1/wallets/\(user)/ownerships").list("ownerships").count == 1)
    }

    @Test("L-5: a balance read after a spend shows its effect")
    func freshBalance() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        let item = try await shop.addItem(price: 1)
        _ = try await shop.grant(100, to: user)
        for spent in 1...50 {
            #expect(try await shop.spend(item, for: user, price: 1).status == 200)
            #expect(try await shop.available(user) == Int64(100 - spent))
        }
    }

    @Test("P-1: another price than the one in force changes nothing, also when it became cheaper; a replay stands")
    func priceChanged() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        _ = try await shop.grant(500, to: user)
        let item = try await shop.addItem(price: 120)
        let key = ServiceFixture.unique("K")
        let bought = try await shop.spend(item, for: user, price: 120, key: key)
        #expect(bought.number("price_version") == 1)
        for price in [150, 90] as [Int64] {
            let set = try await shop.call(
                .post, "/v1/admin/items/\(item)/prices", #"{"price":\#(price),"reason":"test"}"#)
            #expect(set.status == 200)
            let told = try await shop.spend(item, for: user, price: 120)
            #expect(told.status == 409)
            #expect(told.code == "price_changed")
            #expect(told.number("current_price") == price)
        }
        #expect(try await shop.spend(item, for: user, price: 120, key: key).bytes == bought.bytes)
        #expect(try await shop.available(user) == 380)
        #expect(try await shop.spend(item, for: user, price: 90).number("price_version") == 3)
        let history = try await shop.get("/v1/admin/items/\(item)/prices")
        #expect(try history.list("prices").map { try $0.integer("price") } == [90, 150, 120])
    }

    @Test("P-2: no price, archived, draft and free items")
    func priceless() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        _ = try await shop.grant(100, to: user)
        let unpriced = try await shop.addItem(price: nil)
        #expect(try await shop.spend(unpriced, for: user, price: 0).code == "not_for_sale")
        let withdrawn = try await shop.addItem(price: 10, state: 3)
        #expect(try await shop.spend(withdrawn, for: user, price: 10).code == "not_for_sale")
        let draft = try await shop.addItem(price: 10, state: 1)
        #expect(try await shop.spend(draft, for: user, price: 10).code == "item_not_found")
        #expect(try await shop.spend("nothing-of-the-kind", for: user, price: 10).code == "item_not_found")
        let free = try await shop.addItem(price: 0, kind: 1)
        let told = try await shop.spend(free, for: user, price: 0)
        #expect(told.status == 200)
        #expect(told.number("coins") == 0)
        #expect(told.list("lots").isEmpty)
        #expect(try await shop.available(user) == 100)
        #expect(try await shop.get("/v1/wallets/\(user)/ownerships").list("ownerships").count == 1)
        let unsaid = try await shop.call(.post, "/v1/admin/items/\(unpriced)/prices", #"{"price":0,"reason":"test"}"#)
        #expect(unsaid.status == 400)
        #expect(unsaid.text("member") == "free")
    }

    @Test("a refusal does not use its key up")
    func refusalIsNotSticky() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        let item = try await shop.addItem(price: 50)
        let key = ServiceFixture.unique("K")
        #expect(try await shop.spend(item, for: user, price: 50, key: key).code == "insufficient_coins")
        _ = try await shop.grant(50, to: user)
        #expect(try await shop.spend(item, for: user, price: 50, key: key).status == 200)
    }
}
