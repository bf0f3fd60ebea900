import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// `POST /v1/bulk`, whose lines are decided one by one.
@Suite struct BulkCases {
    @Test("each line is told in its place, as the call that it is would be; what is wrong with one stops no other")
    func mixed() async throws {
        let shop = try await ServiceFixture.shared
        let item = try await shop.addItem(price: 30)
        let once = try await shop.addItem(price: 10, kind: 1)
        let (user, other) = (ServiceFixture.unique("u"), ServiceFixture.unique("u"))
        let key = ServiceFixture.unique("k")
        let lines = [
            BulkText.grant(100, user, key: "\(key)-0"), BulkText.spend(item, 30, user, key: "\(key)-1"),
            BulkText.spend(item, 31, user, key: "\(key)-2"), BulkText.spend(item, 30, other, key: "\(key)-1"),
            #"{"kind":"spend","user":"\#(user)","item":"\#(item)","expected_price":30}"#,
            #"{"kind":"spend","user":"\#(user)","idempotency_key":"a b","item":"\#(item)","expected_price":30}"#,
            #"{"kind":"steal","user":"\#(user)","idempotency_key":"\#(key)","coins":1}"#, #""spend""#, "17", "{}",
            #"{"kind":"grant","user":"\#(user)","idempotency_key":"\#(key)","coins":1,"reason":"r","item":"x"}"#,
            #"{"kind":"grant","user":"\u0001","idempotency_key":"\#(key)","coins":1,"reason":"r"}"#,
            BulkText.spend("none", 1, user, key: "\(key)-3"), BulkText.spend(once, 10, user, key: "\(key)-4"),
            BulkText.spend(once, 10, user, key: "\(key)-5"), BulkText.spend(item, 30, user, key: "\(key)-1"),
            BulkText.grant(7, user, key: "\(key)-1"), BulkText.spend(item, 30, user, key: "\(key)-6"),
        ]
        let results = try await shop.bulk(lines)
        let expected: [(Int, String?)] = [
            (200, nil), (200, nil), (409, "price_changed"), (422, "insufficient_coins"),
            (400, "idempotency_key_missing"), (400, "malformed"), (400, "malformed"), (400, "malformed"),
            (400, "malformed"), (400, "malformed"), (400, "malformed"), (400, "malformed"), (404, "item_not_found"),
            (200, nil), (409, "already_owned"), (200, nil), (422, "idempotency_key_reused"), (200, nil),
        ]
        #expect(results.map(\.line) == Array(1...lines.count))
        #expect(results.map(\.status) == expected.map(\.0))
        #expect(results.map(\.code) == expected.map(\.1))
        #expect(results.map(\.isReplay).enumerated().filter(\.element).map(\.offset) == [15])
        #expect(results[2].problem?["current_price"] == .integer(30))
        #expect(try await shop.available(user) == 30)

        // A line is the call: sent alone under its key it is a replay, and the other way round.
        let alone = try await shop.spend(item, for: user, price: 30, key: "\(key)-1")
        #expect(alone.header("Idempotency-Replayed") == "true")
        #expect(alone.json == results[1].answer && alone.json == results[15].answer)
        let again = try await shop.bulk(lines)
        #expect(again.map(\.status) == expected.map(\.0))
        #expect(again[0].isReplay && again[0].answer == results[0].answer)
    }

