package import WalletDomain

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
    /// Apple's newest.
    package let word: StoreWord?

    package init(
        environment: StoreEnvironment, transaction: TransactionID, creditedBy: Int64, creditedAt: Instant?, lot: Int32?,
        product: String?, pack: PackID?, packVersion: Int32?, quantity: Int32?, coins: Int64?, bonus: Int64?,
        purchasedAt: Instant?, word: StoreWord? = nil
    ) {
        self.environment = environment
        self.transaction = transaction
        self.creditedBy = creditedBy
        self.creditedAt = creditedAt
        self.lot = lot
        self.product = product
        self.pack = pack
        self.packVersion = packVersion
        self.quantity = quantity
        self.coins = coins
        self.bonus = bonus
        self.purchasedAt = purchasedAt
        self.word = word
    }
}
