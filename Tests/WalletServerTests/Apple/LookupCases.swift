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
        // A slow machine's answer may come too late for the look, which then says that Apple is away.
        #expect(
            try await apple.shop.waitUntil {
                try await apple.shop.get("/v1/topups/\(topup)").text("reason") == "transaction_unknown"
            })
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

    @Test("S-2: a transaction that Apple learns of a little later is credited then, without the app")
    func late() async throws {
        let apple = try await StoreFixture()
        let user = ServiceFixture.unique("late")
        // The store numbers its purchases one by one.
        let first = try #require(Int64(try apple.buy(token: nil).transactionID))
        let told = try await submit(apple, String(first + 1), for: user)
        #expect(told.status == 202)
        #expect(told.text("reason") == "transaction_unknown")
        try #require(try apple.buy(token: nil).transactionID == String(first + 1))
        #expect(
            try await apple.shop.waitUntil {
                try await apple.shop.database.execute("UPDATE proofs SET next_attempt_at = 'epoch' WHERE state = 2")
                return try await apple.shop.available(user) == 100
            })
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }

    @Test("V-4: somebody else's transaction id, looked up, credits its owner and tells the asker nothing")
    func othersID() async throws {
        let apple = try await StoreFixture.shared
        let (owner, token) = try await apple.makeUser()
        let thief = ServiceFixture.unique("thief")
        let id = try apple.buy(token: token).transactionID
        let told = try await submit(apple, id, for: thief)
        #expect(told.status == 409)
        #expect(told.code == "purchase_belongs_to_another_user")
        #expect(!String(decoding: told.bytes, as: UTF8.self).contains(owner))
        #expect(try await apple.shop.available(thief) == 0)
        #expect(try await submit(apple, id, for: owner).states == ["already_credited"])
        #expect(try await apple.shop.available(owner) == 100)
    }

    @Test("V-1: a reviewer's receipt that Apple must judge is the sandbox's: credited once, spendable, no real revenue")
    func reviewersReceipt() async throws {
        let apple = try await StoreFixture { settings in
            settings.appStore = AppStoreSettings(appIDs: settings.appStore.appIDs, anchors: .apple)
        }
        let reviewer = ServiceFixture.unique("reviewer")
        try await apple.shop.makeTester(reviewer)
        let bought = try apple.buy(token: nil, in: .sandbox)
        let receipt = try apple.store.receipt(with: [bought])
        let told = try await apple.shop.submit(receipt: receipt, for: reviewer)
        #expect(told.status == 200)
        #expect(told.states == ["credited"])
        #expect(told.flag("finish") == true)
        #expect(try told.purchases.first?.text("environment") == "Sandbox")
        let course = try await apple.shop.addItem("course", price: 60)
        #expect(try await apple.shop.spend(course, for: reviewer, price: 60).status == 200)
        #expect(try await apple.shop.submit(receipt: receipt, for: reviewer).states == ["already_credited"])
        // The other road: a signed id that only the sandbox knows.
        let other = try await submit(apple, apple.buy(token: nil, in: .sandbox).transactionID, for: reviewer)
        #expect(other.states == ["credited"])
        #expect(try await apple.shop.available(reviewer) == 140)
        func references(_ environment: StoreEnvironment) async throws -> Set<String> {
            Set(try await apple.shop.exported(environment).compactMap { $0["reference"] })
        }
        #expect(try await references(.sandbox).contains(bought.transactionID))
        #expect(try await !references(.production).contains(bought.transactionID))
        // Nobody else gets anything for it.
        let ordinary = try await apple.shop.submit(receipt: receipt, for: ServiceFixture.unique("ordinary"))
        #expect(ordinary.code == "sandbox_not_allowed" && ordinary.flag("finish") == true)
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
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
