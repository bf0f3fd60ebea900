import Foundation
import StoreSimulator
import Testing
import WalletDomain
import WalletServer

/// Cases N-3 and N-7, M-4 and V-8 where they meet a refund: whole stories through the doors of Apple and app.
@Suite struct RefundStoryCases {
    private func bring(_ apple: StoreFixture, _ type: String, _ transaction: SimulatedTransaction) async throws {
        #expect(try await apple.bring(payload: apple.payload(type, transaction)).status == 200)
    }

    /// Apple's later word on a purchase.
    private func refunded(
        _ transaction: SimulatedTransaction, type: String? = nil, percentage: Int? = nil, later seconds: Int64 = 1
    ) -> SimulatedTransaction {
        var word = transaction
        word.signedDate = (transaction.signedDate ?? 0) + seconds * 1_000
        word.revocationDate = word.signedDate
        word.revocationType = type
        word.revocationPercentage = percentage
        return word
    }

    private func kinds(_ apple: StoreFixture, _ user: String) async throws -> [String] {
        try await apple.shop.get("/v1/wallets/\(user)/entries?limit=500").list("entries").map { try $0.text("kind") }
            .sorted()
    }

    @Test("N-3: coins that were spent before their refund are owed, refund by refund, and the next purchase pays")
    func spentBefore() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let sales = [
            apple.transaction { $0.appAccountToken = token }, apple.transaction { $0.appAccountToken = token },
        ]
        for sale in sales { try await bring(apple, "ONE_TIME_CHARGE", sale) }
        #expect(try await apple.has(200, user))
        let course = try await apple.shop.addItem("course", price: 120)
        #expect(try await apple.shop.spend(course, for: user, price: 120).status == 200)
        try await bring(apple, "REFUND", refunded(sales[0]))
        #expect(try await apple.has(0, user, debt: 20))
        try await bring(apple, "REFUND", refunded(sales[1]))
        #expect(try await apple.has(0, user, debt: 120))
        let small = try await apple.shop.addItem(price: 10)
        #expect(try await apple.shop.spend(small, for: user, price: 10).code == "wallet_in_debt")
        let next = apple.transaction {
            $0.appAccountToken = token
            $0.quantity = 5
        }
        try await bring(apple, "ONE_TIME_CHARGE", next)
        #expect(try await apple.has(380, user))
        let lines = try await apple.shop.exported(.production)
        let references = Set(sales.map(\.transactionId))
        let exported = lines.filter { references.contains($0["reference"] ?? "") }
        for kind in ["sold", "refunded"] {
            #expect(
                Set(exported.filter { $0["kind"] == kind }.compactMap { $0["reference"] }) == references,
                "\(kind): \(exported)")
        }
    }

    @Test("N-7: a third of three, a full one, and one without a figure; the reversal gives back what was taken")
    func partly() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        func sale(_ quantity: Int) -> SimulatedTransaction {
            apple.transaction {
                $0.appAccountToken = token
                $0.quantity = quantity
            }
        }
        let (three, five, one) = (sale(3), sale(5), sale(1))
        for sale in [three, five, one] { try await bring(apple, "ONE_TIME_CHARGE", sale) }
        #expect(try await apple.has(900, user))
        let third = refunded(three, type: "REFUND_PRORATED", percentage: 33_333)
        for _ in 0..<2 { try await bring(apple, "REFUND", third) }
        #expect(try await apple.has(800, user))
        try await bring(apple, "REFUND", refunded(five, type: "REFUND_FULL", percentage: 100_000))
        #expect(try await apple.has(300, user))
        try await bring(apple, "REFUND", refunded(one))
        #expect(try await apple.has(200, user))
        try await apple.shop.database.execute(
            """
            DO $$ BEGIN
                ASSERT (SELECT (revocation_type, revocation_percentage) = ('REFUND_PRORATED', 33333)
                    FROM store_transactions WHERE transaction_id = '\(three.transactionId)');
                ASSERT (SELECT (revocation_type, revocation_percentage) = ('REFUND_FULL', 100000)
                    FROM store_transactions WHERE transaction_id = '\(five.transactionId)');
                ASSERT (SELECT revoked_at IS NOT NULL AND revocation_percentage IS NULL
                    FROM store_transactions WHERE transaction_id = '\(one.transactionId)');
            END $$
            """)
        var reversed = three
        reversed.signedDate = (three.signedDate ?? 0) + 9_000
        for _ in 0..<2 { try await bring(apple, "REFUND_REVERSED", reversed) }
        #expect(try await apple.has(300, user))
        #expect(
            try await kinds(apple, user)
                == ["refund_reversed", "refunded", "refunded", "refunded", "sold", "sold", "sold"])
    }

    @Test("V-8: three in one purchase go back as three; the same whatever the app sends")
    func quantity() async throws {
        let apple = try await StoreFixture.shared
        let user = ServiceFixture.unique("three")
        let sale = apple.transaction { $0.quantity = 3 }
        #expect(try await apple.shop.submit(apple.store.authority.sign(sale), for: user).states == ["credited"])
        #expect(try await apple.shop.available(user) == 300)
        try await bring(apple, "REFUND", refunded(sale))
        #expect(try await apple.has(0, user))
        #expect(try await apple.shop.submit(apple.store.authority.sign(sale), for: user).status == 200)
        #expect(try await apple.shop.available(user) == 0)
    }

    @Test("M-4: refunded before its product is mapped, it comes to nothing, whoever told of it first")
    func refundedBeforeMapping() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let product = ServiceFixture.unique("com.example.later")
        let sale = apple.transaction {
            $0.productId = product
            $0.appAccountToken = token
        }
        let told = try await apple.shop.submit(apple.store.authority.sign(sale), for: user)
        #expect(told.status == 202)
        #expect(try told.purchases.first?.text("reason") == "pending_product")
        #expect(try await apple.shop.logs("purchase waits", "pending_product", sale.transactionId), "the alert")
        try await bring(apple, "ONE_TIME_CHARGE", sale)
        let refund = UUID()
        #expect(try await apple.bring(payload: apple.payload("REFUND", id: refund, refunded(sale))).status == 200)
        #expect(try await apple.outcome(of: refund) == "remembered")
        let topup = try #require(told.text("topup"))
        try await apple.shop.addPack(product, coins: 1_200)
        #expect(
            try await apple.shop.waitUntil { try await apple.shop.get("/v1/topups/\(topup)").states == ["refused"] })
        let ended = try await apple.shop.get("/v1/topups/\(topup)")
        #expect(try ended.purchases.first?.text("reason") == "revoked")
        #expect(ended.flag("finish") == true)
        #expect(try await apple.shop.available(user) == 0)
        #expect(try await apple.shop.wallet(user).number("debt") == 0)
    }
}
