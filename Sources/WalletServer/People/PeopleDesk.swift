internal import WalletDomain
internal import WalletLedger

/// Who the admins are. Owners only, and each change with a second factor that was just shown.
struct PeopleDesk: Sendable {
    /// Every admin, disabled ones too, by name.
    func list(by admin: AdminCaller) async throws -> [AdminView] { [] }

    /// Invitations that can still be accepted, by name.
    func invitations(by admin: AdminCaller) async throws -> [InvitationView] { [] }

    /// A link for one person, good for `Limits.invitationMs`. An older one for the same name is worth nothing.
    func invite(
        name: String, role: AdminRole, by admin: AdminCaller, from: CallerOrigin
    ) async throws -> Invited {
        throw PeopleRefusal.ownersOnly
    }

    func withdrawInvitation(of name: AdminName, by admin: AdminCaller, from: CallerOrigin) async throws {}

    /// Ends the sessions of whom it concerns.
    func setRole(of name: AdminName, to role: AdminRole, by admin: AdminCaller, from: CallerOrigin) async throws {}

    /// Ends the sessions of whom it concerns. The last owner stays.
    func disable(_ name: AdminName, by admin: AdminCaller, from: CallerOrigin) async throws {}

    func enable(_ name: AdminName, by admin: AdminCaller, from: CallerOrigin) async throws {}

    /// Somebody lost the phone or the password: both are void, sessions end, and the link enrols anew.
    func resetFactors(of name: AdminName, by admin: AdminCaller, from: CallerOrigin) async throws -> Invited {
        throw PeopleRefusal.ownersOnly
    }
}

struct AdminView: Sendable {
    let name: AdminName
    let role: AdminRole
    let isDisabled: Bool
    /// False while factors are reset and not enrolled anew.
    let isEnrolled: Bool
    let createdAt: Instant
    /// Nil: never yet.
    let lastLogInAt: Instant?
}

struct InvitationView: Sendable {
    let name: AdminName
    let role: AdminRole
    let createdAt: Instant
    let endsAt: Instant
    /// Who invited, by the name in the audit log.
    let by: String
}

/// What an invitation is worth: shown once, to be handed over by somebody who knows whom he gives it to.
struct Invited: Sendable {
    let name: AdminName
    let token: String
    let endsAt: Instant
}
