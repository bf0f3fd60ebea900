/// An item as it can be bought: what it is and its price versions in time.
package struct Offer: Hashable, Sendable {
    package enum Kind: Int16, Sendable {
        /// Owned after the first spend; a second one is refused.
        case once = 1
        case repeatable = 2
    }

    package enum Status: Int16, Sendable {
        case draft = 1
        case published = 2
        case archived = 3
    }

    /// What an item is from a moment on that was settled before: nobody needs to wake up then.
    ///
    /// Twin: `items.next_at` and `next_state` in `Migrations/0013_publish_catalogue.sql`.
    package struct Scheduled: Hashable, Sendable {
        package let at: Instant
        package let status: Status

        package init(at: Instant, status: Status) {
            self.at = at
            self.status = status
        }
    }

    package let item: ItemID
    package let kind: Kind
    /// Until what is scheduled takes effect.
    package let status: Status
    package let scheduled: Scheduled?
    package var versions: [PriceVersion]

    package init(
        item: ItemID, kind: Kind, status: Status, scheduled: Scheduled? = nil, versions: [PriceVersion]
    ) {
        self.item = item
        self.kind = kind
        self.status = status
        self.scheduled = scheduled
        self.versions = versions
    }

    package func status(at moment: Instant) -> Status {
        guard let scheduled, scheduled.at <= moment else { return status }
        return scheduled.status
    }

    /// The version in force: a sale window wins over the regular price. Nil: not for sale.
    package func version(at moment: Instant) -> PriceVersion? {
        guard status(at: moment) == .published else { return nil }
        let valid = versions.filter { $0.holds(at: moment) }
        return valid.first { $0.layer == .sale } ?? valid.first { $0.layer == .regular }
    }
}

/// A price in a half-open window of time. Never edited: a new price is a new version.
package struct PriceVersion: Hashable, Sendable {
    package enum Layer: Int16, Sendable {
        case regular = 1
        case sale = 2
    }

    package let number: Int32
    package let layer: Layer
    /// 0 only for a version that an admin called free.
    package let price: CoinAmount
    package let from: Instant
    package let to: Instant?

    package init(number: Int32, layer: Layer, price: CoinAmount, from: Instant, to: Instant?) {
        self.number = number
        self.layer = layer
        self.price = price
        self.from = from
        self.to = to
    }

    package func holds(at moment: Instant) -> Bool { from <= moment && (to.map { moment < $0 } ?? true) }
}
