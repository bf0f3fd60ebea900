import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain

@testable import WalletServer

/// Apple's question how much of a purchase was used.
@Suite struct ConsumptionCases {
    private func ask(_ apple: StoreFixture, _ purchase: SimulatedPurchase) async throws {
        try apple.store.askConsumption(purchase.transactionID)
        try await apple.bring("CONSUMPTION_REQUEST", about: purchase)
    }

    private func consent(_ apple: StoreFixture, _ user: String, _ yes: Bool = true) async throws {
        let told = try await apple.shop.call(.put, "/v1/users/\(user)/consent", #"{"consumption":\#(yes)}"#)
        #expect(told.status == 200)
        #expect(told.flag("consumption") == yes)
        #expect(told.text("recorded_at") != nil)
    }

    private func buy(_ apple: StoreFixture) async throws -> (user: String, purchase: SimulatedPurchase) {
        let (user, token) = try await apple.makeUser()
        let purchase = try apple.buy(token: token)
        try await apple.bring("ONE_TIME_CHARGE", about: purchase)
        #expect(try await apple.has(100, user))
        return (user, purchase)
    }

    /// Lets an open question about the purchase be looked at now.
    private func hurry(_ apple: StoreFixture, _ purchase: SimulatedPurchase) async throws {
        try await apple.shop.database.execute(
            """
            UPDATE consumption_requests SET next_attempt_at = 'epoch'
            WHERE transaction_id = '\(purchase.transactionID)' AND state = 1
            """)
    }

    private func answers(
        _ apple: StoreFixture, _ purchase: SimulatedPurchase, count: Int
    ) async throws -> [String] {
        #expect(
            try await apple.shop.waitUntil {
                apple.store.purchase(purchase.transactionID)?.consumptionAnswers.count == count
            })
        return apple.store.purchase(purchase.transactionID)?.consumptionAnswers.map(\.body) ?? []
    }

    @Test("With consent Apple hears what was used of that very purchase, and hears it once")
    func answers() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let (first, second) = (try apple.buy(token: token), try apple.buy(token: token))
        try await apple.bring("ONE_TIME_CHARGE", about: first)
        #expect(try await apple.has(100, user))
        try await apple.bring("ONE_TIME_CHARGE", about: second)
        #expect(try await apple.has(200, user))
        let item = try await apple.shop.addItem(price: 133)
        #expect(try await apple.shop.spend(item, for: user, price: 133).status == 200)
        try await consent(apple, user)
        try await ask(apple, first)
        try await ask(apple, second)
        for _ in 0..<2 { try await apple.bring("CONSUMPTION_REQUEST", about: second) }
        #expect(
            try await apple.shop.waitUntil {
                [first, second].allSatisfy {
                    apple.store.purchase($0.transactionID)?.consumptionAnswers.isEmpty == false
                }
            })
        try await Task.sleep(for: .seconds(2))
        let answers = try [first, second].map { purchase in
            let said = apple.store.purchase(purchase.transactionID)?.consumptionAnswers ?? []
            #expect(said.count == 1)
            return try JSONObject(parsing: Array((said.first?.body ?? "{}").utf8))
        }
        #expect(try answers.map { try $0.integer("consumptionPercentage") } == [100_000, 33_000])
        #expect(try answers.map { try $0.text("refundPreference") } == ["DECLINE", "GRANT_PRORATED"])
        #expect(try answers.map { try $0.text("deliveryStatus") } == ["DELIVERED", "DELIVERED"])
        #expect(try answers.map { try $0.boolean("customerConsented") } == [true, true])
    }

    @Test("Without consent nothing is sent; a consent that comes in time lets the answer go")
    func needsConsent() async throws {
        let apple = try await StoreFixture.shared
        let (user, purchase) = try await buy(apple)
        try await consent(apple, user, false)
        try await ask(apple, purchase)
        #expect(try await apple.outcome(of: apple.message("CONSUMPTION_REQUEST", about: purchase)) == "asked")
        try await Task.sleep(for: .seconds(3))
        #expect(apple.store.purchase(purchase.transactionID)?.consumptionAnswers.isEmpty == true)
        try await consent(apple, user)
        try await hurry(apple, purchase)
        #expect(
            try await apple.shop.waitUntil {
                apple.store.purchase(purchase.transactionID)?.consumptionAnswers.isEmpty == false
            })
    }

    @Test("Killed before it could write down what Apple took, it says the same again, or what is true by then")
    func repeats() async throws {
        let apple = try await StoreFixture.shared
        let (user, purchase) = try await buy(apple)
        let item = try await apple.shop.addItem(price: 25)
        #expect(try await apple.shop.spend(item, for: user, price: 25).status == 200)
        try await consent(apple, user)
        try await ask(apple, purchase)
        let said = try await answers(apple, purchase, count: 1)
        try await forget(apple, purchase)
        #expect(try await answers(apple, purchase, count: 2) == [said[0], said[0]])
        #expect(try await apple.shop.spend(item, for: user, price: 25).status == 200)
        try await forget(apple, purchase)
        let last = try JSONObject(parsing: Array(try await answers(apple, purchase, count: 3)[2].utf8))
        #expect(try last.integer("consumptionPercentage") == 50_000)
    }

    /// As if the process had died between Apple's word and ours.
    private func forget(_ apple: StoreFixture, _ purchase: SimulatedPurchase) async throws {
        let settled =
            "SELECT FROM consumption_requests WHERE transaction_id = '\(purchase.transactionID)' AND state = 2"
        let isSettled = try await apple.shop.waitUntil {
            do {
                try await apple.shop.database.execute("DO $$ BEGIN ASSERT EXISTS (\(settled)); END $$")
                return true
            } catch {
                return false
            }
        }
        try #require(isSettled)
        try await apple.shop.database.execute(
            """
            UPDATE consumption_requests SET state = 1, settled_at = NULL, consumed_milli = NULL, preference = NULL,
            next_attempt_at = 'epoch' WHERE transaction_id = '\(purchase.transactionID)'
            """)
    }

    @Test("An answer that comes too late is not sent, and operators hear of it")
    func missesDeadline() async throws {
        let apple = try await StoreFixture.shared
        let (user, purchase) = try await buy(apple)
        try await ask(apple, purchase)
        #expect(try await apple.outcome(of: apple.message("CONSUMPTION_REQUEST", about: purchase)) == "asked")
        try await apple.shop.database.execute(
            """
            UPDATE consumption_requests SET asked_at = asked_at - interval '13 hours',
            deadline_at = deadline_at - interval '13 hours' WHERE transaction_id = '\(purchase.transactionID)'
            """)
        try await consent(apple, user)
        try await hurry(apple, purchase)
        #expect(
            try await apple.shop.waitUntil {
                apple.shop.log.text.contains("a question about consumption was not answered in time")
            })
        #expect(apple.store.purchase(purchase.transactionID)?.consumptionAnswers.isEmpty == true)
        #expect(try await apple.shop.metrics().contains(#"coffer_consumption_questions_total{end="missed"}"#))
    }

    @Test(
        "Shares: something used is never nothing, something left is never all",
        arguments: [
            (0, 100, 0), (1, 3, 33_333), (2, 3, 66_667), (100, 100, 100_000), (1, 1_000_000, 1),
            (999_999, 1_000_000, 99_999), (1, 8_000_000, 1), (5, 0, 0),
        ] as [(Int64, Int64, Int)])
    func shares(part: Int64, whole: Int64, milli: Int) { #expect(Share.milli(part, of: whole) == milli) }
}

extension ServiceFixture {
    func metrics() async throws -> String { String(decoding: try await get("/metrics").bytes, as: UTF8.self) }
}
