import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletServer

/// Cases X-1, X-2, X-3 and E-3: numbers, texts and pages.
@Suite struct ValueCases {
    private static let hostileNumbers = [
        "-1", "-120", "9007199254740992", "9223372036854775807", "9223372036854775808", "1e400", "120.5", "120.0",
        "1e3", "\"120\"", "true", "null", "[]", "{}", "NaN", "-0.0", "0x10", "01",
    ]

    @Test("X-1, X-2: an amount that is no whole number of coins is 4xx and posts nothing", arguments: hostileNumbers)
    func amounts(number: String) async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        _ = try await shop.grant(200, to: user)
        for (path, body) in [
            ("spends", #"{"item":"x","expected_price":\#(number)}"#), ("grants", #"{"coins":\#(number),"reason":"r"}"#),
        ] {
            let told = try await shop.call(
                .post, "/v1/wallets/\(user)/\(path)", body, headers: [("Idempotency-Key", ServiceFixture.unique("k"))])
            #expect([400, 422].contains(told.status), "\(path) \(number) \(told.status)")
            #expect(told.code != nil)
        }
        #expect(try await shop.available(user) == 200)
    }

    @Test("X-1: a grant and a pack of nothing are refused")
    func nothing() async throws {
        let shop = try await ServiceFixture.shared
        #expect(try await shop.grant(0, to: ServiceFixture.unique("u")).code == "amount_out_of_range")
        let pack = try await shop.call(
            .put, "/v1/admin/packs/nothing",
            #"{"bundle":"b","product":"p","title":"t","coins":0,"reason":"test"}"#)
        #expect(pack.code == "amount_out_of_range")
    }

    @Test(
        "X-2: bodies that are no such object are 400",
        arguments: [
            "", "[]", "null", "{", #"{"item":"a","item":"b","expected_price":1}"#,
            #"{"item":"\u0000","expected_price":1}"#,
            #"{"item":"\ud800","expected_price":1}"#, #"{"item":"a","expected_price":1,"more":1}"#,
            #"{"item":"","expected_price":1}"#, #"{"item":"a b","expected_price":1}"#,
            #"{"item":"a","expected_price":1,"quantity":0}"#, #"{"item":"a","expected_price":1,"quantity":1001}"#,
            #"{"item":"a","expected_price":1,"quantity":1.0}"#, "\u{FEFF}{}", String(repeating: "[", count: 10_000),
        ])
    func bodies(body: String) async throws {
        let shop = try await ServiceFixture.shared
        let told = try await shop.call(
            .post, "/v1/wallets/u/spends", body, headers: [("Idempotency-Key", ServiceFixture.unique("k"))])
        #expect(told.status == 400)
        #expect(["unreadable", "malformed"].contains(told.code))
        #expect(told.header("Content-Type") == "application/problem+json")
    }

    @Test("X-2: invalid UTF-8, another media type, too much", arguments: ["text/plain", "application/xml", ""])
    func mediaTypes(type: String) async throws {
        let shop = try await ServiceFixture.shared
        let headers = [("Content-Type", type), ("Idempotency-Key", "k")]
        let told = try await shop.call(.post, "/v1/wallets/u/spends", "{}", headers: headers)
        #expect(told.status == 415)
        let tooMuch = try await shop.call(
            .post, "/v1/wallets/u/spends", String(repeating: " ", count: 65 * 1_024),
            headers: [("Idempotency-Key", "k")])
        #expect(tooMuch.status == 413)
        #expect(tooMuch.code == "body_too_large")
    }

    @Test(
        "X-2: users that are no user ids are 400, strange but legal ones work",
        arguments: [
            ("%00", 400), ("%0A", 400), ("%7F", 400), ("%C2%80", 400), ("%FF", 400), ("%zz", 400),
            (String(repeating: "u", count: 129), 400), (String(repeating: "u", count: 128), 200), ("a%2Fb", 200),
            ("%F0%9F%92%B0", 200), ("%25", 200), ("..%2F..", 200), ("a+b", 200), ("'--", 200),
        ] as [(String, Int)])
    func users(user: String, status: Int) async throws {
        let shop = try await ServiceFixture.shared
        #expect(try await shop.wallet(user).status == status)
    }

    @Test(
        "X-2: parameters that are none are 400",
        arguments: [
            "limit=-1", "limit=0", "limit=501", "limit=1000000000000000000", "limit=1.0", "limit=", "limit=1&limit=2",
            "cursor=", "cursor=abc", "cursor=%00", "environment=Xcode", "environment=", "unknown=1", "order=up", "%zz",
        ])
    func parameters(query: String) async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u")
        _ = try await shop.grant(1, to: user)
        let told = try await shop.get("/v1/wallets/\(user)/entries?\(query)")
        #expect(told.status == 400)
        #expect(["malformed", "bad_cursor"].contains(told.code))
    }

