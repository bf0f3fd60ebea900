/// One purchase as the store knows it: the truth that every document is made from.
package struct SimulatedPurchase: Codable, Equatable, Sendable {
    package let transactionID: String
    /// On the customer's invoice; several purchases may share one.
    package let orderID: String
    package let environment: SimulatedEnvironment
    /// Which Apple account bought: receipts and histories are an account's.
    package let account: String
    package let bundleID: String
    package let productID: String
    package let kind: SimulatedProduct.Kind
    package let quantity: Int
    /// For the whole quantity, in thousandths of `currency`.
    package let priceMilliunits: Int64
    package let currency: String
    /// Three letters (ISO 3166-1).
    package let storefront: String
    package let purchasedAtMs: Int64
    /// Of subscriptions.
    package let expiresAtMs: Int64?
    /// `PURCHASED`, `FAMILY_SHARED` or `ASSIGNED`.
    package let ownership: String
    package internal(set) var appAccountToken: String?
    package internal(set) var isFinished = false
    package internal(set) var revocation: Revocation?
    package internal(set) var consumptionRequest: ConsumptionRequest?
    package internal(set) var consumptionAnswers: [ConsumptionAnswer] = []
    /// The number of the last change of it: histories are sorted by that.
    package internal(set) var changeNumber: Int64 = 0
    package internal(set) var changedAtMs: Int64 = 0

    /// Consumables are no chain: each is its own original. Our subscriptions have one period only.
    package var originalTransactionID: String { transactionID }

    /// What the customer got back.
    package struct Revocation: Codable, Equatable, Sendable {
        package let atMs: Int64
        /// Thousandths of a percent, 1 … 100,000: how much of the purchase is refunded by now, in all.
        package let milliPercent: Int
        /// 1: a problem with the app; 0: another reason.
        package let reason: Int

        package static let wholeMilliPercent = 100_000

        package var type: String { milliPercent == Self.wholeMilliPercent ? "REFUND_FULL" : "REFUND_PRORATED" }
    }

    /// The customer asked Apple for the money, and Apple asks the developer about it.
    package struct ConsumptionRequest: Codable, Equatable, Sendable {
        package let atMs: Int64
        package let reason: String
    }

    /// What the developer said, as it came.
    package struct ConsumptionAnswer: Codable, Equatable, Sendable {
        package let atMs: Int64
        /// 1 or 2, of the call.
        package let version: Int
        package let body: String
    }
}
