import Foundation
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Cases N-1 … N-6 and O-2: what Apple tells, stored before the answer and worked on afterwards.
@Suite struct NotificationCases {
    @Test("N-1: a purchase that no app reports is credited once, whatever is repeated")
    func creditsOnce() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token.uppercased())
        let message = try apple.message("ONE_TIME_CHARGE", about: purchase)
        async let first = apple.bring(message)
        async let second = apple.bring(message)
        #expect(try await [first, second].map(\.status) == [200, 200])
        #expect(try await apple.outcome(of: message) == "credited")
        #expect(try await apple.bring(message).text("state") == "known")
        let again = try apple.store.notify("ONE_TIME_CHARGE", about: purchase.transactionID, in: .production)
        #expect(try await apple.bring(again).text("state") == "stored")
        #expect(try await apple.outcome(of: again) == "already_credited")
        let told = try await apple.shop.submit(try apple.store.signedTransaction(purchase.transactionID), for: user)
        #expect(told.states == ["already_credited"])
        #expect(try await apple.shop.available(user) == 100)
    }

    @Test("N-2: without an owner it waits, visible to support, and is credited when its token is registered")
    func waitsForOwner() async throws {
        let apple = try await StoreFixture.shared
        let token = UUID().uuidString.lowercased()
        let purchase = try apple.buy(token: token)
        let message = try apple.message("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.bring(message).status == 200)
        #expect(try await apple.outcome(of: message) == "unattributed")
        let row = try #require(try await apple.unattributed(purchase))
        #expect(try row.text("app_account_token") == token)
        let user = ServiceFixture.unique("late")
        try await apple.register(token, for: user)
        #expect(try await apple.has(100, user))
        #expect(try await apple.unattributed(purchase) == nil)
    }

    @Test("What the app brings by itself meanwhile leaves the queue")
    func leavesQueue() async throws {
        let apple = try await StoreFixture.shared
        let purchase = try apple.buy(token: nil)
        let message = try apple.message("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.bring(message).status == 200)
        #expect(try await apple.outcome(of: message) == "unattributed")
        #expect(try await apple.unattributed(purchase) != nil)
        let user = ServiceFixture.unique("app")
        _ = try await apple.shop.submit(try apple.store.signedTransaction(purchase.transactionID), for: user)
        #expect(try await apple.shop.available(user) == 100)
        #expect(try await apple.unattributed(purchase) == nil)
    }

    @Test("N-3, N-4: a refund takes the coins, a reversal gives them again, each once")
    func refunds() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token)
        try await apple.bring("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.has(100, user))
        try apple.store.refund(purchase.transactionID)
        for _ in 0..<3 { try await apple.bring("REFUND", about: purchase) }
        #expect(try await apple.outcome(of: apple.message("REFUND", about: purchase)) == "refund_applied")
        #expect(try await apple.has(0, user))
        try apple.store.reverseRefund(purchase.transactionID)
        try await apple.bring("REFUND_REVERSED", about: purchase)
        #expect(try await apple.has(100, user))
    }

    @Test("A refund that is told before its purchase wins over it")
    func refundFirst() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token)
        try apple.store.refund(purchase.transactionID)
        let refund = try apple.message("REFUND", about: purchase)
        #expect(try await apple.bring(refund).status == 200)
        #expect(try await apple.outcome(of: refund) == "remembered")
        let bought = try apple.message("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.bring(bought).status == 200)
        #expect(try await apple.outcome(of: bought) == "refused")
        #expect(try await apple.shop.available(user) == 0)
        try apple.store.reverseRefund(purchase.transactionID)
        try await apple.bring("REFUND_REVERSED", about: purchase)
        #expect(try await apple.has(100, user))
    }

    @Test(
        "N-5: every other type is stored and moves nothing",
        arguments: [
            "TEST", "REFUND_DECLINED", "PRICE_INCREASE", "SUBSCRIBED", "EXTERNAL_PURCHASE_TOKEN", "RESCIND_CONSENT",
            "REVOKE", "BRAND_NEW_TYPE",
        ])
    func otherTypes(type: String) async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token)
        let message = try apple.store.notify(
            type, about: type == "TEST" ? nil : purchase.transactionID, in: .production)
        #expect(try await apple.bring(message).status == 200)
        let outcomes: Set = ["information", "test", "unknown"]
        let outcome = try #require(try await apple.outcome(of: message))
        #expect(outcomes.contains(outcome))
        #expect(try await apple.shop.available(user) == 0)
    }

    @Test("N-6: what is not Apple's, or another app's, is refused and not stored; garbage is unreadable")
    func refusesStrangers() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token)
        let message = try apple.message("ONE_TIME_CHARGE", about: purchase)
        let stranger = try SimulatedStore()
        let forged = try await apple.bring(payload: try stranger.signedPayload(message))
        #expect(forged.status == 422)
        #expect(forged.code == "invalid_signature")
        var order = PurchaseOrder(StoreFixture.product, in: .production)
        order.bundleID = "com.example.other"
        let other = try apple.store.buy(order)
        #expect(try await apple.bring(try apple.message("ONE_TIME_CHARGE", about: other)).code == "wrong_app")
        for body in ["", "{}", "[]", "{\"signedPayload\":7}", "<html>"] {
            #expect((400..<500).contains(try await apple.bring(body: Array(body.utf8)).status))
        }
        #expect(try await apple.shop.available(user) == 0)
        #expect(try await apple.outcomeNow(of: message) == nil)
    }

    @Test("N-6: a sandbox purchase of somebody who is no tester is stored and credits nothing")
    func sandbox() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token, in: .sandbox)
        let message = try apple.message("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.bring(message).status == 200)
        #expect(try await apple.outcome(of: message) == "refused")
        #expect(try await apple.shop.wallet(user, "?environment=sandbox").number("available") == 0)
    }

    @Test("M-4: a product that no pack maps yet waits in its owner's wallet, and is credited once mapped")
    func unmappedProduct() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        var order = PurchaseOrder("com.example.coins.1000", in: .production)
        order.appAccountToken = token
        let purchase = try apple.store.buy(order)
        let message = try apple.message("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.bring(message).status == 200)
        #expect(try await apple.outcome(of: message) == "pending")
        try await apple.shop.addPack("com.example.coins.1000", coins: 1_000)
        #expect(try await apple.has(1_000, user))
    }

    @Test("V1: a refund counts after Apple confirmed it; a wrong secret and a refund that is none do nothing")
    func legacy() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token)
        try await apple.bring("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.has(100, user))
        let hint = try apple.store.notify("REFUND", about: purchase.transactionID, in: .production, version: 1)
        let body = try apple.store.legacyBody(hint)
        let wrong = String(decoding: body, as: UTF8.self).replacing(apple.store.settings.sharedSecret, with: "guess")
        #expect(try await apple.bring(body: Array(wrong.utf8)).status == 422)
        #expect(try await apple.bring(body: body).status == 200)
        try apple.store.refund(purchase.transactionID)
        let again = try apple.store.notify("REFUND", about: purchase.transactionID, in: .production, version: 1)
        #expect(try await apple.bring(body: try apple.store.legacyBody(again)).status == 200)
        #expect(try await apple.has(0, user))
        #expect(!apple.shop.log.text.contains(apple.store.settings.sharedSecret))
    }
}

extension StoreFixture {
    func outcomeNow(of notification: SimulatedNotification) async throws -> String? {
        try await shop.ledger.notifications.outcome(of: try #require(UUID(uuidString: notification.id)))
    }
}
