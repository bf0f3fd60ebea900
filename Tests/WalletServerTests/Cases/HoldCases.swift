import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletServer

/// Holds as an app's back end sees them.
@Suite struct HoldCases {
    @Test("Reserved, looked at, captured in part: the rest is back, and the spend is there to be read")
    func capturesPart() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("holder")
        _ = try await shop.grant(100, to: user)
        let item = try await shop.addItem("course", price: 60, kind: 1)
        let placed = try await shop.hold(#"{"item":"\#(item)","expected_price":60,"expires_in":600}"#, for: user)
        #expect(placed.status == 200)
        #expect(placed.number("coins") == 60)
        let id = try #require(placed.text("hold"))
        #expect(try await shop.wallet(user).number("held") == 60)
        #expect(try await shop.available(user) == 40)
        let open = try await shop.get("/v1/holds/\(id)")
        #expect(open.text("state") == "open" && open.text("expires_at") == placed.text("expires_at"))
        let owned = try await shop.spend(item, for: user, price: 60)
        #expect(owned.status == 409 && owned.code == "already_owned" && owned.text("hold") == id)

        let captured = try await shop.end(id, "capture", #"{"amount":45}"#)
        #expect(captured.status == 200)
        #expect(captured.number("coins") == 45 && captured.number("released") == 15)
        let spend = try #require(captured.text("spend"))
        let read = try await shop.get("/v1/spends/\(spend)")
        #expect(read.number("coins") == 45 && read.text("hold") == id && read.text("item") == item)
        let ended = try await shop.get("/v1/holds/\(id)")
        #expect(ended.text("state") == "captured" && ended.number("captured") == 45 && ended.text("spend") == spend)
        #expect(try await shop.available(user) == 55)
        let ownerships = try await shop.get("/v1/wallets/\(user)/ownerships").list("ownerships")
        #expect(ownerships.map { try? $0.text("spend") } == [spend])
    }

    @Test("Every illegal step is refused by name")
    func refuses() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("holder")
        _ = try await shop.grant(100, to: user)
        let amount = #"{"amount":10}"#
        let captured = try #require(try await shop.hold(amount, for: user).text("hold"))
        let released = try #require(try await shop.hold(amount, for: user).text("hold"))
        #expect(try await shop.end(captured, "capture", #"{"amount":11}"#).code == "more_than_held")
        #expect(try await shop.end(captured, "capture", #"{"amount":0}"#).code == "amount_out_of_range")
        #expect(try await shop.end(captured, "capture").status == 200)
        #expect(try await shop.end(released, "release").status == 200)
        for step in ["capture", "release"] {
            let first = try await shop.end(captured, step)
            #expect(first.status == 409 && first.code == "hold_captured")
            let second = try await shop.end(released, step)
            #expect(second.status == 409 && second.code == "hold_released")
            for id in [String(released.dropLast()) + "99", "hld_1", "spd_" + released.dropFirst(4)] {
                let third = try await shop.end(id, step)
                #expect(third.status == 404 && third.code == "hold_not_found")
            }
        }
        #expect(try await shop.get("/v1/holds/hld_nothing").code == "hold_not_found")
        #expect(try await shop.hold(#"{"amount":91}"#, for: user).code == "insufficient_coins")
        #expect(try await shop.available(user) == 90)
    }

