import AppStore
import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletServer

/// Cases M-1, S-2 and R-4: proofs that Apple must judge.
@Suite struct LookupCases {
    private func submit(_ apple: StoreFixture, _ id: String, for user: String) async throws -> Told {
        try await apple.shop.call(.post, "/v1/topups", #"{"user":"\#(user)","transaction_id":"\#(id)"}"#)
    }

    @Test("A bare transaction id is credited at once where Apple answers, in either store")
    func bareID() async throws {
        let apple = try await StoreFixture.shared
        let user = ServiceFixture.unique("bare")
        let told = try await submit(apple, try apple.buy(token: nil).transactionID, for: user)
        #expect(told.status == 200)
        #expect(told.states == ["credited"])
        let id = try #require(told.text("topup"))
        let looked = try await apple.shop.get("/v1/topups/\(id)")
        #expect(looked.states == ["already_credited"])
        let tester = ServiceFixture.unique("tester")
        try await apple.shop.makeTester(tester)
        let sandbox = try await submit(apple, try apple.buy(token: nil, in: .sandbox).transactionID, for: tester)
        #expect(sandbox.states == ["credited"])
    }

    @Test("S-2: an id that Apple does not know waits, and is refused only after an hour")
    func unknown() async throws {
        let apple = try await StoreFixture.shared
        let user = ServiceFixture.unique("unknown")
        let id = ServiceFixture.transactionID()
        let told = try await submit(apple, id, for: user)
        #expect(told.status == 202)
        #expect(told.flag("finish") == false)
        #expect(told.text("reason") == "transaction_unknown")
        let topup = try #require(told.text("topup"))
        #expect(try await apple.shop.get("/v1/topups/\(topup)").text("reason") == "transaction_unknown")
        try await apple.shop.database.execute(
            """
            UPDATE proofs SET received_at = received_at - interval '61 minutes', next_attempt_at = 'epoch'
            WHERE convert_from(bytes, 'UTF8') = '\(id)'
            """)
        #expect(
            try await apple.shop.waitUntil {
                try await submit(apple, id, for: user).code == "transaction_unknown"
            })
    }

    @Test("M-1: Apple hangs, fails or talks nonsense: 202 in time, kept, and credited later without the app")
    func outage() async throws {
        let apple = try await StoreFixture(appleTimeoutMs: 1_000)
        let user = ServiceFixture.unique("outage")
        let kinds: [Fault.Kind] = [.hang, .error, .truncate, .cut, .unauthorized, .rateLimit]
        for kind in kinds {
            apple.store.faults.removeAll()
            try apple.store.faults.add(Fault(kind, call: .transaction))
            let start = ContinuousClock.now
            let told = try await submit(apple, try apple.buy(token: nil).transactionID, for: user)
            #expect(told.status == 202, "\(kind)")
            #expect(told.text("reason") == "apple_unavailable", "\(kind)")
            #expect(told.flag("finish") == false)
            #expect(ContinuousClock.now - start < .seconds(30))
        }
        #expect(try await apple.shop.available(user) == 0)
        apple.store.faults.removeAll()
        #expect(
            try await apple.shop.waitUntil {
                try await apple.shop.database.execute("UPDATE proofs SET next_attempt_at = 'epoch' WHERE state = 2")
                return try await apple.shop.available(user) == Int64(100 * kinds.count)
            })
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }

    @Test("R-4: fifty who need a hanging Apple: few calls wait, the others hear 202, and everybody else is served")
    func bounded() async throws {
        let apple = try await StoreFixture(callsMax: 4, appleTimeoutMs: 30_000)
        let spender = ServiceFixture.unique("spender")
        #expect(try await apple.shop.grant(1_000, to: spender).status == 200)
        let item = try await apple.shop.addItem(price: 1)
        try apple.store.faults.add(Fault(.hang, call: .transaction))
        let purchases = try (0..<50).map { _ in try apple.buy(token: nil) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for purchase in purchases {
                group.addTask {
                    let told = try await submit(apple, purchase.transactionID, for: ServiceFixture.unique("waiting"))
                    #expect(told.status == 202)
                }
            }
            for _ in 0..<100 {
                group.addTask {
                    let told = try await apple.shop.spend(item, for: spender, price: 1)
                    #expect(told.status == 200)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await apple.shop.available(spender) == 900)
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }

    @Test("A receipt that cannot be judged here is judged by Apple; a forged one is refused by both")
    func receipts() async throws {
        let apple = try await StoreFixture { settings in
            // As when Apple signs receipts with a new root: ours does not know it yet.
            settings.appStore = AppStoreSettings(appIDs: settings.appStore.appIDs, anchors: .apple)
        }
        let user = ServiceFixture.unique("receipt")
        let receipt = try apple.store.receipt(with: [try apple.buy(token: nil), try apple.buy(token: nil)])
        let told = try await apple.shop.submit(receipt: receipt, for: user)
        #expect(told.status == 200)
        #expect(told.states == ["credited", "credited"])
        let stranger = try SimulatedStore()
        let forged = try stranger.receipt(with: [try stranger.buy(PurchaseOrder(StoreFixture.product))])
        #expect(try await apple.shop.submit(receipt: forged, for: user).code == "invalid_signature")
        try apple.store.faults.add(Fault(.error, call: .verifyReceipt))
        let waiting = try apple.store.receipt(with: [try apple.buy(token: nil)])
        #expect(try await apple.shop.submit(receipt: waiting, for: user).status == 202)
        apple.store.faults.removeAll()
        #expect(
            try await apple.shop.waitUntil {
                try await apple.shop.database.execute("UPDATE proofs SET next_attempt_at = 'epoch' WHERE state = 2")
                return try await apple.shop.available(user) == 300
            })
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }
}