    @Test("X-2: a credit beyond what a wallet can hold waits, and nothing wraps")
    func overfull() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        #expect(try await shop.grant(9_007_199_254_740_991 - 50, to: user).status == 200)
        let told = try await shop.submit(try shop.purchase(product), for: user)
        #expect(told.status == 202)
        #expect(try told.purchases.first?.text("reason") == "held_for_review")
        #expect(told.flag("finish") == false)
        #expect(try await shop.grant(51, to: user).code == "amount_out_of_range")
        #expect(try await shop.available(user) == 9_007_199_254_740_991 - 50)
    }

    @Test("X-3: the customer's price is kept as Apple sent it, unknown stays unknown")
    func customerPrice() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        for (price, currency) in [(9_990, "USD"), (160_000, "JPY"), (0, "EUR"), (nil, nil)] as [(Int64?, String?)] {
            let proof = try shop.purchase(product) {
                $0.price = price
                $0.currency = currency
            }
            #expect(try await shop.submit(proof, for: user).states == ["credited"])
        }
        let lots = try await shop.get("/v1/wallets/\(user)/lots").list("lots")
        #expect(try lots.map { try $0.optionalInteger("customer_price_milliunits") } == [9_990, 160_000, 0, nil])
        #expect(try lots.map { try $0.optionalText("currency") } == ["USD", "JPY", "EUR", nil])
    }

    @Test(
        "E-3: a walk in pages of any size gives each entry once, in order, while others write", arguments: [50, 7, 1])
    func pages(limit: Int) async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u")
        for _ in 0..<25 { _ = try await shop.grant(1, to: user) }
        for order in ["oldest", "newest"] {
            var seen: [Int64] = []
            var cursor: String?
            repeat {
                let more = cursor.map { "&cursor=\($0)" } ?? ""
                let page = try await shop.get("/v1/wallets/\(user)/entries?order=\(order)&limit=\(limit)\(more)")
                #expect(page.status == 200)
                seen += try page.list("entries").map { try $0.integer("sequence") }
                cursor = page.text("next_cursor")
                if seen.count < 20 { _ = try await shop.grant(1, to: user) }
            } while cursor != nil && seen.count < 200
            #expect(Set(seen).count == seen.count)
            #expect(seen == (order == "oldest" ? seen.sorted() : seen.sorted(by: >)))
            #expect(Set(seen).isSuperset(of: Set(1...25)))
        }
    }

    @Test("E-3: a cursor changed by hand, of another user, order or list is 400 bad_cursor")
    func foreignCursors() async throws {
        let shop = try await ServiceFixture.shared
        let (user, other) = (ServiceFixture.unique("u"), ServiceFixture.unique("v"))
        for name in [user, other] {
            for _ in 0..<3 { _ = try await shop.grant(1, to: name) }
        }
        let page = try await shop.get("/v1/wallets/\(user)/entries?limit=1")
        let cursor = try #require(page.text("next_cursor"))
        let paths = [
            "/v1/wallets/\(other)/entries?cursor=\(cursor)",
            "/v1/wallets/\(user)/entries?order=oldest&cursor=\(cursor)",
            "/v1/wallets/\(user)/lots?cursor=\(cursor)", "/v1/wallets/\(user)/entries?cursor=\(cursor)A",
            "/v1/wallets/\(user)/entries?environment=sandbox&cursor=\(cursor)",
            "/v1/wallets/\(user)/entries?cursor=B\(cursor.dropFirst())",
        ]
        for path in paths {
            let told = try await shop.get(path)
            #expect(told.status == 400, "\(path)")
            #expect(told.code == "bad_cursor")
        }
        #expect(try await shop.get("/v1/wallets/\(user)/entries?cursor=\(cursor)").list("entries").count == 2)
    }
}
