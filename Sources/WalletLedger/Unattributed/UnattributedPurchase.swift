package import WalletDomain

package import struct FoundationEssentials.UUID

/// A purchase that Apple proved and whose owner nobody knows.
package struct UnattributedPurchase: Hashable, Sendable {
    package let key: StoreTransaction.Key
    package let bundle: String
    package let product: String
    package let quantity: Int32?
    package let purchasedAt: Instant
    package let token: UUID?
    package let foundAt: Instant
    package let proof: StoredProof
    /// Support's decision, kept before it is carried out.
    package let assignedTo: UserID?
    package let isOpen: Bool
    package let attempts: Int32
}

package enum Assignment: Hashable, Sendable {
    /// Written down, to be carried out now.
    case noted(UnattributedPurchase)
    /// Settled before, or assigned to somebody else meanwhile.
    case taken(UnattributedPurchase)
    case unknown
}
