import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletServer

/// Support has Apple asked about one purchase.
@Suite struct AskCases {
    private func ask(
        _ apple: StoreFixture, _ id: String, in environment: String = "production", key: String? = nil,
        body: String = #"{"reason":"customer called"}"#
    ) async throws -> Told {
        try await apple.shop.call(.post, "/v1/admin/purchases/\(environment)/\(id)/ask", body, key: key)
    }

    /// What refunds moved in a wallet, entry by entry.
    private func refunds(_ apple: StoreFixture, _ user: String) async throws -> [Int64] {
        try await apple.shop.get("/v1/wallets/\(user)/entries?limit=500").list("entries")
            .filter { try $0.text("kind") == "refunded" }.map { try $0.integer("coins") }
    }

    @Test("N-4: a refund told by notifications, by the walk and by Apple when support asks is taken once")
    func manyDoors() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let first = try apple.buy(token: token)
        let second = try apple.buy(token: token, quantity: 5)
        for purchase in [first, second] { try await apple.bring("ONE_TIME_CHARGE", about: purchase) }
        #expect(try await apple.has(600, user))
        try apple.store.refund(first.transactionID)
        let told = try apple.message("REFUND", about: first)
        let again = try apple.store.notify("REFUND", about: first.transactionID, in: .production)
        let answers = try await withThrowingTaskGroup(of: Told?.self) { group in
            for message in [told, told, again] {
                group.addTask {
                    let answer = try await apple.bring(message)
                    #expect(answer.status == 200)
                    return nil
                }
            }
            group.addTask {
                try await apple.shop.database.execute("UPDATE refund_walks SET next_run_at = 'epoch'")
                return nil
            }
            for _ in 0..<3 { group.addTask { try await ask(apple, first.transactionID) } }
            return try await group.reduce(into: [Told]()) { if let told = $1 { $0.append(told) } }
        }
        for answer in answers {
            #expect(answer.status == 200)
            #expect(["refund_applied", "unchanged"].contains(answer.text("outcome")))
        }
        #expect(answers.compactMap { $0.number("coins_taken") }.reduce(0, +) <= 100)
        for message in [told, again] { #expect(try await apple.outcome(of: message) != nil) }
        #expect(try await apple.has(500, user))
        let late = try await ask(apple, first.transactionID)
        #expect(late.text("outcome") == "unchanged")
        #expect(late.number("coins_taken") == 0)
        #expect(late.text("state") == "credited")
        #expect(try late.object("refund")?.integer("coins") == 100)
        #expect(try late.object("refund")?.text("type") == "REFUND_FULL")
        let untouched = try await ask(apple, second.transactionID)
        #expect(untouched.text("outcome") == "unchanged" && untouched.object("refund") == nil)
        #expect(untouched.number("coins") == 500)
        #expect(try await refunds(apple, user) == [100])
        #expect(try await apple.shop.available(user) == 500)
    }

    @Test("What no notification told is found by asking: refund, reversal, a purchase of a known owner, one of nobody")
    func finds() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let unreported = try apple.buy(token: token)
        let credited = try await ask(apple, unreported.transactionID)
        #expect(credited.text("outcome") == "credited")
        #expect(credited.number("coins") == 100 && credited.text("credit")?.hasPrefix("crd_") == true)
        #expect(try await apple.shop.available(user) == 100)
        try apple.store.refund(unreported.transactionID, milliPercent: 33_333)
        let refunded = try await ask(apple, unreported.transactionID, in: "Production")
        #expect(refunded.text("outcome") == "refund_applied")
        #expect(refunded.number("coins_taken") == 33)
        #expect(try refunded.object("refund")?.integer("percentage_milli") == 33_333)
        try apple.store.reverseRefund(unreported.transactionID)
        let reversed = try await ask(apple, unreported.transactionID)
        #expect(reversed.number("coins_taken") == -33 && reversed.object("refund") == nil)
        #expect(try await apple.shop.available(user) == 100)

        let nobodys = try apple.buy(token: nil)
        #expect(try await ask(apple, nobodys.transactionID).text("outcome") == "unattributed")
        #expect(try await ask(apple, nobodys.transactionID).text("state") == "not_credited")
        #expect(try await apple.unattributed(nobodys) != nil)
        let gone = try apple.buy(token: token)
        try apple.store.refund(gone.transactionID)
        let refused = try await ask(apple, gone.transactionID)
        #expect(refused.text("outcome") == "refused" && refused.text("reason") == "revoked")
        #expect(try await apple.shop.available(user) == 100)
    }

    @Test("Asking is on record, with its reason beside the wallet; nobody asks without a reason or the scope")
    func recorded() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token)
        try await apple.bring("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.has(100, user))
        let reason = ServiceFixture.unique("why")
        let id = purchase.transactionID
        #expect(try await ask(apple, id, body: #"{"reason":"\#(reason)"}"#).status == 200)
        for body in ["{}", #"{"reason":""}"#, #"{"reason":"x","user":"u"}"#] {
            #expect(try await ask(apple, id, body: body).code == "malformed")
        }
        #expect(try await ask(apple, id, in: "xcode").code == "malformed")
        #expect(try await ask(apple, "7a").code == "malformed")
        let reader = try await apple.shop.makeKey([.read, .topup, .spend])
        #expect(try await ask(apple, id, key: reader).code == "scope_missing")
        let nobodys = try apple.buy(token: nil).transactionID
        #expect(try await ask(apple, nobodys).status == 200)
        try await apple.shop.database.execute(
            """
            DO $$ BEGIN
                ASSERT (SELECT count(*) FROM audit_log a JOIN notes n ON n.wallet = a.wallet AND n.digest = a.reason
                    WHERE a.transaction_id = '\(id)' AND a.action = 'ask_about_purchase' AND n.text = '\(reason)') = 1;
                ASSERT (SELECT count(*) FROM audit_log WHERE transaction_id = '\(id)') = 1;
                ASSERT (SELECT count(*) FROM audit_log WHERE transaction_id = '\(nobodys)' AND wallet IS NULL) = 1;
            END $$
            """)
        #expect(!apple.shop.log.text.contains(reason))
    }

    @Test(
        "What Apple does not know is not found; an Apple that does not answer is said to be away, and nothing changes")
    func cannotAsk() async throws {
        let apple = try await StoreFixture(appleTimeoutMs: 1_000)
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token)
        try await apple.bring("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.has(100, user))
        let unknown = try await ask(apple, ServiceFixture.transactionID())
        #expect(unknown.status == 404 && unknown.code == "purchase_not_found")
        // Each store is asked by its name only.
        #expect(try await ask(apple, purchase.transactionID, in: "sandbox").code == "purchase_not_found")
        try apple.store.refund(purchase.transactionID)
        for kind in [Fault.Kind.hang, .error, .truncate] {
            try apple.store.faults.add(Fault(kind, call: .transaction))
            let away = try await ask(apple, purchase.transactionID)
            #expect(away.status == 503 && away.code == "apple_unavailable", "\(kind)")
            #expect(away.header("Retry-After") != nil && away.flag("retryable") == true)
            apple.store.faults.removeAll()
        }
        #expect(try await apple.shop.available(user) == 100)
        #expect(try await ask(apple, purchase.transactionID).number("coins_taken") == 100)
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
        let keyless = try await ServiceFixture.shared
        let told = try await keyless.call(.post, "/v1/admin/purchases/production/7/ask", #"{"reason":"r"}"#)
        #expect(told.code == "lookup_unavailable")
    }
}
