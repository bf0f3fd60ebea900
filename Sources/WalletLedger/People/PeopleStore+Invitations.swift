internal import Postgres
package import WalletDomain

extension PeopleStore {
    package func invitations(at now: Instant) async throws(WalletError) -> [InvitationRecord] {
        try await database.rows(ListInvitations(now: now))
    }

    /// - Parameter digest: SHA-256 of the invitation's token.
    package func invitation(digest: [UInt8], at now: Instant) async throws(WalletError) -> InvitationRecord? {
        try await database.rows(FindInvitation(digest: digest, now: now)).first
    }

    /// For somebody who is no admin yet. An older invitation for the name is void.
    package func invite(
        _ name: AdminName, as role: AdminRole, digest: [UInt8], by caller: CallerID, at now: Instant,
        from origin: String
    ) async throws(WalletError) -> Result<Void, PeopleFault> {
        try await change("PeopleStore.invite") { step in
            guard try step.rows(FindAdmin(name: name)).isEmpty else { throw PeopleFault.nameTaken }
            try step.change(VoidInvitations(name: name, by: nil, at: now))
            try step.change(InsertInvitation(digest: digest, name: name, role: role, at: now, by: caller))
            try note("invite_admin", name, by: caller, from: origin, after: json(role), step)
        }
    }

    package func withdrawInvitation(
        of name: AdminName, by caller: CallerID, at now: Instant, from origin: String
    ) async throws(WalletError) -> Result<Void, PeopleFault> {
        try await change("PeopleStore.withdrawInvitation") { step in
            guard try step.change(VoidInvitations(name: name, by: nil, at: now)) > 0 else {
                throw PeopleFault.invitationOver
            }
            try note("withdraw_invitation", name, by: caller, from: origin, step)
        }
    }

    /// The first half of an enrolment; may be repeated.
    package func choose(
        _ password: AdminSecrets.Password, _ secret: AdminSecrets.Secret, invitation digest: [UInt8], at now: Instant
    ) async throws(WalletError) -> Result<Void, PeopleFault> {
        try await change("PeopleStore.choose") { step in
            let choice = ChooseFactors(digest: digest, now: now, password: password, secret: secret)
            guard try step.change(choice) == 1 else { throw PeopleFault.invitationOver }
        }
    }

    /// The second half: makes the admin, or gives one whose factors were reset new ones, and opens a session.
    /// - Parameters:
    ///   - secret: the one that the code was checked against.
    ///   - number: the step of the code.
    package func enrol(
        invitation digest: [UInt8], secret: AdminSecrets.Secret, step number: Int64, codes: [RecoveryCode],
        _ session: NewSession
    ) async throws(WalletError) -> Result<LiveSession, PeopleFault> {
        try await change("PeopleStore.enrol") { step in
            guard let chosen = try step.rows(LockChosenInvitation(digest: digest, now: session.at)).first,
                chosen.secret == secret
            else { throw PeopleFault.invitationOver }
            let factors = AdminFactors(password: chosen.password, secret: secret, step: number, at: session.at)
            let admin = try enrolled(chosen, factors, step)
            try replaceCodes(of: admin, by: codes, at: session.at, step)
            try step.change(EndSessions(admin: admin, session: nil, at: session.at))
            try step.change(UseInvitation(digest: digest, at: session.at))
            return try insert(session, of: admin, named: chosen.name, as: "enrol_admin", step)
        }
    }

    private func enrolled(
        _ chosen: LockChosenInvitation.Row, _ factors: AdminFactors, _ step: LedgerTransaction
    ) throws -> CallerID {
        if let admin = try step.rows(FindAdmin(name: chosen.name)).first {
            // Only one whose factors were reset: nobody takes over a name that is in use.
            guard try step.change(EnrolAdminAnew(admin: admin.id, factors: factors)) == 1 else {
                throw PeopleFault.nameTaken
            }
            return admin.id
        }
        let name = chosen.name.callerName
        guard try step.rows(FindCaller(name: name)).isEmpty else { throw PeopleFault.nameTaken }
        guard let number = try step.rows(InsertCaller(name: name, kind: .admin)).first else {
            throw PostgresError.unexpectedShape("no number of a new caller")
        }
        try step.change(
            InsertAdmin(
                admin: number, name: chosen.name, role: chosen.role, factors: factors, createdBy: chosen.by))
        return number
    }

    /// JSON; a role is a plain word.
    func json(_ role: AdminRole) -> String { "{\"role\": \"\(role.rawValue)\"}" }
}
