/// What we know of one App Store transaction: Apple's latest word and whose it is. One row, unique for ever.
///
/// Twin: table `store_transactions` in `Migrations/0001_create_wallet.sql`.
package struct StoreTransaction: Hashable, Sendable {
    package struct Key: Hashable, Comparable, Sendable {
        package let environment: StoreEnvironment
        package let id: TransactionID

        package init(environment: StoreEnvironment, id: TransactionID) {
            self.environment = environment
            self.id = id
        }

        package static func < (left: Self, right: Self) -> Bool {
            (left.environment.code, left.id) < (right.environment.code, right.id)
        }
    }

    package let key: Key
    /// Nil: nobody's yet; such a row claims nothing.
    package var owner: WalletID?
    /// Sequence of the entry that credited it, in the owner's wallet.
    package var creditedBy: Int64?
    package var lot: Int32?
    package var signedAt: Instant?

    package init(
        key: Key, owner: WalletID? = nil, creditedBy: Int64? = nil, lot: Int32? = nil, signedAt: Instant? = nil
    ) {
        self.key = key
        self.owner = owner
        self.creditedBy = creditedBy
        self.lot = lot
        self.signedAt = signedAt
    }
}
