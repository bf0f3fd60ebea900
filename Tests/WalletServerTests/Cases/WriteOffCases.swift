import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletServer

/// Debts that an admin writes off: who may, what it takes, and what stands in the records afterwards.
@Suite struct WriteOffCases {
    private let user = ServiceFixture.unique("forgiven")
    private let reason = ServiceFixture.unique("the customer called, ticket")

    /// A purchase of 100 coins, 80 of them spent, refunded by the app's own newer proof: 80 are owed.
    private func owe(_ shop: ServiceFixture, _ coins: Int64 = 80) async throws {
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: coins + 20)
        let id = ServiceFixture.transactionID()
        let item = try await shop.addItem(price: coins)
        for second in [0, 10] as [Int64] {
            let proof = try shop.purchase(product, transactionID: id) {
                $0.signedDate = $0.purchaseDate - 60_000 + second * 1_000
                guard second > 0 else { return }
                $0.revocationDate = $0.purchaseDate - 1_000
            }
            _ = try await shop.submit(proof, for: user)
            if second == 0 { _ = try await shop.spend(item, for: user, price: coins) }
        }
        #expect(try await shop.wallet(user).number("debt") == coins)
    }

    private func writeOff(
        _ shop: ServiceFixture, _ body: String, key: String = ServiceFixture.unique("wof"), as caller: String? = nil
    ) async throws -> Told {
        try await shop.call(
            .post, "/v1/admin/wallets/\(user)/write-off", body, key: caller, headers: [("Idempotency-Key", key)])
    }

    @Test("Beyond the limit another person must agree, to a figure; what waits and what is done is told again")
    func secondPerson() async throws {
        let shop = try await ServiceFixture.shared
        try await owe(shop, 1_500)
        let (first, second) = (try await shop.makeKey([.support]), try await shop.makeKey([.support]))
        let key = ServiceFixture.unique("K")
        let all = #"{"all":true,"reason":"\#(reason)","ticket":"T-7"}"#
        let asked = try await writeOff(shop, all, key: key, as: first)
        let approval = try #require(asked.text("approval"))
        #expect(asked.status == 202 && asked.text("action") == "write_off_debt" && asked.number("coins") == 1_500)
        #expect(try await shop.approve(approval, key: first).code == "second_person_needed")
        #expect(try await shop.wallet(user).number("debt") == 1_500)
        let done = try await shop.approve(approval, key: second)
        #expect(done.status == 200 && done.text("state") == "done" && done.text("ticket") == "T-7")
        #expect(try done.object("done")?.text("write_off") == done.text("operation"))
        #expect(try await shop.wallet(user).number("debt") == 0)
        // Nothing is owed by now, and the same call is still the same.
        #expect(try await writeOff(shop, all, key: key, as: first).bytes == asked.bytes)
        let acts = try await shop.get("/v1/admin/wallets/\(user)/acts").list("acts")
        #expect(try acts.map { try $0.text("action") } == ["write_off_debt", "approve", "propose_write_off_debt"])
    }

    @Test("Small write-offs add up with grants and adjustments; all of what is owed, done alone, is told again")
    func addsUp() async throws {
        let shop = try await ServiceFixture.shared
        try await owe(shop, 900)
        let caller = try await shop.makeKey([.support])
        let grant = try await shop.act("wallets/\(user)/grants", #"{"coins":200,"reason":"r"}"#, key: caller)
        #expect(grant.status == 200)
        for coins in [300, 300] {
            let told = try await writeOff(shop, #"{"coins":\#(coins),"reason":"r"}"#, as: caller)
            #expect(told.status == 200)
        }
        #expect(try await writeOff(shop, #"{"coins":201,"reason":"r"}"#, as: caller).status == 202)
        #expect(try await writeOff(shop, #"{"all":true,"reason":"r"}"#, as: caller).status == 202)
        let other = try await shop.makeKey([.support])
        let key = ServiceFixture.unique("K")
        let rest = try await writeOff(shop, #"{"all":true,"reason":"r"}"#, key: key, as: other)
        #expect(rest.status == 200 && rest.number("coins") == 300)
        #expect(try await shop.wallet(user).number("debt") == 0)
        let again = try await writeOff(shop, #"{"all":true,"reason":"r"}"#, key: key, as: other)
        #expect(again.bytes == rest.bytes && again.header("Idempotency-Replayed") == "true")
        #expect(
            try await writeOff(shop, #"{"all":true,"reason":"x"}"#, key: key, as: other).code
                == "idempotency_key_reused")
    }

    @Test("A part and the rest: repeats answer the same bytes, more than is owed is refused with the figure")
    func parts() async throws {
        let shop = try await ServiceFixture.shared
        try await owe(shop)
        let key = ServiceFixture.unique("K")
        let first = try await writeOff(shop, #"{"coins":50,"reason":"\#(reason)"}"#, key: key)
        #expect(first.status == 200)
        #expect(first.text("write_off")?.hasPrefix("wof_") == true)
        #expect(first.number("coins") == 50)
        #expect(first.list("refunds").compactMap { try? $0.integer("coins") } == [50])
        #expect(try first.object("balance")?.integer("debt") == 30)

        let more = try await writeOff(shop, #"{"coins":31,"reason":"\#(reason)"}"#)
        #expect(more.status == 422 && more.code == "more_than_owed" && more.number("debt") == 30)
        let rest = try await writeOff(shop, #"{"all":true,"reason":"\#(reason)"}"#)
        #expect(rest.number("coins") == 30)
        let none = try await writeOff(shop, #"{"all":true,"reason":"\#(reason)"}"#)
        #expect(none.code == "more_than_owed" && none.number("debt") == 0)

        let again = try await writeOff(shop, #"{"reason":"\#(reason)","coins":50}"#, key: key)
        #expect(again.bytes == first.bytes && again.header("Idempotency-Replayed") == "true")
        let other = try await writeOff(shop, #"{"coins":50,"reason":"another"}"#, key: key)
        #expect(other.code == "idempotency_key_reused")
        let kinds = try await shop.get("/v1/wallets/\(user)/entries").list("entries").compactMap {
            try? $0.text("kind")
        }
        #expect(kinds.count { $0 == "debt_written_off" } == 2)
    }

    @Test("Each is recorded once, with the change: who, from where, why by its digest, before and after")
    func audited() async throws {
        let shop = try await ServiceFixture.shared
        try await owe(shop)
        let key = ServiceFixture.unique("K")
        for _ in 0..<2 { _ = try await writeOff(shop, #"{"coins":50,"reason":"\#(reason)"}"#, key: key) }
        _ = try await writeOff(shop, #"{"coins":31,"reason":"\#(reason)"}"#)
        try await shop.database.execute(
            """
            DO $$ BEGIN
                ASSERT (SELECT count(*) FROM audit_log a
                    JOIN notes n ON n.bucket = a.bucket AND n.wallet = a.wallet AND n.digest = a.reason
                    JOIN entries e ON e.bucket = a.bucket AND e.wallet = a.wallet AND e.sequence = a.operation
                    JOIN callers c ON c.caller = a.caller
                    WHERE n.text = '\(reason)' AND a.action = 'write_off_debt' AND a.xmin = e.xmin
                        AND a.before = '{"debt": 80}' AND a.after = '{"debt": 30}' AND a.origin = '127.0.0.1'
                        AND c.name = 'all' AND e.note = a.reason) = 1;
                ASSERT (SELECT count(*) FROM audit_log a JOIN user_wallets u USING (wallet)
                    WHERE u.user_id = '\(user)') = 1;
            END $$
            """)
        #expect(!shop.log.text.contains(reason))
    }

    @Test(
        "What is no order to forgive changes nothing",
        arguments: [
            (#"{"reason":"r"}"#, 400, "malformed"), (#"{"coins":1}"#, 400, "malformed"),
            (#"{"coins":1,"all":true,"reason":"r"}"#, 400, "malformed"),
            (#"{"all":false,"reason":"r"}"#, 400, "malformed"),
            (#"{"coins":0,"reason":"r"}"#, 422, "amount_out_of_range"),
            (#"{"coins":-1,"reason":"r"}"#, 422, "amount_out_of_range"),
            (#"{"coins":1,"reason":" "}"#, 400, "malformed"), (#"{"coins":1,"reason":"r","x":1}"#, 400, "malformed"),
            (#"{"coins":1,"reason":"r"}"#, 422, "more_than_owed"), ("[]", 400, "unreadable"),
        ])
    func refusals(body: String, status: Int, code: String) async throws {
        let shop = try await ServiceFixture.shared
        let told = try await writeOff(shop, body)
        #expect(told.status == status && told.code == code)
        let keyless = try await shop.call(.post, "/v1/admin/wallets/\(user)/write-off", body)
        #expect(keyless.code == "idempotency_key_missing")
    }
}
