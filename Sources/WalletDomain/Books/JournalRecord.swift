/// A row of the journal with its place.
package struct JournalRecord: Sendable {
    package let entry: Entry
    package let lane: Int16
    package let beat: Int64
    /// The chain after it, 32 bytes.
    package let hash: [UInt8]

    package init(entry: Entry, lane: Int16, beat: Int64, hash: [UInt8]) {
        self.entry = entry
        self.lane = lane
        self.beat = beat
        self.hash = hash
    }
}

/// What a lot's row tells beside the entries about it.
package struct LotOrigin: Hashable, Sendable {
    package let price: StorePrice?
    package let storefront: String?
    package let channel: String?
    package let acquiredAt: Instant
    package let expiresAt: Instant?

    package init(
        price: StorePrice?, storefront: String?, channel: String?, acquiredAt: Instant, expiresAt: Instant?
    ) {
        self.price = price
        self.storefront = storefront
        self.channel = channel
        self.acquiredAt = acquiredAt
        self.expiresAt = expiresAt
    }
}
