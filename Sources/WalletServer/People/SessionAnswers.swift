internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// A log-in, or a session that was rotated: the token goes into the cookie and nowhere else.
struct SignedIn: Sendable {
    let token: String
    let admin: AdminCaller
    /// When the session ends whatever happens.
    let endsAt: Instant
    /// Recovery codes that are left; nil unless the log-in used one.
    let recoveryCodesLeft: Int?
}

/// The secret that an authenticator app needs. Shown while enrolling, never again.
struct Enrolment: Sendable {
    let name: AdminName
    /// Base32 (RFC 4648), as people type it.
    let secret: String
    /// `otpauth://totp/…`, as a QR code shows it.
    let uri: String
}

/// An enrolment that was confirmed by its first code.
struct Enrolled: Sendable {
    /// Each stands in for one code of the app. Shown this once.
    let recoveryCodes: [String]
    let signedIn: SignedIn
}

/// A session as its owner sees it.
struct SessionView: Sendable {
    let session: UUID
    let createdAt: Instant
    let lastSeenAt: Instant
    let endsAt: Instant
    let address: String
    let agent: String
    /// The one that asks.
    let isCurrent: Bool

    init(_ live: LiveSession, current: UUID) {
        session = live.session
        createdAt = live.createdAt
        lastSeenAt = live.lastSeenAt
        endsAt = live.endsAt
        address = live.address
        agent = live.agent
        isCurrent = live.session == current
    }
}
