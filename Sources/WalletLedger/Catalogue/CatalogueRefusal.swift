package import WalletDomain

/// Why a change of the catalogue was refused; nothing was written.
package enum CatalogueRefusal: Error, Hashable, Sendable {
    case packNotFound
    case itemNotFound
    case versionNotFound
    /// Another pack sells this product of this bundle.
    case productTaken
    /// What a pack's purchases are found by cannot change: make another pack.
    case packFixed
    /// An item that was published keeps its kind: users own it, or do not.
    case kindFixed
    /// What was published is archived, and never a draft again.
    case statusFixed
    /// 0 without the word 'free', or the word with another price (case P-2).
    case freeNotSaid
    case packWithoutCoins
    case startsTooEarly(earliest: Instant)
    case windowEmpty
    /// Two windows of one layer would hold at one moment.
    case windowsOverlap
    /// A window's end is only ever brought forward.
    case windowFixed
    case tooManyWindows
    /// A new item lacks what every item has.
    case incomplete(member: String)
    /// The item is to change at that moment already: wait, or roll that back.
    case changeScheduled(at: Instant)

    /// Others changed meanwhile what the caller saw (case P-4).
    case changedMeanwhile([ItemTrace], version: Int64)
    /// Prices go to 0 or change by more than the limit (case P-4).
    case confirmLargeChange([ItemDifference])
    case draftNotFound
    /// Published as that publication, or discarded.
    case draftClosed(publication: Int64?)
    case tooManyItems
    case nothingToPublish
    case publicationNotFound
    /// The machine was too slow for the lead of a price: nothing happened, the same call may succeed.
    case tooSlow
    /// What of several items was refused.
    indirect case inItem(ItemID, CatalogueRefusal)

    init(_ error: PlanError) {
        switch error {
        case .startsTooEarly(let earliest): self = .startsTooEarly(earliest: earliest)
        case .windowEmpty: self = .windowEmpty
        case .windowsOverlap: self = .windowsOverlap
        case .windowFixed: self = .windowFixed
        case .versionNotFound: self = .versionNotFound
        case .freeNotSaid: self = .freeNotSaid
        case .kindFixed: self = .kindFixed
        case .statusFixed: self = .statusFixed
        case .incomplete(let member): self = .incomplete(member: member)
        case .tooManyWindows: self = .tooManyWindows
        }
    }
}