    @Test(
        "a body that is none is refused as a whole, and nothing happens",
        arguments: [
            ("[]", "unreadable"), ("", "unreadable"), (#"{"operations":[]}"#, "malformed"), ("{}", "malformed"),
            (#"{"operations":{}}"#, "malformed"), (#"{"operations":null}"#, "malformed"),
            (#"{"operations":[LINE,LINE"#, "unreadable"), (#"{"operations":[LINE,]}"#, "unreadable"),
            (#"{"operations":[LINE],"more":1}"#, "malformed"), (#"{"operations":[LINE],"atomic":1}"#, "malformed"),
            (#"{"operations":[LINE],"operations":[LINE]}"#, "malformed"),
            (#"{"operations":[LINE,{"kind":"grant","kind":"grant"}]}"#, "malformed"),
            (#"{"operations":[MANY]}"#, "malformed"),
        ])
    func badBodies(body: String, code: String) async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u")
        let line = BulkText.grant(1, user, key: ServiceFixture.unique("k"))
        let many = Array(repeating: line, count: Limits.bulkLinesMax + 1).joined(separator: ",")
        let text = body.replacing("LINE", with: line).replacing("MANY", with: many)
        let told = try await shop.call(.post, "/v1/bulk", text)
        #expect(told.status == 400 && told.code == code)
        #expect(try await shop.available(user) == 0)
    }

    @Test("a line needs the scope of its kind, the others go on")
    func scopes() async throws {
        let shop = try await ServiceFixture.shared
        let key = try await shop.makeKey([.grant])
        let user = ServiceFixture.unique("u")
        let lines = [
            BulkText.spend("x", 1, user, key: ServiceFixture.unique("k")),
            BulkText.grant(5, user, key: ServiceFixture.unique("k")),
        ]
        let results = try await shop.bulk(lines, key: key)
        #expect(results.map(\.status) == [403, 200] && results[0].code == "scope_missing")
        #expect(try await shop.available(user) == 5)
    }

    @Test("1,000 lines against one wallet: in order, each once, and once more as replays")
    func hotWallet() async throws {
        let shop = try await ServiceFixture.shared
        let item = try await shop.addItem(price: 1)
        let user = ServiceFixture.unique("u")
        let key = ServiceFixture.unique("k")
        _ = try await shop.grant(600, to: user)
        let lines = (0..<1_000).map { BulkText.spend(item, 1, user, key: "\(key)-\($0)") }
        let results = try await shop.bulk(lines)
        #expect(results.map(\.line) == Array(1...1_000))
        #expect(results.count { $0.status == 200 } == 600)
        #expect(results.count { $0.code == "insufficient_coins" } == 400)
        #expect(try await shop.available(user) == 0)
        let again = try await shop.bulk(lines)
        #expect(again.count { $0.isReplay } == 600 && again.count { $0.status == 422 } == 400)
        let pairs = zip(results, again).filter { $0.0.status == 200 }
        #expect(pairs.allSatisfy { $0.0.answer == $0.1.answer })
    }

    @Test("1,000 lines for 1,000 users whom nobody knew before")
    func manyWallets() async throws {
        let shop = try await ServiceFixture.shared
        let prefix = ServiceFixture.unique("many")
        let lines = (1...1_000).map { BulkText.grant($0, "\(prefix)-\($0)", key: "k") }
        let results = try await shop.bulk(lines)
        #expect(results.map(\.line) == Array(1...1_000))
        #expect(results.filter { $0.status != 200 || $0.isReplay }.map(\.code) == [])
        #expect(results.compactMap { try? $0.answer?.integer("coins") } == Array(1...1_000))
        for number in [1, 500, 1_000] { #expect(try await shop.available("\(prefix)-\(number)") == Int64(number)) }
    }

    @Test("each line counts for its user's limit, and all of them for the key's")
    func limits() async throws {
        let shop = try await ServiceFixture { settings in
            settings.rates.perKey = RateLimit(requests: 1, inSeconds: 36_000, burst: 2)
            settings.rates.perUser = RateLimit(requests: 1, inSeconds: 36_000, burst: 2)
        }
        let user = ServiceFixture.unique("u")
        // Refused in parsing, so that no slow machine makes the test repeat them.
        let lines = Array(repeating: BulkText.spend("none", 1, user, key: "k"), count: 4)
        let told = try await shop.call(
            .post, "/v1/bulk", BulkText.body(lines + [BulkText.spend("none", 1, "other", key: "k")]))
        let results = told.list("results").map { BulkTold($0) }
        #expect(results.map { $0.code == "rate_limited" } == [false, false, true, true, false])
        #expect((results[2].retryAfter ?? 0) > 30_000)
        // Five lines of a burst of two: the next request waits for three that were lent, and one.
        let next = try await shop.get("/v1/packs")
        #expect(next.status == 429)
        #expect(try #require(next.header("Retry-After").flatMap { Int($0) }) > 3 * 36_000)
    }
}

/// Bodies as clients write them.
enum BulkText {
    static func spend(_ item: String, _ price: Int, _ user: String, key: String) -> String {
        #"{"kind":"spend","user":"\#(user)","idempotency_key":"\#(key)","item":"\#(item)","expected_price":\#(price)}"#
    }

    static func grant(_ coins: Int, _ user: String, key: String) -> String {
        #"{"kind":"grant","user":"\#(user)","idempotency_key":"\#(key)","coins":\#(coins),"reason":"r"}"#
    }

    static func body(_ lines: [String], atomic: Bool = false) -> String {
        #"{"operations":[\#(lines.joined(separator: ","))]\#(atomic ? #","atomic":true"# : "")}"#
    }
}

/// One line's result as tests look at it.
struct BulkTold: Sendable {
    let line: Int
    let status: Int
    let isReplay: Bool
    let retryAfter: Int64?
    let answer: JSONObject?
    let problem: JSONObject?

    init(_ json: JSONObject) {
        line = ((try? json.integer("line")) ?? nil).map(Int.init) ?? 0
        status = ((try? json.integer("status")) ?? nil).map(Int.init) ?? 0
        isReplay = ((try? json.optionalBoolean("replayed")) ?? nil) ?? false
        retryAfter = (try? json.optionalInteger("retry_after")) ?? nil
        answer = (try? json.optionalObject("answer")) ?? nil
        problem = (try? json.optionalObject("problem")) ?? nil
    }

    var code: String? { problem.flatMap { try? $0.text("code") } }
}

extension ServiceFixture {
    /// Sent again, as clients must, while a line was not settled because the machine is slow.
    func bulk(_ lines: [String], key: String? = nil) async throws -> [BulkTold] {
        var results: [BulkTold] = []
        for _ in 0..<50 {
            let told = try await call(.post, "/v1/bulk", BulkText.body(lines), key: key, timeoutMs: 120_000)
            try #require(told.status == 200, "\(String(decoding: told.bytes, as: UTF8.self))")
            results = told.list("results").map { BulkTold($0) }
            guard results.contains(where: { $0.status >= 500 }) else { break }
        }
        return results
    }
}
