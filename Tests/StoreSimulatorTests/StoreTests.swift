import Foundation
import StoreSimulator
import Testing

/// The store itself, without a socket.
@Suite struct StoreTests {
    private static let coins = "com.example.coins.100"

    @Test("a purchase has the price of its quantity, and a later change a later time")
    func buying() throws {
        let store = try SharedAuthority.store()
        var order = PurchaseOrder(Self.coins, quantity: 3, in: .production)
        order.appAccountToken = "7B0C6F1E-7C0B-4A55-9A0E-3B8F0D1C2E3F"
        let purchase = try store.buy(order)
        #expect(purchase.priceMilliunits == 3 * 990)
        #expect(purchase.appAccountToken == "7b0c6f1e-7c0b-4a55-9a0e-3b8f0d1c2e3f")
        try store.refund(purchase.transactionID)
        let refunded = try #require(store.purchase(purchase.transactionID))
        #expect(refunded.changedAtMs > purchase.changedAtMs)
        #expect(store.notifications.map(\.type) == ["ONE_TIME_CHARGE", "REFUND"])
    }

    @Test("refunds grow, are reversed and come again; what makes no sense is refused")
    func refunds() throws {
        let store = try SharedAuthority.store()
        let id = try store.buy(PurchaseOrder(Self.coins, quantity: 3)).transactionID
        #expect(throws: StoreRefusal.self) { try store.reverseRefund(id) }
        try store.refund(id, milliPercent: 33_333)
        #expect(throws: StoreRefusal.self) { try store.refund(id, milliPercent: 33_333) }
        #expect(store.purchase(id)?.revocation?.type == "REFUND_PRORATED")
        try store.refund(id, milliPercent: 66_667)
        #expect(store.purchase(id)?.revocation?.milliPercent == 66_667)
        try store.reverseRefund(id)
        #expect(store.purchase(id)?.revocation == nil)
        try store.refund(id)
        #expect(store.purchase(id)?.revocation?.type == "REFUND_FULL")
        #expect(throws: StoreRefusal.self) { try store.declineRefund(id) }
        for wrong in [0, 100_001] {
            #expect(throws: StoreRefusal.self) { try store.refund(id, milliPercent: wrong) }
        }
    }

    @Test(
        "orders that the store does not take",
        arguments: [
            { $0.quantity = 0 }, { $0.quantity = 11 }, { $0.productID = "nothing" }, { $0.appAccountToken = "no uuid" },
            { $0.ownership = "LENT" }, { $0.priceMilliunits = -1 }, { $0.account = "" },
        ] as [@Sendable (inout PurchaseOrder) -> Void])
    func refusedOrders(change: @Sendable (inout PurchaseOrder) -> Void) throws {
        let store = try SharedAuthority.store()
        var order = PurchaseOrder(Self.coins)
        change(&order)
        #expect(throws: StoreRefusal.self) { try store.buy(order) }
        #expect(store.purchases.isEmpty && store.notifications.isEmpty)
    }

    @Test("a restart keeps purchases, refunds, messages, keys and the list of truth")
    func restart() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = SimulatorSettings()
        settings.folder = folder
        let before = try makeHistory(settings)
        // A line that the end of the process cut short.
        let journal = try FileHandle(forWritingTo: URL(filePath: folder + "/store.jsonl"))
        try journal.seekToEnd()
        try journal.write(contentsOf: Data(#"{"number":9,"#.utf8))
        let after = try SimulatedStore(settings)
        #expect(Facts(after) == before)
        #expect(throws: TestAuthority.FileError.self) { try SimulatedStore(settings) }
        let next = try after.buy(PurchaseOrder(Self.coins)).transactionID
        #expect(!before.purchases.contains { $0.transactionID == next })
    }

    @Test("a restart begins without faults and with the addresses of its settings, and the journal says so")
    func restartOfFaults() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = try SharedAuthority.settings()
        settings.folder = folder
        settings.notificationURLs = [.production: "http://127.0.0.1:1/"]
        let first = try leaveFault(settings)
        let store = try SimulatedStore(settings)
        #expect(store.faults.active.isEmpty)
        #expect(store.notificationURLs == settings.notificationURLs)
        let since = store.events.dropFirst(first.events).map(\.change)
        guard case .faultOff(first.fault, nil) = since.first, case .notificationURLSet(.sandbox, nil) = since.last
        else {
            Issue.record("\(since)")
            return
        }
        #expect(since.count == 2)
        #expect(try store.faults.add(Fault(.error)) > first.fault)
    }

    /// The store is closed when this returns.
    private func leaveFault(_ settings: SimulatorSettings) throws -> (fault: Int, events: Int) {
        let store = try SimulatedStore(settings)
        store.setNotificationURL("http://127.0.0.1:2/", for: .sandbox)
        return (try store.faults.add(Fault(.error)), store.events.count)
    }

    private struct Facts: Equatable {
        let purchases: [SimulatedPurchase]
        let eventsCount: Int
        let messages: [String]
        let keyID: String
        let roots: [[UInt8]]

        init(_ store: SimulatedStore) {
            purchases = store.purchases
            eventsCount = store.events.count
            messages = store.notifications.map(\.id)
            keyID = store.apiKey.keyID
            roots = store.authority.rootCertificates
        }
    }

    /// The store is closed when this returns.
    private func makeHistory(_ settings: SimulatorSettings) throws -> Facts {
        let store = try SimulatedStore(settings)
        let id = try store.buy(PurchaseOrder(Self.coins)).transactionID
        try store.refund(id, milliPercent: 50_000)
        try store.finish(id)
        return Facts(store)
    }

    @Test("a finished consumable leaves the receipt, an unfinished one and other kinds stay")
    func receipts() throws {
        let store = try SharedAuthority.store()
        let first = try store.buy(PurchaseOrder(Self.coins)).transactionID
        let second = try store.buy(PurchaseOrder(Self.coins, quantity: 2)).transactionID
        let unlock = try store.buy(PurchaseOrder("com.example.unlock")).transactionID
        try store.finish(first)
        try store.finish(unlock)
        let receipt = Data(base64Encoded: try store.receipt()) ?? Data()
        #expect(receipt.range(of: Data(first.utf8)) == nil)
        #expect(receipt.range(of: Data(second.utf8)) != nil)
        #expect(receipt.range(of: Data(unlock.utf8)) != nil)
    }
}
