package import WalletDomain

/// Who changes the catalogue and why, and what he knows. The caller comes from the credentials, never from a body.
package struct ChangeTerms: Sendable {
    package let caller: CallerID
    /// The address that the call came from.
    package let origin: String?
    package let reason: String
    /// Large changes of a price were confirmed.
    package let isConfirmed: Bool
    /// Percent by which a price may change without that.
    package let percentMax: Int64
    /// The version that the caller saw: of the item (its publication), of the draft or of the catalogue.
    package let expected: Int64?

    package init(
        caller: CallerID, origin: String? = nil, reason: String, isConfirmed: Bool = false,
        percentMax: Int64 = Int64(Limits.priceChangePercentDefault), expected: Int64? = nil
    ) {
        self.caller = caller
        self.origin = origin
        self.reason = reason
        self.isConfirmed = isConfirmed
        self.percentMax = percentMax
        self.expected = expected
    }
}

/// One version of the catalogue.
package struct Publication: Hashable, Sendable {
    package enum Kind: Int16, Sendable {
        /// A single change by a call of its own.
        case single = 1
        case draft = 2
        case rollback = 3
    }

    package let number: Int64
    package let kind: Kind
    /// When it takes effect.
    package let at: Instant
    package let createdAt: Instant
    package let createdBy: CallerID
    package let callerName: String?
    package let name: String
    package let reason: String
    package let draft: Int64?
    package let restores: Int64?
}

/// What a publication did, or a draft would do, to an item.
package struct ItemDifference: Hashable, Sendable {
    package let item: ItemID
    /// Nil: a new item.
    package let before: ItemPlan?
    package let after: ItemPlan
    /// Moments at which the price begins to differ.
    package let steps: [PriceStep]

    package func isLarge(percentMax: Int64) -> Bool { steps.contains { $0.isLarge(percentMax: percentMax) } }
}

/// A change that somebody else made meanwhile.
package struct ItemTrace: Hashable, Sendable {
    package let item: ItemID
    package let publication: Int64
    package let at: Instant
    package let callerName: String?
    package let before: ItemPlan?
    package let after: ItemPlan
}
