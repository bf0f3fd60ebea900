package import WalletDomain

package import struct FoundationEssentials.UUID

/// A row of the audit log as it stands there: nothing in it is trusted, so that one that somebody changed can be shown.
package struct AuditRecord: Hashable, Sendable {
    /// 1, 2, 3, …: the order of the chain and of lists.
    package let sequence: Int64
    package let hash: [UInt8]
    package let record: UUID
    package let at: Instant
    package let caller: CallerID
    package let action: String
    /// As `AuditSubject` writes it.
    package let subject: String?
    package let item: String?
    package let pack: String?
    package let publication: Int64?
    /// Why, in words about the shop.
    package let remark: String?
    package let approval: UUID?
    package let wallet: Place?
    /// The code of a store environment.
    package let environment: Int16?
    package let transaction: String?
    /// SHA-256 of a text in `notes`.
    package let reason: [UInt8]?
    package let operation: Int64?
    /// JSON, as PostgreSQL writes it.
    package let before: String?
    package let after: String?
    package let origin: String?

    /// A wallet and the bucket that it stands under.
    package struct Place: Hashable, Sendable {
        package let bucket: Int16
        package let uuid: UUID
    }
}

/// A record with what stands elsewhere.
package struct AuditEntry: Hashable, Sendable {
    package let record: AuditRecord
    /// The name of the caller; nil for a number that nobody has.
    package let actor: String?
    /// The text of the reason; empty once its user was erased.
    package let reason: String?
}
