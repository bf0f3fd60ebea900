package import WalletDomain

package import struct FoundationEssentials.UUID

/// A record of the audit log about a wallet, with its reason's text as long as the user was not erased.
package struct ActRecord: Hashable, Sendable {
    package let record: UUID
    package let at: Instant
    package let callerName: String
    package let action: String
    package let transaction: TransactionID?
    package let operation: Int64?
    package let approval: UUID?
    package let origin: String?
    /// JSON objects of figures.
    package let before: String?
    package let after: String?
    package let reason: String?
}
