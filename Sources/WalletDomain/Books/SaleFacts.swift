/// What the journal and the lots tell of one purchase, and what its money is worked out from.
package struct SaleFacts: Hashable, Sendable {
    package let transaction: TransactionID
    /// Apple's product id.
    package let product: String
    /// Three letters, as Apple writes them; nil: not told.
    package let storefront: String?
    package let channel: String?
    package let quantity: Int32
    /// By Apple's word; rates and price lists are looked up by it.
    package let purchasedAt: Instant
    /// When it was credited.
    package let recordedAt: Instant
    /// From the signed transaction, for the whole quantity; receipts carry none.
    package let price: StorePrice?

    package init(
        transaction: TransactionID, product: String, storefront: String?, channel: String?, quantity: Int32,
        purchasedAt: Instant, recordedAt: Instant, price: StorePrice?
    ) {
        self.transaction = transaction
        self.product = product
        self.storefront = storefront
        self.channel = channel
        self.quantity = quantity
        self.purchasedAt = purchasedAt
        self.recordedAt = recordedAt
        self.price = price
    }
}

/// The money of a sale and since when the books could know it.
package struct LearnedMoney: Hashable, Sendable {
    /// Where the price is from.
    package enum Basis: String, Sendable {
        /// Apple's signed transaction.
        case signed
        /// The pack's price list.
        case priceList = "price_list"
    }

    package let money: SaleMoney
    package let basis: Basis
    /// The commission is from the catalogue of price points, not computed from a rate.
    package let isCommissionFromCatalogue: Bool
    /// Not after the sale was recorded: known at the sale. Later: posted as `priced` on that day.
    package let learnedAt: Instant

    package init(money: SaleMoney, basis: Basis, isCommissionFromCatalogue: Bool, learnedAt: Instant) {
        self.money = money
        self.basis = basis
        self.isCommissionFromCatalogue = isCommissionFromCatalogue
        self.learnedAt = learnedAt
    }
}

/// What an accountant has set, as the books ask for it.
///
/// Settings only grow, and each version says since when it is known. A sale's money is what was valid for the moment of
/// purchase by the newest version known when the sale was recorded; if none covered it then, by the first one that
/// does. So a later version never touches what is posted.
package protocol BooksFacts: Sendable {
    /// Nil: nobody has told yet.
    func money(of sale: SaleFacts) -> LearnedMoney?
    /// Over how many days the item is delivered; nil: at once.
    func termDays(of item: ItemID, spentAt: Instant) -> Int64?
}
