/// An entry of the books in its place: what exports write.
package struct PostedEntry: Sendable {
    package let id: String
    package let entry: BookEntry
    /// When it happened, and when it counts: later, if that day's period was closed. Days since 1970, in the books'
    /// zone.
    package let day: Int64
    package let postingDay: Int64
    /// A pseudonym; nil for what is about nobody.
    package let user: String?
    /// The lots' names in exports, by number.
    package let lots: [Int32: String]
    /// Of courses that are earned day by day the spend's, of a price that is learnt later the sale's; nil for what
    /// stands in no wallet: settlements.
    package let facts: EntryFacts?

    package init(
        id: String, entry: BookEntry, day: Int64, postingDay: Int64, user: String?, lots: [Int32: String],
        facts: EntryFacts? = nil
    ) {
        self.id = id
        self.entry = entry
        self.day = day
        self.postingDay = postingDay
        self.user = user
        self.lots = lots
        self.facts = facts
    }
}

/// What the journal tells of an entry beside its figures.
package struct EntryFacts: Sendable {
    package var wallet: WalletID
    /// The first and last sequence of the journal that it was read from.
    package var sequences: ClosedRange<Int64>
    package var recordedAt: Instant
    package var caller: CallerID
    package var transaction: TransactionID?
    package var product: String?
    package var item: ItemID?
    package var storefront: String?
    package var channel: String?
    /// The journal's operation that it takes back: `op_…`.
    package var corrects: String?
    /// The chain after its last sequence, 32 bytes.
    package var hash: [UInt8]
    /// The lane that wrote it and the lane's beat: where it stands to a cut.
    package var lane: Int16 = 0
    package var beat: Int64 = 0

    package init(
        wallet: WalletID, sequences: ClosedRange<Int64>, recordedAt: Instant, caller: CallerID,
        transaction: TransactionID? = nil, product: String? = nil, item: ItemID? = nil, storefront: String? = nil,
        channel: String? = nil, corrects: String? = nil, hash: [UInt8]
    ) {
        self.wallet = wallet
        self.sequences = sequences
        self.recordedAt = recordedAt
        self.caller = caller
        self.transaction = transaction
        self.product = product
        self.item = item
        self.storefront = storefront
        self.channel = channel
        self.corrects = corrects
        self.hash = hash
    }
}
