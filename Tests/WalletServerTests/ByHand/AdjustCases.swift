import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Free coins given and taken by hand.
@Suite struct AdjustCases {
    private let user = ServiceFixture.unique("adjusted")

    @Test("Up and down: answered from the entries, repeats alike, the statement and the records tell of it")
    func both() async throws {
        let shop = try await ServiceFixture.shared
        let key = ServiceFixture.unique("K")
        let up = try await shop.adjust(30, of: user, idempotencyKey: key)
        #expect(up.status == 200 && up.number("coins") == 30)
        #expect(up.text("adjustment")?.hasPrefix("adj_") == true)
        #expect(try up.object("balance")?.integer("promo") == 30)
        let again = try await shop.adjust(30, of: user, idempotencyKey: key)
        #expect(again.bytes == up.bytes && again.header("Idempotency-Replayed") == "true")
        #expect(try await shop.adjust(31, of: user, idempotencyKey: key).code == "idempotency_key_reused")
        let down = try await shop.adjust(-12, of: user)
        #expect(down.status == 200 && down.number("coins") == -12)
        #expect(try down.list("lots").map { try $0.integer("coins") } == [12])
        let much = try await shop.adjust(-19, of: user)
        #expect(much.status == 422 && much.code == "insufficient_coins" && much.number("balance") == 18)
        let kinds = try await shop.get("/v1/wallets/\(user)/entries").list("entries").map { try $0.text("kind") }
        #expect(kinds == ["adjusted", "adjusted"])
        let acts = try await shop.get("/v1/admin/wallets/\(user)/acts").list("acts")
        #expect(try acts.map { try $0.text("action") } == ["adjust_coins", "adjust_coins"])
        #expect(try acts.allSatisfy { try $0.text("reason") == "goodwill" && $0.text("ticket") == "T-1" })
        #expect(try acts.map { try $0.object("after").integer("promo") } == [18, 30])
        #expect(!shop.log.text.contains("goodwill"))
    }

    @Test(
        "What is no adjustment changes nothing",
        arguments: [
            (#"{"coins":0,"reason":"r"}"#, 422, "amount_out_of_range"), (#"{"reason":"r"}"#, 400, "malformed"),
            (#"{"coins":1}"#, 400, "malformed"), (#"{"coins":1.5,"reason":"r"}"#, 422, "amount_out_of_range"),
            (#"{"coins":9007199254740992,"reason":"r"}"#, 422, "amount_out_of_range"),
            (#"{"coins":-9007199254740992,"reason":"r"}"#, 422, "amount_out_of_range"),
            (#"{"coins":-1,"reason":"r","expires_at":"2099-01-01T00:00:00Z"}"#, 400, "malformed"),
            (#"{"coins":1,"reason":"r","expires_at":"2020-01-01T00:00:00Z"}"#, 400, "malformed"),
            (#"{"coins":1,"reason":"a\nb"}"#, 400, "malformed"),
            (#"{"coins":1,"reason":"r","ticket":""}"#, 400, "malformed"),
            (#"{"coins":-1,"reason":"r"}"#, 422, "insufficient_coins"),
            (#"{"coins":1,"reason":"r","x":1}"#, 400, "malformed"),
        ])
    func refusals(body: String, status: Int, code: String) async throws {
        let shop = try await ServiceFixture.shared
        let told = try await shop.act("wallets/\(user)/adjustments", body)
        #expect(told.status == status && told.code == code, "\(told.code ?? "")")
        let keyless = try await shop.call(.post, "/v1/admin/wallets/\(user)/adjustments", body)
        #expect(keyless.code == "idempotency_key_missing")
    }

    @Test(
        "One person alone reaches the limit by no sequence of calls, not even at once; the rest waits",
        .timeLimit(.minutes(5)))
    func limit() async throws {
        let shop = try await ServiceFixture.shared
        let key = try await shop.makeKey([.support])
        let answers = try await withThrowingTaskGroup(of: Told.self) { group in
            for number in 0..<24 {
                group.addTask { try await shop.adjust(number % 3 == 0 ? 170 : 90, of: user, key: key) }
            }
            return try await group.reduce(into: [Told]()) { $0.append($1) }
        }
        let done = answers.filter { $0.status == 200 }.compactMap { $0.number("coins") }
        #expect(done.reduce(0, +) <= 1_000 && done.reduce(0, +) > 830)
        #expect(answers.allSatisfy { $0.status == 200 || ($0.status == 202 && $0.text("approval") != nil) })
        // Down counts as well as up, and a day's sum is a day's sum in another wallet, too.
        #expect(try await shop.adjust(-900, of: user, key: key).status == 202)
        #expect(try await shop.adjust(1_000, of: ServiceFixture.unique("other"), key: key).status == 200)
        #expect(try await shop.available(user) == done.reduce(0, +))
    }

    @Test("In all wallets together a person has ten times the limit")
    func everywhere() async throws {
        let shop = try await ServiceFixture.shared
        let key = try await shop.makeKey([.support])
        for number in 0..<11 {
            let told = try await shop.adjust(1_000, of: ServiceFixture.unique("many"), key: key)
            #expect(told.status == (number < 10 ? 200 : 202))
        }
    }

    @Test("What the ledger refused does not count against the limit")
    func refused() async throws {
        let shop = try await ServiceFixture.shared
        let key = try await shop.makeKey([.support])
        let idempotencyKey = ServiceFixture.unique("K")
        for _ in 0..<2 {
            let told = try await shop.adjust(-1_000, of: user, key: key, idempotencyKey: idempotencyKey)
            #expect(told.status == 422 && told.code == "insufficient_coins")
        }
        #expect(try await shop.adjust(1_000, of: user, key: key).status == 200)
        #expect(try await shop.adjust(1, of: user, key: key).status == 202)
    }

    @Test("Of a guest who became an account it is the account's; of an erased user nobody's")
    func movedUsers() async throws {
        let shop = try await ServiceFixture.shared
        let account = ServiceFixture.unique("account")
        _ = try await shop.grant(1, to: user)
        _ = try await shop.grant(1, to: account)
        let merged = try await shop.call(
            .post, "/v1/users/\(user)/merge", #"{"into":"\#(account)"}"#,
            headers: [("Idempotency-Key", ServiceFixture.unique("m"))])
        #expect(merged.status == 200)
        #expect(try await shop.adjust(5, of: user).status == 200)
        #expect(try await shop.available(account) == 7)
        #expect(try await shop.call(.post, "/v1/users/\(account)/erase").status == 200)
        for name in [user, account] { #expect(try await shop.adjust(1, of: name).code == "user_erased") }
    }
}
