package import WalletDomain

/// An item with its title and the price versions that are in force or still to come.
package struct CatalogueItem: Hashable, Sendable {
    package let offer: Offer
    package let title: String

    package init(offer: Offer, title: String) {
        self.offer = offer
        self.title = title
    }

    /// The next moment after `moment` at which the price in force may change.
    package func nextChange(after moment: Instant) -> Instant? {
        offer.versions.flatMap { [$0.from, $0.to] }.compactMap { $0 }.filter { $0 > moment }.min()
    }
}

/// Items as they were at one moment of the database's clock.
package struct CataloguePage: Hashable, Sendable {
    package let at: Instant
    package let items: [CatalogueItem]

    package init(at: Instant, items: [CatalogueItem]) {
        self.at = at
        self.items = items
    }
}

/// A price version and who wrote it when.
package struct PriceRecord: Hashable, Sendable {
    package let version: PriceVersion
    package let createdAt: Instant
    package let createdBy: CallerID

    package init(version: PriceVersion, createdAt: Instant, createdBy: CallerID) {
        self.version = version
        self.createdAt = createdAt
        self.createdBy = createdBy
    }
}

/// A new price. Never an edit: it becomes the item's next version.
package struct PriceDraft: Hashable, Sendable {
    package let item: ItemID
    package let layer: PriceVersion.Layer
    package let price: CoinAmount
    /// Must be said for a price of 0 and for no other.
    package let isFree: Bool
    /// Nil: now, that is the next whole second that is `Limits.priceLeadMs` away.
    package let from: Instant?
    /// Nil: until the next regular price.
    package let to: Instant?

    package init(
        item: ItemID, layer: PriceVersion.Layer, price: CoinAmount, isFree: Bool, from: Instant?, to: Instant?
    ) {
        self.item = item
        self.layer = layer
        self.price = price
        self.isFree = isFree
        self.from = from
        self.to = to
    }
}
