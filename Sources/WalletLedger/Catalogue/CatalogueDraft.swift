package import WalletDomain

/// Changes that wait to be published together.
package struct CatalogueDraft: Hashable, Sendable {
    package enum Status: Int16, Sendable {
        case open = 1
        case published = 2
        case discarded = 3
    }

    package let number: Int64
    package let name: String
    package let status: Status
    /// Counts changes of the draft: what `If-Match` names.
    package let version: Int64
    /// The publication that the changes were made upon.
    package let base: Int64
    package let publication: Int64?
    package let createdAt: Instant
    package let changedAt: Instant
    package let createdBy: String?
    package let changedBy: String?
}

/// What a draft is to change of one item.
package struct DraftedChange: Hashable, Sendable {
    package let item: ItemID
    package let change: ItemChange

    package init(item: ItemID, change: ItemChange) {
        self.item = item
        self.change = change
    }
}

/// What a change would come to if it were published now: the item after it, or why it cannot be.
package struct Preview: Sendable {
    package let item: ItemID
    package let change: ItemChange
    /// Nil if nothing would change, or `refusal` says why not.
    package let difference: ItemDifference?
    package let refusal: CatalogueRefusal?
}
