internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// An admin with a good session: only `SessionDesk` makes one, so a page cannot be reached without.
struct AdminCaller: Sendable {
    /// What endpoints are run as: the admin's row in `callers`, with the scopes of the role.
    let caller: Caller
    let name: AdminName
    let role: AdminRole
    /// Of this very session; changes with it. Forms send it back.
    let csrfToken: String
    /// When the second factor was last shown: at log-in or later. A recovery code counts.
    let steppedUpAt: Instant
    /// BCP 47, as the admin chose it; nil: what the browser asks for.
    let language: String?
    /// The session's own id, as lists name it. It gives nothing.
    let session: UUID

    /// - Parameter token: the cookie's.
    init(_ live: LiveSession, token: String) {
        caller = Caller(live)
        name = live.name
        role = live.role
        csrfToken = CSRF.token(of: token)
        steppedUpAt = live.steppedUpAt
        language = live.language
        session = live.session
    }

    /// The admin for ever, whatever name or role: the number in `callers`.
    var id: CallerID { caller.id }

    /// Sensitive acts ask for a second factor not older than this.
    func isSteppedUp(at now: Instant) -> Bool {
        let end = steppedUpAt.adding(milliseconds: Limits.stepUpMs)
        return now < end
    }
}
