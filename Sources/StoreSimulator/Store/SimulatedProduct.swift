/// Something that the app sells in the store.
package struct SimulatedProduct: Codable, Equatable, Sendable {
    /// Raw values are Apple's.
    package enum Kind: String, Codable, CaseIterable, Sendable {
        case consumable = "Consumable"
        case nonConsumable = "Non-Consumable"
        case autoRenewable = "Auto-Renewable Subscription"
        case nonRenewing = "Non-Renewing Subscription"

        /// Attribute 1707 of a receipt (measured, not documented).
        var receiptNumber: Int64 {
            switch self {
            case .nonConsumable: 0
            case .consumable: 1
            case .nonRenewing: 2
            case .autoRenewable: 3
            }
        }
    }

    package let id: String
    package let kind: Kind
    /// Of one piece, in thousandths of the currency.
    package let priceMilliunits: Int64
    /// ISO 4217.
    package let currency: String

    package init(id: String, kind: Kind = .consumable, priceMilliunits: Int64, currency: String = "USD") {
        self.id = id
        self.kind = kind
        self.priceMilliunits = priceMilliunits
        self.currency = currency
    }

    /// What `coffer dev` sells, and one product of each other kind.
    package static let samples = [
        SimulatedProduct(id: "com.example.coins.100", priceMilliunits: 990),
        SimulatedProduct(id: "com.example.coins.200", priceMilliunits: 1_990),
        SimulatedProduct(id: "com.example.coins.500", priceMilliunits: 4_990),
        SimulatedProduct(id: "com.example.coins.1000", priceMilliunits: 9_990),
        SimulatedProduct(id: "com.example.unlock", kind: .nonConsumable, priceMilliunits: 2_990),
        SimulatedProduct(id: "com.example.club.monthly", kind: .autoRenewable, priceMilliunits: 5_990),
    ]
}
