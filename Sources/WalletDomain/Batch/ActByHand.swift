package import struct FoundationEssentials.UUID

/// What every act of a person carries: why, from where, and who else agreed.
package struct ActByHand: Hashable, Sendable {
    /// Kept in `notes`; entries and audit record hold its SHA-256.
    package let note: Note
    /// The address that the call came from.
    package let origin: String
    /// Under which row of `approvals` it is done, if it was asked for there.
    package let approval: UUID?

    package init(note: Note, origin: String, approval: UUID? = nil) {
        self.note = note
        self.origin = origin
        self.approval = approval
    }
}
