package import WalletDomain

package import struct FoundationEssentials.UUID

/// Which entries of all wallets are meant.
package struct JournalFilter: Hashable, Sendable {
    package let range: JournalRange
    /// Empty: all.
    package let kinds: [EntryKind]
    package let item: ItemID?
    package let product: String?

    package init(range: JournalRange, kinds: [EntryKind] = [], item: ItemID? = nil, product: String? = nil) {
        self.range = range
        self.kinds = kinds
        self.item = item
        self.product = product
    }
}

/// One entry and whose it is.
package struct JournalLine: Sendable {
    package let entry: Entry
    /// Nil: of a wallet that was merged, or whose user was erased.
    package let user: UserID?

    package var place: JournalPlace { JournalPlace(entry) }
}

/// Where an entry stands among all of them: by time, bucket, wallet and sequence, which never change.
package struct JournalPlace: Hashable, Sendable {
    package let at: Instant
    package let wallet: UUID
    package let sequence: Int64

    package init(at: Instant, wallet: UUID, sequence: Int64) {
        self.at = at
        self.wallet = wallet
        self.sequence = sequence
    }

    init(_ entry: Entry) { self.init(at: entry.at, wallet: entry.wallet.uuid, sequence: entry.sequence) }

    /// Before every entry of that moment.
    init(before moment: Instant) {
        self.init(at: moment, wallet: WalletID.zero, sequence: 0)
    }
}

extension WalletID {
    /// No wallet's: it sorts before all of them.
    fileprivate static var zero: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}
