internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Lets admins in and out. Everything it refuses is a `PeopleRefusal`; what the ledger cannot say a `WalletError`.
struct SessionDesk: Sendable {
    /// A new session for name, password and second factor: a code of the app or a recovery code.
    func logIn(name: String, password: String, code: String, from: CallerOrigin) async throws -> SignedIn {
        throw PeopleRefusal.wrongCredentials
    }

    /// Whose session the cookie's token is; nil if it is none, ended, idle for too long or too old.
    func admin(cookie token: String) async throws -> AdminCaller? { nil }

    /// Shows the second factor again. The session gets a new token; the old one is worth nothing from now on.
    func stepUp(_ admin: AdminCaller, code: String, from: CallerOrigin) async throws -> SignedIn {
        throw PeopleRefusal.signedOut
    }

    func logOut(_ admin: AdminCaller, from: CallerOrigin) async throws {}

    /// The first half of an enrolment. May be repeated until `confirmEnrolment`: the last secret counts.
    /// - Parameter name: the one that the invitation is for, typed by the invited.
    func acceptInvitation(
        token: String, name: String, password: String, from: CallerOrigin
    ) async throws -> Enrolment {
        throw PeopleRefusal.linkInvalid
    }

    /// The second half: the app's first code makes the admin, uses the invitation up and logs in.
    func confirmEnrolment(token: String, code: String, from: CallerOrigin) async throws -> Enrolled {
        throw PeopleRefusal.linkInvalid
    }

    /// Asks for the old password, ends all sessions and opens a new one. Needs a stepped-up session.
    func changePassword(
        of admin: AdminCaller, old: String, new: String, from: CallerOrigin
    ) async throws -> SignedIn {
        throw PeopleRefusal.signedOut
    }

    /// New recovery codes; the old ones are worth nothing. Needs a stepped-up session.
    func renewRecoveryCodes(of admin: AdminCaller, from: CallerOrigin) async throws -> [String] {
        throw PeopleRefusal.signedOut
    }

    /// - Parameter language: BCP 47; nil for what the browser asks for.
    func setLanguage(of admin: AdminCaller, to language: String?) async throws {}

    /// Sessions that are good now, the newest first.
    func sessions(of admin: AdminCaller) async throws -> [SessionView] { [] }

    /// One of one's own; somebody else's is `sessionNotFound`.
    func end(session: UUID, of admin: AdminCaller, from: CallerOrigin) async throws {}
}
