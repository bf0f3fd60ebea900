import AppStore
import FoundationEssentials
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain

/// Our clients against the stand-in App Store, which Apple's own library judged: every call that both know.
@Suite struct SimulatedStoreTests {
    /// A store that runs for one test, and clients that trust it.
    private final class Shop: Sendable {
        let store: SimulatedStore
        let servers: StoreServers
        let api: AppStoreServerAPI
        let receipts: VerifyReceiptClient

        /// Each shop has its own purchases and API key; all are under one root, because making keys takes long.
        private static let authority = Result { try TestAuthority.create() }

        init() throws {
            var simulator = SimulatorSettings()
            simulator.authority = try Self.authority.get()
            store = try SimulatedStore(simulator)
            servers = try StoreServers(store)
            let appStore = AppStoreSettings(
                appIDs: [store.settings.bundleID: store.settings.appAppleID],
                anchors: TrustAnchors.apple.adding(store.authority.rootFingerprints))
            var settings = ServerAPISettings(
                issuerID: store.apiKey.issuerID, keyID: store.apiKey.keyID,
                key: try StoreAPIKey(pem: store.apiKey.privateKeyPEM), bundleID: store.settings.bundleID)
            settings.productionURL = servers.url
            settings.sandboxURL = servers.sandboxURL
            api = AppStoreServerAPI(settings, appStore, client: HTTPClient())
            var receiptSettings = VerifyReceiptSettings(sharedSecret: Secret(store.settings.sharedSecret))
            receiptSettings.productionURL = servers.url + "/verifyReceipt"
            receiptSettings.sandboxURL = servers.sandboxURL + "/verifyReceipt"
            receipts = VerifyReceiptClient(receiptSettings, appStore, client: HTTPClient())
        }

        deinit { servers.stop() }

        func buy(_ environment: SimulatedEnvironment, quantity: Int = 1) throws -> SimulatedPurchase {
            let product = store.settings.products.first { $0.kind == .consumable }
            return try store.buy(PurchaseOrder(product?.id ?? "", quantity: quantity, in: environment))
        }
    }

    @Test("a purchase of either store is found by its id alone", arguments: StoreEnvironment.allCases)
    func transaction(environment: StoreEnvironment) async throws {
        let shop = try Shop()
        let bought = try shop.buy(environment == .production ? .production : .sandbox, quantity: 3)
        let found = try await shop.api.transaction(TransactionID(bought.transactionID))
        #expect(found.environment == environment && found.quantity == 3 && found.kind == .consumable)
        let unknown = await StoreAPISupport.fault { () async throws(StoreAPIError) in
            try await shop.api.transaction(StoreAPISupport.id)
        }
        #expect(unknown?.isTransactionUnknown == true && shop.api.clockSkewMs != nil)
    }

    @Test("refunds, partial ones and their reversal are seen in history, refund list and single answer")
    func refunds() async throws {
        let shop = try Shop()
        let bought = try shop.buy(.production, quantity: 3)
        let id = try TransactionID(bought.transactionID)
        try shop.store.refund(bought.transactionID, milliPercent: 33_333)
        #expect(try await shop.api.transaction(id).revocation?.percentageMilli == 33_333)
        let refunds = try await shop.api.refunds(of: id, in: .production)
        #expect(refunds.purchases.map(\.transactionID) == [id] && refunds.faults.isEmpty)
        try shop.store.reverseRefund(bought.transactionID)
        #expect(try await shop.api.transaction(id).revocation == nil)
    }

    @Test("finished consumables stay in the history, page by page, each once")
    func history() async throws {
        let shop = try Shop()
        let bought = try (0..<45).map { _ in try shop.buy(.sandbox) }
        for purchase in bought { try shop.store.finish(purchase.transactionID) }
        let id = try TransactionID(try #require(bought.first).transactionID)
        var found: [TransactionID] = []
        var page = try await shop.api.history(of: id, in: .sandbox)
        found += page.purchases.map(\.transactionID)
        while page.hasMore, found.count <= bought.count {
            page = try await shop.api.history(of: id, in: .sandbox, after: page.revision)
            found += page.purchases.map(\.transactionID)
        }
        #expect(found.count == 45 && Set(found.map(\.text)) == Set(bought.map(\.transactionID)))
    }

    @Test("what we tell the store arrives: token, finish, answer about consumption, order number")
    func changes() async throws {
        let shop = try Shop()
        let bought = try shop.buy(.production)
        let id = try TransactionID(bought.transactionID)
        let token = UUID()
        try await shop.api.setAppAccountToken(token, of: id, in: .production)
        #expect(try await shop.api.transaction(id).appAccountToken == token)
        try await shop.api.finish(id, in: .production)
        try shop.store.askConsumption(bought.transactionID)
        let half = AppStore.ConsumptionAnswer(delivery: .delivered, consumedMilli: 50_000, preference: .grantProrated)
        let answer = try #require(half)
        try await shop.api.sendConsumption(answer, of: id, in: .production)
        let known = try #require(shop.store.purchase(bought.transactionID))
        #expect(known.isFinished && known.consumptionAnswers.map(\.version) == [2])
        #expect(try await shop.api.order(bought.orderID)?.purchases.map(\.transactionID) == [id])
        #expect(try await shop.api.order("M0000000000") == nil)
    }

    @Test("notifications that never arrived are found in the history")
    func notifications() async throws {
        let shop = try Shop()
        let bought = try shop.buy(.production)
        let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        let page = try await shop.api.notifications(
            in: .production, from: now.adding(milliseconds: -3_600_000), to: now.adding(milliseconds: 60_000))
        let record = try #require(page.records.first)
        let notification = try record.notification.get()
        #expect(notification.kind == .purchased)
        #expect(notification.purchase?.transactionID.text == bought.transactionID)
    }

    @Test("verifyReceipt: each store's receipt ends at the right one, with every purchase in it")
    func receipts() async throws {
        let shop = try Shop()
        for environment in [SimulatedEnvironment.production, .sandbox] {
            let bought = [try shop.buy(environment), try shop.buy(environment, quantity: 2)]
            let purchases = try await shop.receipts.verify(try shop.store.receipt(with: bought))
            #expect(Set(purchases.map(\.transactionID.text)).isSuperset(of: bought.map(\.transactionID)))
            #expect(purchases.allSatisfy { ($0.environment == .production) == (environment == .production) })
        }
    }

    @Test(
        "what goes wrong on the way is worth asking again, and then works",
        arguments: [
            Fault.Kind.error, .rateLimit, .cut, .truncate, .unauthorized, .expiredChain,
        ])
    func faults(kind: Fault.Kind) async throws {
        let shop = try Shop()
        let bought = try shop.buy(.production)
        // A refused token is tried once more at once.
        try shop.store.faults.add(Fault(kind, call: .transaction, times: kind == .unauthorized ? 2 : 1))
        let id = try TransactionID(bought.transactionID)
        let error = await StoreAPISupport.fault { () async throws(StoreAPIError) in
            try await shop.api.transaction(id, in: .production)
        }
        #expect(error?.isRetryable == true, "\(String(describing: error))")
        guard kind != .rateLimit else { return }
        #expect(try await shop.api.transaction(id, in: .production).transactionID == id)
    }
}
