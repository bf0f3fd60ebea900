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
    /// 0 without the word 'free', or the word with another price (case P-2).
    case freeNotSaid
    case packWithoutCoins
    case startsTooEarly(earliest: Instant)
    case windowEmpty
    /// Two windows of one layer would hold at one moment.
    case windowsOverlap
    /// A window's end is only ever brought forward.
    case windowFixed
}
