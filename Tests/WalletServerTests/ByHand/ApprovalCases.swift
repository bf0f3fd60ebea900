import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// What needs a second person: forfeits, and adjustments beyond the limit.
@Suite struct ApprovalCases {
    private let user = ServiceFixture.unique("judged")

    private func buy(_ shop: ServiceFixture, coins: Int64 = 100) async throws -> String {
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: coins)
        let id = ServiceFixture.transactionID()
        _ = try await shop.submit(try shop.purchase(product, transactionID: id), for: user)
        return id
    }

    private func forfeit(_ shop: ServiceFixture, _ coins: String = #""all":true"#, key: String) async throws -> Told {
        try await shop.act("wallets/\(user)/forfeits", #"{\#(coins),"reason":"stolen card"}"#, idempotencyKey: key)
    }

    @Test("A forfeit waits for another person, whatever its size; then it is done once, whoever asks again")
    func life() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await buy(shop)
        let (key, second) = (ServiceFixture.unique("K"), try await shop.makeKey([.support]))
        let asked = try await forfeit(shop, #""coins":40"#, key: key)
        let approval = try #require(asked.text("approval"))
        #expect(asked.status == 202 && asked.text("action") == "forfeit_coins" && asked.number("coins") == 40)
        #expect(try await forfeit(shop, #""coins":40"#, key: key).bytes == asked.bytes)
        #expect(try await forfeit(shop, #""coins":41"#, key: key).code == "idempotency_key_reused")
        #expect(try await shop.available(user) == 100)
        let own = try await shop.approve(approval, key: nil)
        #expect(own.status == 409 && own.code == "second_person_needed")
        let rejectedByOwn = try await shop.act("approvals/\(approval)/reject", #"{"reason":"no"}"#)
        #expect(rejectedByOwn.code == "second_person_needed")
        let done = try await withThrowingTaskGroup(of: Told.self) { group in
            for _ in 0..<6 { group.addTask { try await shop.approve(approval, key: second) } }
            return try await group.reduce(into: [Told]()) { $0.append($1) }
        }
        for told in done {
            #expect(told.status == 200 && told.text("state") == "done", "\(told.code ?? "")")
            #expect(try told.object("done")?.text("forfeit") == told.text("operation"))
        }
        #expect(try await shop.wallet(user).number("paid") == 60)
        let looked = try await shop.get("/v1/admin/approvals/\(approval)")
        #expect(looked.text("state") == "done" && looked.text("user") == user && looked.text("reason") == "stolen card")
        #expect(looked.text("proposed_by") == "all" && looked.text("decided_by") != "all")
        let third = try await shop.approve(approval, key: try await shop.makeKey([.support]))
        #expect(third.code == "approval_decided")
        #expect(try await forfeit(shop, #""coins":40"#, key: key).bytes == asked.bytes)
        let acts = try await shop.get("/v1/admin/wallets/\(user)/acts").list("acts")
        #expect(
            try acts.map { try $0.text("action") } == ["forfeit_coins", "approve", "propose_forfeit_coins"])
        #expect(try acts.allSatisfy { try $0.text("approval") == approval })
    }

    @Test("A rejection ends it; what the ledger refuses when it is done is told and ends it too")
    func ends() async throws {
        let shop = try await ServiceFixture.shared
        let second = try await shop.makeKey([.support])
        _ = try await buy(shop)
        let first = try #require(try await forfeit(shop, key: ServiceFixture.unique("K")).text("approval"))
        let rejected = try await shop.act("approvals/\(first)/reject", #"{"reason":"he paid"}"#, key: second)
        #expect(rejected.text("state") == "rejected" && rejected.text("decision_reason") == "he paid")
        #expect(try await shop.approve(first, key: second).code == "approval_decided")
        let other = try #require(
            try await forfeit(shop, #""coins":101"#, key: ServiceFixture.unique("K")).text("approval"))
        for _ in 0..<2 {
            let refused = try await shop.approve(other, key: second)
            #expect(refused.status == 422 && refused.code == "insufficient_coins")
        }
        let looked = try await shop.get("/v1/admin/approvals/\(other)")
        #expect(looked.text("state") == "refused" && looked.text("refusal") == "insufficient_coins")
        #expect(try await shop.available(user) == 100)
        for state in ["open", "rejected", "refused", "done", "expired", "approved"] {
            let list = try await shop.get("/v1/admin/approvals?state=\(state)&limit=500").list("approvals")
            #expect(try list.allSatisfy { try $0.text("state") == state }, "\(state)")
        }
        #expect(try await shop.get("/v1/admin/approvals?state=x").code == "malformed")
        #expect(try await shop.get("/v1/admin/approvals/apr_x").code == "approval_not_found")
    }

    @Test("What was approved by a process that died is carried out by the job, once")
    func cut() async throws {
        let shop = try await ServiceFixture.shared
        let told = try await shop.adjust(5_000, of: user)
        let text = try #require(told.text("approval"))
        let id = try #require(UUID(uuidString: dashed(String(text.dropFirst(4)))))
        let other = try await shop.ledger.keys.caller(named: ServiceFixture.unique("other"))
        _ = try await shop.ledger.approvals.decide(id, .approve, by: other, from: "::1", reason: nil)
        #expect(try await shop.waitUntil { try await shop.available(user) == 5_000 })
        try await shop.service.finishActs()
        #expect(try await shop.available(user) == 5_000)
        #expect(try await shop.get("/v1/admin/approvals/\(text)").text("state") == "done")
        let callers = "SELECT count(DISTINCT caller) FROM entries WHERE wallet = \(ServiceFixture.wallet(of: user))"
        #expect(try await shop.isTrue("(\(callers)) = 1"))
    }

    private func dashed(_ hex: String) -> String {
        var text = hex
        for place in [8, 13, 18, 23] { text.insert("-", at: text.index(text.startIndex, offsetBy: place)) }
        return text
    }

    @Test("A refund after a forfeit asks for nothing twice")
    func refundedLater() async throws {
        let shop = try await ServiceFixture.shared
        let second = try await shop.makeKey([.support])
        let id = try await buy(shop)
        let approval = try #require(try await forfeit(shop, key: ServiceFixture.unique("K")).text("approval"))
        #expect(try await shop.approve(approval, key: second).status == 200)
        let key = StoreTransaction.Key(environment: .production, id: try TransactionID(id))
        let wallet = try #require(try await shop.ledger.transactions.find(key)?.owner)
        let at = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000) + 1_000)
        let word = StoreWord(signedAt: at, revocation: Revocation(at: at))
        _ = try await shop.ledger.writer.run(
            Command(
                wallet: wallet, environment: .production, caller: CallerID(1), idempotency: nil,
                action: .refund(RefundPurchase(key: key, word: word, policy: .debt))))
        let told = try await shop.wallet(user)
        #expect(told.number("paid") == 0 && told.number("debt") == 0)
        let found = try await shop.get("/v1/admin/refunds?user=\(user)").list("refunds")
        #expect(try found.map { try $0.text("transaction_id") } == [id])
    }

    @Test("Frozen, a wallet spends nothing and cannot be merged away; unfrozen it does again")
    func freeze() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(50, to: user)
        _ = try await shop.grant(1, to: "freeze-account")
        let item = try await shop.addItem(price: 10)
        func freeze(_ frozen: Bool) async throws -> Told {
            try await shop.call(
                .put, "/v1/admin/wallets/\(user)/frozen", #"{"frozen":\#(frozen),"reason":"stolen"}"#)
        }
        for _ in 0..<2 { #expect(try await freeze(true).text("state") == "frozen") }
        #expect(try await shop.wallet(user).text("state") == "frozen")
        #expect(try await shop.spend(item, for: user, price: 10).code == "wallet_frozen")
        let held = try await shop.call(
            .post, "/v1/wallets/\(user)/holds", #"{"amount":1}"#,
            headers: [("Idempotency-Key", ServiceFixture.unique("h"))])
        #expect(held.status == 409 && held.code == "wallet_frozen")
        let merged = try await shop.call(
            .post, "/v1/users/\(user)/merge", #"{"into":"freeze-account"}"#,
            headers: [("Idempotency-Key", ServiceFixture.unique("m"))])
        #expect(merged.status == 409 && merged.code == "wallet_frozen")
        #expect(try await shop.grant(1, to: user).status == 200)
        #expect(try await freeze(false).text("state") == "open")
        #expect(try await shop.spend(item, for: user, price: 10).status == 200)
        let acts = try await shop.get("/v1/admin/wallets/\(user)/acts").list("acts")
        #expect(try acts.map { try $0.text("action") } == ["unfreeze_wallet", "freeze_wallet"])
    }
}
