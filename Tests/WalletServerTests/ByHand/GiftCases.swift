import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Threat T24: no person gives coins away, or forgives them, beyond the limits, by whatever sequence of calls.
@Suite struct GiftCases {
    private let user = ServiceFixture.unique("gifted")

    private func grant(
        _ shop: ServiceFixture, _ coins: Int64, to user: String, key: String,
        idempotencyKey: String = ServiceFixture.unique("gift")
    ) async throws -> Told {
        try await shop.act(
            "wallets/\(user)/grants", #"{"coins":\#(coins),"reason":"goodwill"}"#, key: key,
            idempotencyKey: idempotencyKey)
    }

    @Test("Ten small grants are as one large one: what goes beyond the day's limit waits, also as an adjustment")
    func small() async throws {
        let shop = try await ServiceFixture.shared
        let key = try await shop.makeKey([.support])
        for _ in 0..<10 {
            let told = try await grant(shop, 100, to: user, key: key)
            #expect(told.status == 200 && told.number("coins") == 100 && told.text("grant")?.hasPrefix("grt_") == true)
        }
        #expect(try await grant(shop, 1, to: user, key: key).status == 202)
        #expect(try await shop.adjust(1, of: user, key: key).status == 202)
        #expect(try await shop.adjust(-1, of: user, key: key).status == 202)
        #expect(try await shop.available(user) == 1_000)
        // Adjustments count for grants as well.
        let other = ServiceFixture.unique("other")
        #expect(try await shop.adjust(600, of: other, key: key).status == 200)
        #expect(try await grant(shop, 401, to: other, key: key).status == 202)
        #expect(try await grant(shop, 400, to: other, key: key).status == 200)
    }

    @Test("In all wallets together a person gives ten times the limit a day")
    func everywhere() async throws {
        let shop = try await ServiceFixture.shared
        let key = try await shop.makeKey([.support])
        for number in 0..<11 {
            let told = try await grant(shop, 1_000, to: ServiceFixture.unique("many"), key: key)
            #expect(told.status == (number < 10 ? 200 : 202))
        }
    }

    @Test("Of grants and adjustments at once no more passes than of calls one after the other")
    func atOnce() async throws {
        let shop = try await ServiceFixture.shared
        let key = try await shop.makeKey([.support])
        let answers = try await withThrowingTaskGroup(of: Told.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await number.isMultiple(of: 2)
                        ? grant(shop, 110, to: user, key: key) : shop.adjust(110, of: user, key: key)
                }
            }
            return try await group.reduce(into: [Told]()) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 200 } == 9 && answers.count { $0.status == 202 } == 11)
        #expect(try await shop.available(user) == 990)
    }

    @Test("A large grant waits for another person; then it is done once, whoever asks again")
    func large() async throws {
        let shop = try await ServiceFixture.shared
        let (first, second) = (try await shop.makeKey([.support]), try await shop.makeKey([.support]))
        let key = ServiceFixture.unique("K")
        let asked = try await grant(shop, 1_001, to: user, key: first, idempotencyKey: key)
        let approval = try #require(asked.text("approval"))
        #expect(asked.status == 202 && asked.text("action") == "grant_coins" && asked.number("coins") == 1_001)
        #expect(try await shop.approve(approval, key: first).code == "second_person_needed")
        #expect(try await shop.available(user) == 0)
        for _ in 0..<2 {
            let done = try await shop.approve(approval, key: second)
            #expect(done.status == 200 && done.text("state") == "done")
            #expect(try done.object("done")?.text("grant") == done.text("operation"))
        }
        #expect(try await grant(shop, 1_001, to: user, key: first, idempotencyKey: key).bytes == asked.bytes)
        #expect(try await shop.available(user) == 1_001)
        let acts = try await shop.get("/v1/admin/wallets/\(user)/acts").list("acts")
        #expect(try acts.map { try $0.text("action") } == ["grant_coins", "approve", "propose_grant_coins"])
        let kinds = try await shop.get("/v1/wallets/\(user)/entries").list("entries").map { try $0.text("kind") }
        #expect(kinds == ["granted"])
    }

    @Test("What back ends give by their own rules waits for nobody; whoever acts for support cannot give that way")
    func backEnds() async throws {
        let shop = try await ServiceFixture.shared
        let path = "/v1/wallets/\(user)/grants"
        func give(_ key: String) async throws -> Told {
            try await shop.call(
                .post, path, #"{"coins":50000,"reason":"campaign"}"#, key: key,
                headers: [("Idempotency-Key", ServiceFixture.unique("give"))])
        }
        #expect(try await give(try await shop.makeKey([.grant])).status == 200)
        let support = AdminRole.support.scopes
        let scopes = Scope.allCases.filter { support.contains($0) }
        #expect(scopes.contains(.support))
        #expect(try await give(try await shop.makeKey(scopes)).status == 403)
        // Nobody's act by hand: no record.
        #expect(try await shop.get("/v1/admin/wallets/\(user)/acts").list("acts").isEmpty)
    }

    @Test(
        "What is no gift changes nothing",
        arguments: [
            (#"{"coins":1}"#, 400, "malformed"), (#"{"coins":0,"reason":"r"}"#, 422, "amount_out_of_range"),
            (#"{"coins":-1,"reason":"r"}"#, 422, "amount_out_of_range"),
            (#"{"coins":1,"reason":"r","x":1}"#, 400, "malformed"), (#"{"coins":1,"reason":" "}"#, 400, "malformed"),
            (#"{"coins":1,"reason":"r","expires_at":"2000-01-01T00:00:00Z"}"#, 400, "malformed"),
        ])
    func refusals(body: String, status: Int, code: String) async throws {
        let shop = try await ServiceFixture.shared
        let told = try await shop.act("wallets/\(user)/grants", body)
        #expect(told.status == status && told.code == code)
        #expect(try await shop.available(user) == 0)
    }
}
