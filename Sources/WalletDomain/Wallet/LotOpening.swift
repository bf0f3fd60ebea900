/// A lot to be issued, with what is known of its sale; unknown stays unknown.
package struct LotOpening: Hashable, Sendable {
    /// Given by the book.
    package var number: Int32 = 0
    package let kind: Lot.Kind
    package let coins: Int64
    package let acquiredAt: Instant
    package let expiresAt: Instant?
    package let sale: Sale?

    package struct Sale: Hashable, Sendable {
        package let transaction: TransactionID
        package let product: String
        package let pack: PackID
        package let packVersion: Int32
        package let price: StorePrice?
        package let storefront: String?
        package let channel: String

        package init(
            transaction: TransactionID, product: String, pack: PackID, packVersion: Int32, price: StorePrice?,
            storefront: String?, channel: String
        ) {
            self.transaction = transaction
            self.product = product
            self.pack = pack
            self.packVersion = packVersion
            self.price = price
            self.storefront = storefront
            self.channel = channel
        }
    }

    package init(kind: Lot.Kind, coins: Int64, acquiredAt: Instant, expiresAt: Instant?, sale: Sale?) {
        precondition(coins > 0, "a lot holds coins")
        precondition(expiresAt == nil || kind == .promo, "only promo coins expire (App Review Guideline 3.1.1)")
        self.kind = kind
        self.coins = coins
        self.acquiredAt = acquiredAt
        self.expiresAt = expiresAt
        self.sale = sale
    }
}

/// A user owns an item since an operation, until another one ends that.
///
/// Twin: table `ownerships` in `Migrations/0001_create_wallet.sql` and `0007_undo_spends.sql`.
package struct ItemOwnership: Hashable, Sendable {
    package let wallet: WalletID
    package let item: ItemID
    package let operation: Int64
    package let since: Instant
    /// The spends that paid for it.
    package var givers: [OperationID]
    package var end: End?

    package struct End: Hashable, Sendable {
        /// Sequence of the operation that ended it.
        package let operation: Int64
        package let at: Instant

        package init(operation: Int64, at: Instant) {
            self.operation = operation
            self.at = at
        }
    }

    /// - Parameter givers: nil: the operation itself.
    package init(
        wallet: WalletID, item: ItemID, operation: Int64, since: Instant, givers: [OperationID]? = nil
    ) {
        self.wallet = wallet
        self.item = item
        self.operation = operation
        self.since = since
        self.givers = givers ?? [OperationID(wallet: wallet, sequence: operation)]
    }
}

/// An ownership of earlier batches that ends.
package struct OwnershipEnd: Hashable, Sendable {
    package let wallet: WalletID
    package let item: ItemID
    /// Sequence of the operation that gave it.
    package let given: Int64
    package let end: ItemOwnership.End
}
