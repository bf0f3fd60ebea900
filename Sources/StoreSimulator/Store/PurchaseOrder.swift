/// What somebody buys. Nil takes what the store has.
package struct PurchaseOrder: Sendable {
    package var productID: String
    package var quantity = 1
    package var environment = SimulatedEnvironment.sandbox
    package var account = "customer"
    package var appAccountToken: String?
    package var storefront = "USA"
    /// For the whole quantity.
    package var priceMilliunits: Int64?
    package var currency: String?
    package var ownership = "PURCHASED"
    /// Nil takes the store's app.
    package var bundleID: String?
    /// Nil is a new order of its own.
    package var orderID: String?
    /// Apple tells the developer of every purchase; false is a store that forgot to.
    package var isNotified = true

    package init(_ productID: String, quantity: Int = 1, in environment: SimulatedEnvironment = .sandbox) {
        self.productID = productID
        self.quantity = quantity
        self.environment = environment
    }

    /// The sheet lets nobody take more.
    static let quantityMax = 10
}
