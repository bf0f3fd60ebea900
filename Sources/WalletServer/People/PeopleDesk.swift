internal import WalletDomain
internal import WalletLedger

/// Who the admins are. Owners only, and each change with a second factor that was just shown.
struct PeopleDesk: Sendable {
    let people: PeopleStore
    let now: @Sendable () -> Instant

    /// Every admin, disabled ones too, by name.
    func list(by admin: AdminCaller) async throws -> [AdminView] {
        try requireOwner(admin)
        return try await people.admins().map { AdminView($0) }
    }

    /// Invitations that can still be accepted, by name.
    func invitations(by admin: AdminCaller) async throws -> [InvitationView] {
        try requireOwner(admin)
        return try await people.invitations(at: now()).map { InvitationView($0) }
    }

    /// A link for one person, good for `Limits.invitationMs`. An older one for the same name is worth nothing.
    func invite(
        name: String, role: AdminRole, by admin: AdminCaller, from origin: CallerOrigin
    ) async throws -> Invited {
        try requireChange(admin)
        let name = try AdminName(name)
        return try await invited(name) { digest, moment throws(WalletError) in
            try await people.invite(
                name, as: role, digest: digest, by: admin.id, at: moment, from: origin.address)
        }
    }

    func withdrawInvitation(of name: AdminName, by admin: AdminCaller, from origin: CallerOrigin) async throws {
        try requireChange(admin)
        try await people.withdrawInvitation(of: name, by: admin.id, at: now(), from: origin.address)
            .mapError { PeopleRefusal($0) }.get()
    }

    /// Ends the sessions of whom it concerns.
    func setRole(
        of name: AdminName, to role: AdminRole, by admin: AdminCaller, from origin: CallerOrigin
    ) async throws {
        try requireChange(admin)
        try await people.setRole(of: name, to: role, by: admin.id, at: now(), from: origin.address)
            .mapError { PeopleRefusal($0) }.get()
    }

    /// Ends the sessions of whom it concerns. The last owner stays.
    func disable(_ name: AdminName, by admin: AdminCaller, from origin: CallerOrigin) async throws {
        try await setDisabled(name, true, by: admin, from: origin)
    }

    func enable(_ name: AdminName, by admin: AdminCaller, from origin: CallerOrigin) async throws {
        try await setDisabled(name, false, by: admin, from: origin)
    }

    /// Somebody lost the phone or the password: both are void, sessions end, and the link enrols anew.
    func resetFactors(of name: AdminName, by admin: AdminCaller, from origin: CallerOrigin) async throws -> Invited {
        try requireChange(admin)
        return try await invited(name) { digest, moment throws(WalletError) in
            try await people.resetFactors(of: name, digest: digest, by: admin.id, at: moment, from: origin.address)
        }
    }

    private func setDisabled(
        _ name: AdminName, _ isDisabled: Bool, by admin: AdminCaller, from origin: CallerOrigin
    ) async throws {
        try requireChange(admin)
        try await people.setDisabled(name, isDisabled, by: admin.id, at: now(), from: origin.address)
            .mapError { PeopleRefusal($0) }.get()
    }

    private func invited(
        _ name: AdminName,
        _ change: ([UInt8], Instant) async throws(WalletError) -> Result<Void, PeopleFault>
    ) async throws -> Invited {
        let token = SessionDesk.newToken()
        let moment = now()
        try await change(SessionDesk.digest(token), moment).mapError { PeopleRefusal($0) }.get()
        return Invited(name: name, token: token, endsAt: moment.adding(milliseconds: Limits.invitationMs))
    }

    private func requireOwner(_ admin: AdminCaller) throws(PeopleRefusal) {
        guard admin.role == .owner else { throw .ownersOnly }
    }

    private func requireChange(_ admin: AdminCaller) throws(PeopleRefusal) {
        try requireOwner(admin)
        guard admin.isSteppedUp(at: now()) else { throw .stepUpNeeded }
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

    init(_ record: AdminRecord) {
        name = record.name
        role = record.role
        isDisabled = record.disabledAt != nil
        isEnrolled = record.enrolledAt != nil
        createdAt = record.createdAt
        lastLogInAt = record.lastLogInAt
    }
}

struct InvitationView: Sendable {
    let name: AdminName
    let role: AdminRole
    let createdAt: Instant
    let endsAt: Instant
    /// Who invited, by the name in the audit log.
    let by: String

    init(_ record: InvitationRecord) {
        name = record.name
        role = record.role
        createdAt = record.createdAt
        endsAt = record.endsAt
        by = record.by
    }
}

/// What an invitation is worth: shown once, to be handed over by somebody who knows whom he gives it to.
struct Invited: Sendable {
    let name: AdminName
    let token: String
    let endsAt: Instant
}
