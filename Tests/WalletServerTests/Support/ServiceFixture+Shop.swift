import Foundation
import HTTPClient
import StoreSimulator
import Testing

extension ServiceFixture {
    /// A pack that is on sale from now on; purchases of any date get it. Returns its product.
    @discardableResult
    func addPack(_ product: String, coins: Int64, bonus: Int64 = 0, bundle: String = ServiceFixture.bundle) async throws
        -> String
    {
        let told = try await call(
            .put, "/v1/admin/packs/pack-\(product)",
            """
            {"bundle":"\(bundle)","product":"\(product)","title":"\(coins) coins","coins":\(coins),"bonus":\(bonus),\
            "reason":"test"}
            """)
        try #require(told.status == 200, "\(String(decoding: told.bytes, as: UTF8.self))")
        return product
    }

    /// An item with one price since ever, written past the API, which would make it wait for the next second.
    @discardableResult
    func addItem(_ prefix: String = "item", price: Int64?, kind: Int = 2, state: Int = 2) async throws -> String {
        let item = Self.unique(prefix)
        let row = price.map {
            "INSERT INTO item_prices VALUES ('\(item)', 1, 1, \($0), \($0 == 0), 'epoch', NULL, 'epoch', 1);"
        }
        try await database.execute(
            "INSERT INTO items VALUES ('\(item)', 'Title', \(kind), \(state), 'epoch', 1);" + (row ?? ""))
        return item
    }

    func makeTester(_ user: String) async throws {
        let told = try await call(.put, "/v1/admin/users/\(user)/tester", #"{"tester":true,"reason":"review"}"#)
        try #require(told.status == 200)
    }

    /// A signed consumable, bought now unless changed.
    func purchase(
        _ product: String, environment: String = "Production", token: String? = nil,
        transactionID: String = ServiceFixture.transactionID(), change: (inout SimulatedTransaction) -> Void = { _ in }
    ) throws -> String {
        var transaction = SimulatedTransaction(
            transactionID: transactionID, bundleID: Self.bundle, productID: product, environment: environment,
            appAccountToken: token, atMs: Int64(Date().timeIntervalSince1970 * 1_000))
        change(&transaction)
        return try authority.sign(transaction)
    }

    func makeReceipt(
        _ entries: [SimulatedReceipt.Entry], bundle: String = ServiceFixture.bundle, type: String = "Production"
    ) throws -> String {
        try authority.makeReceipt(
            SimulatedReceipt(
                receiptType: type, bundleID: bundle, creationDate: "2026-01-01T00:00:00Z", entries: entries))
    }

    func entry(_ product: String, quantity: Int64 = 1) -> SimulatedReceipt.Entry {
        SimulatedReceipt.Entry(
            productID: product, transactionID: Self.transactionID(), purchaseDate: "2026-01-01T00:00:00Z",
            quantity: quantity)
    }
}