    @Test(
        "What is not a hold is refused at the door",
        arguments: [
            (#"{}"#, "malformed"), (#"{"amount":0}"#, "amount_out_of_range"),
            (#"{"amount":-1}"#, "amount_out_of_range"),
            (#"{"amount":1,"item":"a"}"#, "malformed"), (#"{"amount":1,"quantity":1}"#, "malformed"),
            (#"{"item":"a","expected_price":1,"reference":"x"}"#, "malformed"),
            (#"{"amount":1,"expires_in":0}"#, "malformed"), (#"{"amount":1,"expires_in":604801}"#, "malformed"),
            (#"{"amount":1,"surprise":1}"#, "malformed"),
            (#"{"item":"nothing-here","expected_price":1}"#, "item_not_found"),
        ])
    func refusesAtDoor(body: String, code: String) async throws {
        let shop = try await ServiceFixture.shared
        #expect(try await shop.hold(body, for: "door").code == code)
    }

    @Test("Without a key, or without the scope, nothing is held")
    func needsKeyAndScope() async throws {
        let shop = try await ServiceFixture.shared
        for path in ["/v1/wallets/u/holds", "/v1/holds/hld_1/release", "/v1/holds/hld_1/capture"] {
            #expect(try await shop.call(.post, path, "{}").code == "idempotency_key_missing")
        }
        let reader = try await shop.makeKey([.read])
        let headers = [("Idempotency-Key", "k")]
        let refused = try await shop.call(.post, "/v1/wallets/u/holds", #"{"amount":1}"#, key: reader, headers: headers)
        #expect(refused.code == "scope_missing")
    }

    @Test("A repeat answers byte for byte, long after the hold's end; a key serves one step of one hold")
    func repeats() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("holder")
        _ = try await shop.grant(100, to: user)
        let keys = (0..<3).map { _ in ServiceFixture.unique("step") }
        let body = #"{"amount":30,"reference":"table 7"}"#
        let placed = try await shop.hold(body, for: user, key: keys[0])
        let id = try #require(placed.text("hold"))
        let captured = try await shop.end(id, "capture", #"{"amount":10}"#, key: keys[1])
        let other = try #require(try await shop.hold(#"{"amount":5}"#, for: user).text("hold"))
        let released = try await shop.end(other, "release", key: keys[2])
        let repeats = [
            (placed, try await shop.hold(body, for: user, key: keys[0])),
            (captured, try await shop.end(id, "capture", #"{"amount":10}"#, key: keys[1])),
            (released, try await shop.end(other, "release", key: keys[2])),
        ]
        for (first, second) in repeats {
            #expect(first.status == 200)
            #expect(first.bytes == second.bytes)
            #expect(second.header("Idempotency-Replayed") == "true")
        }
        #expect(try await shop.end(id, "capture", #"{"amount":11}"#, key: keys[1]).code == "idempotency_key_reused")
        #expect(try await shop.end(id, "release", key: keys[1]).code == "idempotency_key_reused")
        #expect(try await shop.get("/v1/holds/\(id)").text("reference") == "table 7")
        #expect(try await shop.available(user) == 90)
    }

    @Test("The list goes page by page, and shows open ones alone if asked")
    func lists() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("holder")
        #expect(try await shop.get("/v1/wallets/\(user)/holds").list("holds").isEmpty)
        _ = try await shop.grant(100, to: user)
        var ids: [String] = []
        for _ in 0..<3 { ids.append(try #require(try await shop.hold(#"{"amount":1}"#, for: user).text("hold"))) }
        _ = try await shop.end(ids[1], "release")
        let first = try await shop.get("/v1/wallets/\(user)/holds?limit=2")
        let cursor = try #require(first.text("next_cursor"))
        let second = try await shop.get("/v1/wallets/\(user)/holds?limit=2&cursor=\(cursor)")
        #expect((first.list("holds") + second.list("holds")).map { try? $0.text("hold") } == ids)
        let open = try await shop.get("/v1/wallets/\(user)/holds?state=open").list("holds")
        #expect(open.map { try? $0.text("hold") } == [ids[0], ids[2]])
        #expect(try await shop.get("/v1/wallets/\(user)/holds?state=over").code == "malformed")
    }

    @Test("A hold that is over ends by itself, by the job and for whoever asks")
    func expires() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("holder")
        _ = try await shop.grant(20, to: user)
        let id = try #require(try await shop.hold(#"{"amount":20,"expires_in":1}"#, for: user).text("hold"))
        #expect(try await shop.waitUntil { try await shop.get("/v1/holds/\(id)").text("state") == "expired" })
        #expect(try await shop.end(id, "capture").code == "hold_expired")
        #expect(try await shop.end(id, "release").code == "hold_expired")
        #expect(try await shop.available(user) == 20)
        #expect(try await shop.wallet(user).number("held") == 0)
        // Written by the job: nobody else has done anything to the wallet.
        #expect(
            try await shop.waitUntil {
                try await shop.get("/v1/wallets/\(user)/entries").list("entries").contains {
                    (try? $0.text("kind")) == "hold_expired" && (try? $0.text("hold")) == id
                }
            })
        #expect(try await shop.get("/v1/holds/\(id)").text("ended_at") != nil)
    }

    @Test("Promo coins expire by the job; purchased coins never do")
    func expiresCoins() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("holder")
        let end = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000) + 1_000).text
        let granted = try await shop.call(
            .post, "/v1/wallets/\(user)/grants", #"{"coins":9,"reason":"soon","expires_at":"\#(end)"}"#,
            headers: [("Idempotency-Key", ServiceFixture.unique("grant"))])
        guard granted.status == 200 else {
            // On a very slow machine its end was past before it arrived.
            #expect(granted.code == "malformed")
            return
        }
        #expect(
            try await shop.waitUntil {
                try await shop.get("/v1/wallets/\(user)/entries").list("entries").contains {
                    (try? $0.text("kind")) == "expired"
                }
            })
        #expect(try await shop.available(user) == 0)
    }

    @Test("Of 20 holds at once with coins for one exactly one is placed")
    func race() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("holder")
        _ = try await shop.grant(150, to: user)
        let told = try await withThrowingTaskGroup(of: Told.self) { group in
            for _ in 0..<20 { group.addTask { try await shop.hold(#"{"amount":100}"#, for: user) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(told.filter { $0.status == 200 }.count == 1)
        #expect(told.filter { $0.code == "insufficient_coins" }.count == 19)
        let id = try #require(told.first { $0.status == 200 }?.text("hold"))
        let ends = try await withThrowingTaskGroup(of: Told.self) { group in
            for number in 0..<20 {
                group.addTask { try await shop.end(id, number % 2 == 0 ? "capture" : "release") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.filter { $0.status == 200 }.count == 1)
        #expect(ends.filter { ["hold_captured", "hold_released"].contains($0.code) }.count == 19)
        let isCaptured = try await shop.get("/v1/holds/\(id)").text("state") == "captured"
        #expect(try await shop.available(user) == (isCaptured ? 50 : 150))
    }
}

extension ServiceFixture {
    func hold(_ body: String, for user: String, key: String = ServiceFixture.unique("hold")) async throws -> Told {
        try await call(.post, "/v1/wallets/\(user)/holds", body, headers: [("Idempotency-Key", key)])
    }

    /// Captures or releases.
    func end(
        _ hold: String, _ step: String, _ body: String = "{}", key: String = ServiceFixture.unique("end")
    ) async throws -> Told {
        try await call(.post, "/v1/holds/\(hold)/\(step)", body, headers: [("Idempotency-Key", key)])
    }
}
