import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Case M-2: what was missed is found by asking, in pages that may break off.
@Suite struct RecoveryCases {
    @Test("M-2: 45 notifications that never came are found in Apple's history, though a page fails twice on the way")
    func notifications() async throws {
        let apple = try await StoreFixture()
        let (user, token) = try await apple.makeUser()
        // The sweep begins with the service: what is bought after it is what an outage would have hidden.
        #expect(
            try await apple.shop.waitUntil {
                try await apple.shop.metrics().contains("coffer_notification_sweep_seconds")
            })
        let purchases = try (0..<45).map { _ in try apple.buy(token: token) }
        let early = purchases[7]
        try await apple.bring("ONE_TIME_CHARGE", about: early)
        try apple.store.faults.add(Fault(.error, call: .notificationHistory, times: 2))
        #expect(
            try await apple.shop.waitUntil {
                try await apple.shop.database.execute("UPDATE notification_sweeps SET next_run_at = 'epoch'")
                return try await apple.shop.available(user) == 4_500
            })
        #expect(try await apple.shop.get("/v1/wallets/\(user)/purchases?limit=500").list("purchases").count == 45)
        #expect(try await apple.shop.metrics().contains(#"coffer_swept_notifications_total{state="missed"} 44"#))
        // The same pages once more: nothing is new, nobody gets anything twice.
        #expect(
            try await apple.shop.waitUntil {
                try await apple.shop.database.execute(
                    """
                    UPDATE notification_sweeps
                    SET seen_until = seen_until - interval '1 hour', next_run_at = 'epoch' WHERE sweep_until IS NULL
                    """)
                let text = try await apple.shop.metrics()
                let known = text.split(separator: "\n").first {
                    $0.hasPrefix(#"coffer_swept_notifications_total{state="known"}"#)
                }
                return (known?.split(separator: " ").last.flatMap { Int($0) } ?? 0) >= 90
            })
        #expect(try await apple.shop.metrics().contains(#"coffer_swept_notifications_total{state="missed"} 44"#))
        #expect(try await apple.shop.available(user) == 4_500)
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }

    @Test("An open order's purchase is found in the history of a customer of whom a transaction is known, others' not")
    func histories() async throws {
        let apple = try await StoreFixture()
        let user = ServiceFixture.unique("regular")
        let account = ServiceFixture.unique("account")
        let first = try apple.buy(token: nil, account: account)
        #expect(
            try await apple.shop.submit(try apple.store.signedTransaction(first.transactionID), for: user).status == 200
        )
        let ordered = try await apple.shop.call(
            .post, "/v1/orders", #"{"user":"\#(user)","pack":"pack-\#(StoreFixture.product)"}"#)
        let token = try #require(ordered.text("app_account_token"))
        var order = PurchaseOrder(StoreFixture.product, in: .production)
        (order.account, order.appAccountToken, order.isNotified) = (account, token, false)
        let lost = (0..<23).map { _ in order }
        for order in lost { try apple.store.buy(order) }
        try await apple.shop.database.execute("UPDATE orders SET created_at = created_at - interval '20 minutes'")
        try apple.store.faults.add(Fault(.error, call: .history, times: 1))
        #expect(
            try await apple.shop.waitUntil {
                try await apple.shop.database.execute(
                    "UPDATE history_sweeps SET next_run_at = 'epoch' WHERE next_run_at IS NOT NULL")
                try await apple.shop.service.runInboxJobs()
                return try await apple.shop.available(user) == Int64(100 + 100 * lost.count)
            })
        let state = try await apple.shop.get("/v1/orders/\(try #require(ordered.text("order")))")
        #expect(state.text("state") == "completed")
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }

    @Test("Support assigns once, with a reason that is on record; afterwards the purchase is that user's")
    func assignment() async throws {
        let apple = try await StoreFixture.shared
        let purchase = try apple.buy(token: nil)
        let message = try apple.message("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.bring(message).status == 200)
        #expect(try await apple.outcome(of: message) == "unattributed")
        let id = try #require(try await apple.unattributed(purchase)).text("id")
        let (user, other) = (ServiceFixture.unique("owner"), ServiceFixture.unique("other"))
        let path = "/v1/admin/unattributed/\(id)/assign"
        #expect(try await apple.shop.call(.post, path, #"{"user":"\#(user)"}"#).status == 400)
        let told = try await apple.shop.call(.post, path, #"{"user":"\#(user)","reason":"invoice seen"}"#)
        #expect(told.states == ["credited"])
        #expect(try await apple.shop.available(user) == 100)
        #expect(try await apple.unattributed(purchase) == nil)
        let refused = try await apple.shop.call(.post, path, #"{"user":"\#(other)","reason":"mistake"}"#)
        #expect(refused.code == "purchase_belongs_to_another_user")
        let again = try await apple.shop.call(.post, path, #"{"user":"\#(user)","reason":"twice"}"#)
        #expect(again.states == ["already_credited"])
        #expect(try await apple.shop.available(other) == 0)
        let unknown = try await apple.shop.call(
            .post, "/v1/admin/unattributed/una_p999999/assign", #"{"user":"u","reason":"none"}"#)
        #expect(unknown.code == "unattributed_not_found")
        // One record, and nobody can change it in the service's role.
        try await apple.shop.database.execute(
            """
            DO $$ BEGIN
                ASSERT (SELECT count(*) FROM audit_log a JOIN notes n ON n.wallet = a.wallet AND n.digest = a.reason
                    WHERE a.transaction_id = '\(purchase.transactionID)' AND n.text = 'invoice seen') = 1;
                ASSERT NOT has_table_privilege('coffer_service', 'coffer.audit_log', 'UPDATE');
                ASSERT NOT has_table_privilege('coffer_service', 'coffer.audit_log', 'DELETE');
            END $$
            """)
    }

    @Test("What is refunded in full waits for no owner; it is listed again once Apple takes the refund back")
    func refundedUnattributed() async throws {
        let apple = try await StoreFixture()
        let purchase = try apple.buy(token: nil)
        func hear(_ type: String) async throws {
            let message = try apple.message(type, about: purchase)
            #expect(try await apple.bring(message).status == 200)
            #expect(try await apple.outcome(of: message) != nil)
        }
        func isListed(_ isListed: Bool) async throws {
            #expect(try await (apple.unattributed(purchase) != nil) == isListed)
            let line = "\ncoffer_unattributed \(isListed ? 1 : 0)\n"
            #expect(try await apple.shop.waitUntil { try await apple.shop.metrics().contains(line) })
        }
        try await hear("ONE_TIME_CHARGE")
        try await isListed(true)
        try apple.store.refund(purchase.transactionID, milliPercent: 50_000)
        try await hear("REFUND")
        try await isListed(true)
        try apple.store.refund(purchase.transactionID)
        try await hear("REFUND")
        try await isListed(false)
        try apple.store.reverseRefund(purchase.transactionID)
        try await hear("REFUND_REVERSED")
        try await isListed(true)
        let id = try #require(try await apple.unattributed(purchase)).text("id")
        let told = try await apple.shop.call(
            .post, "/v1/admin/unattributed/\(id)/assign", #"{"user":"late","reason":"invoice seen"}"#)
        #expect(told.states == ["credited"])
        #expect(try await apple.shop.available("late") == 100)
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }

    @Test("Whoever takes something up and dies leaves it to others; nobody else gets it before")
    func leases() async throws {
        let database = try await TestDatabase.migrated()
        let apple = try SimulatedStore()
        let shop = try await ServiceFixture(database: database, authority: apple.authority)
        _ = await shop.service.drain(deadlineMs: 2_000)
        let store = shop.ledger.notifications
        let kept = KeptNotification(
            id: UUID(), version: 2, environment: .production, type: "TEST", subtype: nil, transactionID: nil,
            signedAt: Instant(milliseconds: 1), road: .call, payload: [1, 2, 3])
        #expect(try await store.store(kept))
        #expect(try await store.store(kept) == false)
        #expect(try await store.takeUp(leaseMs: 3_600_000).map(\.id) == [kept.id])
        #expect(try await store.takeUp().isEmpty)
        try await database.execute("UPDATE notifications SET next_attempt_at = 'epoch' WHERE state = 1")
        let again = try await store.takeUp()
        #expect(again.map(\.attempts) == [2])
        #expect(again.first?.payload == [1, 2, 3])
        try await store.settle(kept.id, outcome: "test")
        try await store.reschedule(kept.id, retryInMs: 0)
        #expect(try await store.takeUp().isEmpty)
        #expect(try await store.outcome(of: kept.id) == "test")
    }

    @Test("M-2: what cannot be stored is answered 503, so that Apple comes again")
    func notStored() async throws {
        let apple = try await StoreFixture()
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token)
        let lock = Task {
            try await apple.shop.database.execute(
                "BEGIN; LOCK TABLE notifications IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(8); COMMIT")
        }
        let message = try apple.message("ONE_TIME_CHARGE", about: purchase)
        var statuses: [Int] = []
        // Until the lock is held the first may come through; from then on none does.
        for _ in 0..<5 where !statuses.contains(503) {
            statuses.append(try await apple.bring(message).status)
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(statuses.last == 503)
        try await lock.value
        #expect(try await apple.bring(message).status == 200)
        #expect(try await apple.has(100, user))
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }
}
