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
    /// Nil: nothing was posted, because Apple's word came before the purchase or refunded all of it.
    package var credit: Credit?
    /// Apple's newest.
    package var word: StoreWord?

    /// What it gave its owner.
    package struct Credit: Hashable, Sendable {
        /// Of the entry that credited it, in the owner's wallet.
        package let sequence: Int64
        /// The paid lot; the bonus lot, if any, is the next one.
        package let lot: Int32
        package let coins: Int64
        package let bonus: Int64

        package init(sequence: Int64, lot: Int32, coins: Int64, bonus: Int64) {
            self.sequence = sequence
            self.lot = lot
            self.coins = coins
            self.bonus = bonus
        }

        /// In the order of the sale: refunds leave from the end.
        package var lots: [Int32] { bonus > 0 ? [lot, lot + 1] : [lot] }
    }

    package init(key: Key, owner: WalletID? = nil, credit: Credit? = nil, word: StoreWord? = nil) {
        self.key = key
        self.owner = owner
        self.credit = credit
        self.word = word
    }
}
