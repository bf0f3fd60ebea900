package import struct FoundationEssentials.UUID

/// One App Store transaction whose proof was verified. Only `AppStore` makes one (`TidyTests` checks it).
///
/// Its identity is (environment, transaction id), for ever, whatever way it came.
/// Source: Apple, "JWSTransactionDecodedPayload"; Apple, "Receipt fields".
package struct Purchase: Hashable, Sendable {
    package var environment: StoreEnvironment
    package var transactionID: TransactionID
    package var originalTransactionID: String?
    package var bundleID: String
    package var productID: String
    /// Only consumables become coins; nil where the proof does not say (old receipts).
    package var kind: ProductKind?
    /// 1 ... `Limits.purchaseQuantityMax`; nil if Apple's number is impossible: held for review, never credited.
    package var quantity: Int?
    package var purchasedAt: Instant
    /// When Apple signed this word about the purchase: the newest wins.
    package var signedAt: Instant
    /// Signed link to one of our users; a text that is no UUID counts as absent.
    package var appAccountToken: UUID?
    package var ownership: Ownership
    package var revocation: Revocation?
    package var price: StorePrice?
    /// Three letters, as Apple sends it (`JPN`).
    package var storefront: String?

    package init(
        environment: StoreEnvironment, transactionID: TransactionID, originalTransactionID: String? = nil,
        bundleID: String, productID: String, kind: ProductKind?, quantity: Int?, purchasedAt: Instant,
        signedAt: Instant, appAccountToken: UUID? = nil, ownership: Ownership = .purchased,
        revocation: Revocation? = nil, price: StorePrice? = nil, storefront: String? = nil
    ) {
        self.environment = environment
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.bundleID = bundleID
        self.productID = productID
        self.kind = kind
        self.quantity = quantity
        self.purchasedAt = purchasedAt
        self.signedAt = signedAt
        self.appAccountToken = appAccountToken
        self.ownership = ownership
        self.revocation = revocation
        self.price = price
        self.storefront = storefront
    }
}

package enum ProductKind: Hashable, Sendable {
    case consumable
    /// Anything else Apple sells or will sell; the text is Apple's.
    case other(String)
}

package enum Ownership: Hashable, Sendable {
    case purchased
    case other(String)
}

/// Apple gave (part of) the money back.
package struct Revocation: Hashable, Sendable {
    package var at: Instant
    package var type: String?
    /// Thousandths of a percent, 0 ... 100000; absent means all of it.
    package var percentageMilli: Int?

    package init(at: Instant, type: String? = nil, percentageMilli: Int? = nil) {
        self.at = at
        self.type = type
        self.percentageMilli = percentageMilli
    }

    package var isFull: Bool { (percentageMilli ?? 100_000) >= 100_000 }
}

/// What the customer paid, for the whole quantity: thousandths of the currency's unit. Not a source for revenue.
package struct StorePrice: Hashable, Sendable {
    package var milliunits: Int64
    /// ISO 4217, three capital letters.
    package var currency: String

    package init(milliunits: Int64, currency: String) {
        self.milliunits = milliunits
        self.currency = currency
    }
}
