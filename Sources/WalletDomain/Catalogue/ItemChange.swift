/// What is to become of an item: only what is said changes.
package struct ItemChange: Hashable, Sendable {
    /// What is to become of a value that may be missing.
    package enum Edit<Value: Hashable & Sendable>: Hashable, Sendable {
        case keep
        case clear
        case set(Value)

        package func applied(to value: Value?) -> Value? {
            switch self {
            case .keep: value
            case .clear: nil
            case .set(let new): new
            }
        }
    }

    package var title: String?
    package var description = Edit<String>.keep
    package var tags: [String]?
    package var picture = Edit<String>.keep
    package var kind: Offer.Kind?
    package var status: Offer.Status?
    package var prices: [NewPrice] = []
    package var ends: [PriceEnd] = []

    package init() {}

    package var isEmpty: Bool { self == ItemChange() }

    /// Whether it is about more than prices.
    package var changesDetails: Bool {
        title != nil || description != .keep || tags != nil || picture != .keep || kind != nil || status != nil
    }
}

/// A new price window.
package struct NewPrice: Hashable, Sendable {
    package let layer: PriceVersion.Layer
    package let price: CoinAmount
    /// Must be said for a price of 0 and for no other.
    package let isFree: Bool
    /// Nil: when the change takes effect.
    package let from: Instant?
    /// Nil: until the next regular price.
    package let to: Instant?
    /// By whose clock it was written.
    package let zone: String?

    package init(
        layer: PriceVersion.Layer, price: CoinAmount, isFree: Bool, from: Instant?, to: Instant?, zone: String? = nil
    ) {
        self.layer = layer
        self.price = price
        self.isFree = isFree
        self.from = from
        self.to = to
        self.zone = zone
    }
}

/// A window ends earlier than it was to, or never begins.
package struct PriceEnd: Hashable, Sendable {
    package let version: Int32
    /// Nil: when the change takes effect.
    package let at: Instant?

    package init(version: Int32, at: Instant?) {
        self.version = version
        self.at = at
    }
}
