import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletServer

/// What no notification told about refunds is found by asking, and nobody is held up by it.
@Suite struct RefundWalkCases {
    /// A store and a service whose first rounds, without any wallet, are over.
    private func begin() async throws -> StoreFixture {
        let apple = try await StoreFixture()
        let isOver = try await apple.shop.waitUntil {
            do {
                try await apple.shop.database.execute(
                    """
                    DO $$ BEGIN
                        ASSERT (SELECT count(*) FROM refund_walks
                            WHERE next_run_at > clock_timestamp() + interval '1 hour') = 2;
                    END $$
                    """)
                return true
            } catch {
                return false
            }
        }
        try #require(isOver)
        return apple
    }

    private func buy(
        _ count: Int, _ apple: StoreFixture, for user: String, _ token: String
    ) async throws -> [SimulatedPurchase] {
        let account = ServiceFixture.unique("account")
        let purchases = try (0..<count).map { _ in try apple.buy(token: token, account: account) }
        for purchase in purchases {
            let proof = try apple.store.signedTransaction(purchase.transactionID)
            #expect(try await apple.shop.submit(proof, for: user).status == 200)
        }
        return purchases
    }

    private func hurry(_ apple: StoreFixture) async throws {
        try await apple.shop.database.execute("UPDATE refund_walks SET next_run_at = 'epoch'")
    }

    @Test("Missed refunds and reversals of every Apple account are found, with one call for twenty purchases of each")
    func findsAll() async throws {
        let apple = try await begin()
        let (user, token) = try await apple.makeUser()
        let first = try await buy(25, apple, for: user, token)
        let second = try await buy(2, apple, for: user, token)
        let (other, otherToken) = try await apple.makeUser()
        let returned = try await buy(1, apple, for: other, otherToken)[0]
        try apple.store.refund(returned.transactionID)
        try await apple.bring("REFUND", about: returned)
        #expect(try await apple.has(0, other))
        for missed in [first[2], first[24], second[0]] { try apple.store.refund(missed.transactionID) }
        try apple.store.reverseRefund(returned.transactionID)
        // Counts the calls, and does nothing else.
        var counter = Fault(.delay, call: .history)
        counter.milliseconds = 0
        try apple.store.faults.add(counter)
        try await hurry(apple)
        #expect(try await apple.has(2_400, user))
        #expect(try await apple.has(100, other))
        // The walk that every service begins with may have been at one of them before the calls were counted.
        let calls = apple.store.faults.active.map(\.hits)
        #expect(calls.count == 1 && (1...2 + 1 + 1).contains(calls[0]), "\(calls)")
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }

    @Test("While Apple gives no histories the walk stands still, and a bare transaction id is credited at once")
    func holdsUpNobody() async throws {
        let apple = try await begin()
        let (user, token) = try await apple.makeUser()
        let purchases = try await buy(3, apple, for: user, token)
        try apple.store.refund(purchases[1].transactionID)
        try apple.store.faults.add(Fault(.error, call: .history))
        // Five failures in a row and more: by now histories are left alone for a while.
        #expect(
            try await apple.shop.waitUntil {
                try await hurry(apple)
                return try await apple.shop.metrics().contains(#"coffer_apple_failures_total{cause="unavailable"} 6"#)
            })
        let bare = try apple.buy(token: nil)
        let told = try await apple.shop.call(
            .post, "/v1/topups", #"{"user":"\#(user)","transaction_id":"\#(bare.transactionID)"}"#)
        #expect(told.states == ["credited"])
        #expect(try await apple.shop.available(user) == 400)
        apple.store.faults.removeAll()
        #expect(
            try await apple.shop.waitUntil {
                try await hurry(apple)
                return try await apple.shop.available(user) == 300
            })
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }
}
