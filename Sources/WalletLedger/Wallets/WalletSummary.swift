package import WalletDomain

/// A wallet as its owner sees it, at one moment of the database's clock.
package struct WalletSummary: Hashable, Sendable {
    package struct Expiry: Hashable, Sendable {
        package let at: Instant
        /// Promo coins that end then, held ones included.
        package let coins: Int64
    }

    package let status: WalletState.Status
    /// As the journal has them.
    package let balances: Balances
    /// Promo coins whose time is over although no entry says so yet: nobody can spend them.
    package let expired: Int64
    package let nextExpiry: Expiry?
    /// Sequence of the wallet's last entry: it grows with every change.
    package let version: Int64

    /// A user never seen, or a wallet that nothing has happened to.
    package static let empty = WalletSummary(
        status: .open, balances: .zero, expired: 0, nextExpiry: nil, version: 0)

    /// What can be spent.
    package var available: Int64 { balances.available - expired }
}

/// The coins of one credit, with what is known of their sale.
package struct LotRecord: Hashable, Sendable {
    package let lot: Lot
    /// Nil for granted coins.
    package let sale: LotOpening.Sale?
}

/// An App Store purchase that was credited to a wallet.
package struct PurchaseRecord: Hashable, Sendable {
    package let environment: StoreEnvironment
    package let transaction: TransactionID
    /// Sequence of the entry that credited it.
    package let creditedBy: Int64
    package let creditedAt: Instant?
    package let lot: Int32?
    package let product: String?
    package let pack: PackID?
    package let packVersion: Int32?
    package let quantity: Int32?
    package let coins: Int64?
    package let bonus: Int64?
    package let purchasedAt: Instant?
}
