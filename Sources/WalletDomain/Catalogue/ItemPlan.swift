/// All that is settled about an item, now and for the time to come: what publications change and roll back.
package struct ItemPlan: Hashable, Sendable {
    package var details: ItemDetails
    package var kind: Offer.Kind
    package var status: Offer.Status
    /// From when on it has these details and this state; nil: now.
    package var detailsFrom: Instant?
    /// Windows that are not over.
    package var prices: [PlannedPrice]

    package init(
        details: ItemDetails, kind: Offer.Kind, status: Offer.Status, detailsFrom: Instant? = nil,
        prices: [PlannedPrice]
    ) {
        self.details = details
        self.kind = kind
        self.status = status
        self.detailsFrom = detailsFrom
        self.prices = prices
    }

    package func looksAs(_ other: ItemPlan?) -> Bool {
        details == other?.details && status == other?.status && detailsFrom == other?.detailsFrom
    }

    /// What it costs at `moment` if it is on sale then; nil without a price in force.
    package func price(at moment: Instant) -> CoinAmount? {
        let valid = prices.filter { $0.holds(at: moment) }
        return (valid.first { $0.layer == .sale } ?? valid.first { $0.layer == .regular })?.price
    }

    /// The regular window that holds at `moment`.
    package func regular(at moment: Instant) -> PlannedPrice? {
        prices.first { $0.layer == .regular && $0.holds(at: moment) }
    }
}

/// A price window that stands in the catalogue or is to stand there.
package struct PlannedPrice: Hashable, Sendable {
    /// Nil: not written yet.
    package var number: Int32?
    package let layer: PriceVersion.Layer
    package let price: CoinAmount
    package let from: Instant
    package var to: Instant?
    /// By whose clock it was written; nil if it was written in UTC.
    package let zone: String?

    package init(
        number: Int32?, layer: PriceVersion.Layer, price: CoinAmount, from: Instant, to: Instant?, zone: String?
    ) {
        self.number = number
        self.layer = layer
        self.price = price
        self.from = from
        self.to = to
        self.zone = zone
    }

    package func holds(at moment: Instant) -> Bool { from <= moment && (to.map { moment < $0 } ?? true) }

    /// Taken back before it began.
    package var isEmpty: Bool { to == from }

    package func overlaps(_ other: PlannedPrice) -> Bool {
        guard layer == other.layer, !isEmpty, !other.isEmpty else { return false }
        return (to.map { other.from < $0 } ?? true) && (other.to.map { from < $0 } ?? true)
    }
}

/// Why a plan cannot be changed so; nothing is.
package enum PlanError: Error, Hashable, Sendable {
    case startsTooEarly(earliest: Instant)
    case windowEmpty
    case windowsOverlap
    /// A window's end is only ever brought forward.
    case windowFixed
    case versionNotFound
    /// 0 without the word 'free', or the word with another price (case P-2).
    case freeNotSaid
    /// An item that was published keeps its kind: users own it, or do not.
    case kindFixed
    /// What was published is archived, and never a draft again.
    case statusFixed
    /// A new item needs a title and a kind.
    case incomplete(member: String)
    /// An item has as many windows as it may have.
    case tooManyWindows
}
