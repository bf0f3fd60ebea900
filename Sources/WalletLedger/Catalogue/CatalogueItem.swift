package import WalletDomain

/// An item with what apps show of it and the price versions that are in force or still to come.
package struct CatalogueItem: Hashable, Sendable {
    package let offer: Offer
    package let details: ItemDetails
    /// The newest publication that changed it; 0: none did.
    package let publication: Int64
    /// Set if `offer.scheduled` is: the details from then on.
    package let scheduledDetails: ItemDetails?
    /// Zones by whose clock a version's window was written, by version.
    package let zones: [Int32: String]

    package init(
        offer: Offer, details: ItemDetails, publication: Int64 = 0, scheduledDetails: ItemDetails? = nil,
        zones: [Int32: String] = [:]
    ) {
        self.offer = offer
        self.details = details
        self.publication = publication
        self.scheduledDetails = scheduledDetails
        self.zones = zones
    }

    package var title: String { details.title }

    package func details(at moment: Instant) -> ItemDetails {
        guard let scheduled = offer.scheduled, scheduled.at <= moment, let scheduledDetails else { return details }
        return scheduledDetails
    }

    /// What was scheduled for a moment that has come is what the item is.
    package func settled(at moment: Instant) -> CatalogueItem {
        guard let scheduled = offer.scheduled, scheduled.at <= moment else { return self }
        let offer = Offer(item: offer.item, kind: offer.kind, status: scheduled.status, versions: offer.versions)
        return CatalogueItem(
            offer: offer, details: details(at: moment), publication: publication, zones: zones)
    }

    /// The next moment after `moment` at which the price in force or what apps show may change.
    package func nextChange(after moment: Instant) -> Instant? {
        (offer.versions.flatMap { [$0.from, $0.to] } + [offer.scheduled?.at]).compactMap { $0 }
            .filter { $0 > moment }.min()
    }

    /// All that is settled about it, what is scheduled included.
    package var plan: ItemPlan {
        ItemPlan(
            details: scheduledDetails ?? details, kind: offer.kind, status: offer.scheduled?.status ?? offer.status,
            detailsFrom: offer.scheduled?.at,
            prices: offer.versions.map { version in
                PlannedPrice(
                    number: version.number, layer: version.layer, price: version.price, from: version.from,
                    to: version.to, zone: zones[version.number])
            })
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

/// A price version, who wrote it when, by whose clock, and the publication it came with.
package struct PriceRecord: Hashable, Sendable {
    package let version: PriceVersion
    package let createdAt: Instant
    package let createdBy: CallerID
    /// Nil if the caller is not on the list of callers.
    package let callerName: String?
    package let zone: String?
    /// Nil before publications were counted.
    package let publication: Int64?
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
    /// By whose clock the window was written.
    package let zone: String?

    package init(
        item: ItemID, layer: PriceVersion.Layer, price: CoinAmount, isFree: Bool, from: Instant?, to: Instant?,
        zone: String? = nil
    ) {
        self.item = item
        self.layer = layer
        self.price = price
        self.isFree = isFree
        self.from = from
        self.to = to
        self.zone = zone
    }

    var change: ItemChange {
        var change = ItemChange()
        change.prices = [
            NewPrice(layer: layer, price: price, isFree: isFree, from: from, to: to, zone: zone)
        ]
        return change
    }
}
