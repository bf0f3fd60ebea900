import Testing
import WalletDomain
import WalletServer

/// Holds as lines of a bulk, and answers of sets in which one thing follows from another.
@Suite struct BulkHoldCases {
    private static func hold(_ coins: Int, _ user: String, key: String) -> String {
        #"{"kind":"hold","user":"\#(user)","idempotency_key":"\#(key)","amount":\#(coins)}"#
    }

    private static func end(_ hold: String, _ kind: String, _ more: String = "", key: String) -> String {
        #"{"kind":"\#(kind)","hold":"\#(hold)","idempotency_key":"\#(key)"\#(more)}"#
    }

    @Test("coins are held, captured in part and released line by line, and once more as replays")
    func lines() async throws {
        let shop = try await ServiceFixture.shared
        let (user, key) = (ServiceFixture.unique("u"), ServiceFixture.unique("k"))
        _ = try await shop.grant(100, to: user)
        let placing = [Self.hold(30, user, key: "\(key)-1"), Self.hold(20, user, key: "\(key)-2")]
        let placed = try await shop.bulk(placing)
        #expect(placed.map(\.status) == [200, 200])
        let holds = try placed.map { try #require(try $0.answer?.text("hold")) }
        #expect(try await shop.available(user) == 50)
        let ending = [
            Self.end(holds[0], "capture", #","amount":25"#, key: "\(key)-3"),
            Self.end(holds[1], "release", key: "\(key)-4"), Self.end(holds[1], "capture", key: "\(key)-5"),
            Self.end("hld_1", "release", key: "\(key)-6"),
        ]
        let ended = try await shop.bulk(ending)
        #expect(ended.map(\.status) == [200, 200, 409, 404])
        #expect(ended[2].code == "hold_released" && ended[3].code == "hold_not_found")
        #expect(try await shop.available(user) == 75)
        let again = try await shop.bulk(placing + ending.prefix(2))
        #expect(again.allSatisfy { $0.status == 200 && $0.isReplay })
        #expect(again.map(\.answer) == (placed + ended.prefix(2)).map(\.answer))
        #expect(try await shop.available(user) == 75)
    }

    @Test("in a set a capture that gives back and an undo that ends an ownership answer as they do alone")
    func setWithConsequences() async throws {
        let shop = try await ServiceFixture.shared
        let course = try await shop.addItem("course", price: 40, kind: 1)
        let (user, key) = (ServiceFixture.unique("u"), ServiceFixture.unique("k"))
        _ = try await shop.grant(100, to: user)
        let spend = try #require(try await shop.spend(course, for: user, price: 40).text("spend"))
        let hold = try #require(try await shop.bulk([Self.hold(30, user, key: "\(key)-1")])[0].answer?.text("hold"))
        let set = [
            Self.end(hold, "capture", #","amount":10"#, key: "\(key)-2"),
            #"{"kind":"undo","spend":"\#(spend)","idempotency_key":"\#(key)-3"}"#,
            BulkText.grant(1, user, key: "\(key)-4"),
        ]
        let told = try await shop.atomic(set)
        #expect(told.status == 200)
        let answers = try told.list("results").map { try $0.object("answer") }
        #expect(try answers.count == 3 && answers[0].integer("released") == 20)
        #expect(try answers[1].boolean("ownership_ended") && answers[1].integer("coins") == 40)
        #expect(try answers[2].integer("coins") == 1)
        #expect(try await shop.available(user) == 91)
        #expect(try await shop.atomic(set).bytes == told.bytes)
    }
}
