package import WalletDomain

package import struct FoundationEssentials.UUID

/// A session that is good now, and whose it is.
package struct LiveSession: Hashable, Sendable {
    package let session: UUID
    package let admin: CallerID
    package let name: AdminName
    package let role: AdminRole
    package let language: String?
    package let createdAt: Instant
    package let lastSeenAt: Instant
    package let steppedUpAt: Instant
    package let endsAt: Instant
    /// Where it was opened.
    package let address: String
    package let agent: String
}
