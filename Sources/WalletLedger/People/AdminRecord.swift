package import WalletDomain

package import struct FoundationEssentials.UUID

/// An admin as the table keeps one.
package struct AdminRecord: Sendable {
    /// The number in `callers`.
    package let id: CallerID
    package let name: AdminName
    package let role: AdminRole
    /// Nil while the factors are reset.
    package let password: AdminSecrets.Password?
    package let secret: AdminSecrets.Secret?
    /// The step of the last code that was used.
    package let lastStep: Int64
    package let createdAt: Instant
    package let enrolledAt: Instant?
    package let disabledAt: Instant?
    package let lastLogInAt: Instant?
}

/// An invitation that can still be accepted, or a new enrolment of somebody whose factors were reset.
package struct InvitationRecord: Sendable {
    package let name: AdminName
    package let role: AdminRole
    package let createdAt: Instant
    package let endsAt: Instant
    /// The name of the caller who invited.
    package let by: String
    /// Set once the first half of the enrolment is done.
    package let secret: AdminSecrets.Secret?
}

/// A session that is to be.
package struct NewSession: Sendable {
    package let session: UUID
    /// SHA-256 of the cookie's token: 32 bytes.
    package let digest: [UInt8]
    package let at: Instant
    package let address: String
    package let agent: String

    package init(session: UUID, digest: [UInt8], at: Instant, address: String, agent: String) {
        self.session = session
        self.digest = digest
        self.at = at
        self.address = address
        self.agent = agent
    }

    var endsAt: Instant { at.adding(milliseconds: Limits.sessionMs) }
}

/// What was shown beside the password, checked; it is used up in the transaction that it opens.
package enum SecondFactor: Hashable, Sendable {
    /// The step of a code of the app.
    case code(step: Int64)
    /// The digest of a recovery code.
    case recovery([UInt8])
}

/// Why an act about people was not done; nothing of it was.
package enum PeopleFault: Error, Hashable, Sendable {
    /// The code was used before, or the factors are others by now.
    case codeUsed
    case invitationOver
    case nameTaken
    case lastOwner
    case adminNotFound
    case sessionNotFound
}
