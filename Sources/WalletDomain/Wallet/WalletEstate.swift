package import struct FoundationEssentials.UUID

/// What a merged wallet left behind: facts about rows that do not change any more.
package struct WalletEstate: Sendable {
    package let wallet: WalletID
    package let environment: StoreEnvironment
    /// All of them, by number from 1, with the counters that they had before the wallet was closed.
    package let lots: [EstateLot]
    /// The wallet's entries about refunds, in order.
    package let refundEntries: [Entry]
    package let ownerships: [ItemID: ItemOwner]
    /// Purchases whose owner the wallet is.
    package let purchases: [EstatePurchase]

    package init(
        wallet: WalletID, environment: StoreEnvironment, lots: [EstateLot], refundEntries: [Entry],
        ownerships: [ItemID: ItemOwner], purchases: [EstatePurchase]
    ) {
        self.wallet = wallet
        self.environment = environment
        self.lots = lots
        self.refundEntries = refundEntries
        self.ownerships = ownerships
        self.purchases = purchases
    }
}

package struct EstateLot: Hashable, Sendable {
    package let lot: Lot
    /// Nil for granted coins.
    package let sale: LotOpening.Sale?

    package init(lot: Lot, sale: LotOpening.Sale?) {
        self.lot = lot
        self.sale = sale
    }
}

package struct EstatePurchase: Hashable, Sendable {
    package let key: StoreTransaction.Key
    package let quantity: Int32?

    package init(key: StoreTransaction.Key, quantity: Int32?) {
        self.key = key
        self.quantity = quantity
    }
}

/// A wallet took over a merged one. Twin: table `takeovers` in `Migrations/0011_merge_wallets.sql`.
package struct WalletTakeover: Hashable, Sendable {
    package let source: WalletID
    package let merge: UUID
    /// Sequence of the operation's first entry.
    package let operation: Int64
    /// Lot n of the source is lot n + `lotOffset` of the wallet.
    package let lotOffset: Int32
    package let lots: Int32
    package let at: Instant

    package init(source: WalletID, merge: UUID, operation: Int64, lotOffset: Int32, lots: Int32, at: Instant) {
        self.source = source
        self.merge = merge
        self.operation = operation
        self.lotOffset = lotOffset
        self.lots = lots
        self.at = at
    }
}
