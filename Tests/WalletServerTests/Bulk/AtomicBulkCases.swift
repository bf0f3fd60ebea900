import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// `POST /v1/bulk` with `atomic`: all lines or none.
@Suite struct AtomicBulkCases {
    @Test("all lines see each other's effect; sent again the answer is the same bytes; their keys belong to the set")
    func done() async throws {
        let shop = try await ServiceFixture.shared
        let item = try await shop.addItem(price: 60)
        let (user, key) = (ServiceFixture.unique("u"), ServiceFixture.unique("k"))
        let lines = [
            BulkText.grant(100, user, key: "\(key)-1"), BulkText.spend(item, 60, user, key: "\(key)-2"),
            BulkText.grant(30, user, key: "\(key)-3"), BulkText.spend(item, 60, user, key: "\(key)-4"),
        ]
        let told = try await shop.atomic(lines)
        #expect(told.status == 200 && told.list("results").map { BulkTold($0).line } == [1, 2, 3, 4])
        #expect(told.header("Idempotency-Replayed") == nil)
        #expect(try await shop.available(user) == 10)
        let again = try await shop.atomic(lines)
        #expect(again.bytes == told.bytes && again.header("Idempotency-Replayed") == "true")

        // A part of it, another order, more, single calls, lines of a bulk that is not atomic: other requests.
        let other = [
            (Array(lines.prefix(3)), 1), ([lines[2], lines[0], lines[1], lines[3]], 1),
            (lines + [BulkText.grant(1, user, key: "\(key)-5")], 1),
            ([BulkText.grant(1, user, key: "\(key)-6")] + lines, 2),
        ]
        for (set, line) in other {
            let refused = try await shop.atomic(set)
            #expect(refused.status == 422 && refused.code == "idempotency_key_reused")
            #expect(refused.number("line") == Int64(line))
        }
        #expect(try await shop.spend(item, for: user, price: 60, key: "\(key)-2").code == "idempotency_key_reused")
        #expect(try await shop.bulk(lines).map(\.code) == Array(repeating: "idempotency_key_reused", count: 4))
        #expect(try await shop.available(user) == 10)
    }

    @Test("the first refusal refuses all, names its line, and uses no key up")
    func refused() async throws {
        let shop = try await ServiceFixture.shared
        let item = try await shop.addItem(price: 60)
        let once = try await shop.addItem(price: 1, kind: 1)
        let (user, key) = (ServiceFixture.unique("u"), ServiceFixture.unique("k"))
        _ = try await shop.grant(50, to: user)
        let first = [
            BulkText.grant(40, user, key: "\(key)-1"), BulkText.spend(once, 1, user, key: "\(key)-2"),
            BulkText.spend(item, 60, user, key: "\(key)-3"),
        ]
        let tooMuch = first + [BulkText.spend(item, 60, user, key: "\(key)-4")]
        for _ in 0..<2 {
            let told = try await shop.atomic(tooMuch)
            #expect(told.status == 422 && told.code == "insufficient_coins" && told.number("line") == 4)
            #expect(told.number("balance") == 29 && told.number("required") == 60)
        }
        #expect(try await shop.available(user) == 50)
        #expect(try await shop.get("/v1/wallets/\(user)/ownerships").list("ownerships").isEmpty)
        #expect(try await shop.get("/v1/wallets/\(user)/entries").list("entries").count == 1)
        let twice = try await shop.atomic(first.prefix(2) + [BulkText.spend(once, 1, user, key: "\(key)-5")])
        #expect(twice.status == 409 && twice.code == "already_owned" && twice.number("line") == 3)
        let told = try await shop.atomic(first)
        #expect(told.status == 200)
        #expect(try await shop.available(user) == 29)
    }

    @Test("what is wrong with one line is said of the whole, before anything happens")
    func malformed() async throws {
        let shop = try await ServiceFixture.shared
        let (user, key) = (ServiceFixture.unique("u"), ServiceFixture.unique("k"))
        let good = BulkText.grant(5, user, key: "\(key)-1")
        let rows: [(String, Int, String)] = [
            (BulkText.grant(5, ServiceFixture.unique("other"), key: "\(key)-2"), 400, "malformed"),
            (BulkText.grant(5, user, key: "\(key)-1"), 400, "malformed"), ("1", 400, "malformed"),
            (#"{"kind":"grant","user":"\#(user)","coins":5,"reason":"r"}"#, 400, "idempotency_key_missing"),
            (BulkText.grant(0, user, key: "\(key)-2"), 422, "amount_out_of_range"),
        ]
        for (line, status, code) in rows {
            let told = try await shop.atomic([good, line])
            #expect(told.status == status && told.code == code && told.number("line") == 2, "\(line)")
        }
        let key2 = try await shop.makeKey([.grant])
        let spend = BulkText.spend("x", 1, user, key: "\(key)-2")
        let told = try await shop.call(.post, "/v1/bulk", BulkText.body([good, spend], atomic: true), key: key2)
        #expect(told.status == 403 && told.number("line") == 2)
        #expect(try await shop.available(user) == 0)
    }

    @Test("undos stand in bulks too, beside what names the user, and only those of one wallet in a set")
    func undo() async throws {
        let shop = try await ServiceFixture.shared
        let item = try await shop.addItem(price: 10)
        let (user, other, key) = (ServiceFixture.unique("u"), ServiceFixture.unique("u"), ServiceFixture.unique("k"))
        var spends: [String] = []
        for name in [user, user, other] {
            _ = try await shop.grant(10, to: name)
            spends.append(try #require(try await shop.spend(item, for: name, price: 10).text("spend")))
        }
        func undo(_ spend: String, _ number: Int) -> String {
            #"{"kind":"undo","spend":"\#(spend)","idempotency_key":"\#(key)-\#(number)"}"#
        }
        let wrong = try await shop.atomic([undo(spends[0], 1), undo(spends[2], 2)])
        #expect(wrong.status == 400 && wrong.text("member") == "spend" && wrong.number("line") == 2)
        let told = try await shop.atomic([undo(spends[0], 1), BulkText.spend(item, 10, user, key: "\(key)-3")])
        #expect(told.status == 200)
        let results = try await shop.bulk([undo(spends[1], 4), undo(spends[2], 5), undo("spd_0", 6)])
        #expect(results.map(\.status) == [200, 200, 404])
        #expect(try await shop.available(user) == 10)
        #expect(try await shop.available(other) == 10)
    }

    @Test("1,000 lines of one wallet are one operation of the Writer")
    func large() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u")
        let lines = (0..<1_000).map { BulkText.grant(1, user, key: "k\($0)") }
        let told = try await shop.atomic(lines)
        #expect(told.status == 200 && told.list("results").count == 1_000)
        #expect(try await shop.available(user) == 1_000)
        #expect(try await shop.atomic(lines).bytes == told.bytes)
    }
}

extension ServiceFixture {
    func atomic(_ lines: some Sequence<String>) async throws -> Told {
        try await call(.post, "/v1/bulk", BulkText.body(Array(lines), atomic: true), timeoutMs: 120_000)
    }
}
