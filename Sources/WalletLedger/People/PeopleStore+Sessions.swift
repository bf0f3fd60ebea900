internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

extension PeopleStore {
    /// A session for somebody whose password and second factor were checked. The factor is used up with it.
    /// - Parameters:
    ///   - checked: the hash that the password fitted: if it is another one by now, nobody is let in.
    ///   - kept: what stands there from now on, the same or hashed anew.
    package func open(
        _ session: NewSession, for admin: AdminRecord, checked: AdminSecrets.Password, kept: AdminSecrets.Password,
        factor: SecondFactor
    ) async throws(WalletError) -> Result<LiveSession, PeopleFault> {
        try await change("PeopleStore.open") { step in
            let number: Int64? = if case .code(let number) = factor { number } else { nil }
            let login = NoteLogIn(admin: admin.id, at: session.at, step: number, checked: checked, kept: kept)
            guard try step.change(login) == 1 else { throw PeopleFault.codeUsed }
            if case .recovery(let digest) = factor { try useCode(digest, of: admin.id, at: session.at, step) }
            return try insert(session, of: admin.id, named: admin.name, as: "log_in", step)
        }
    }

    /// Another token for the session, opened by a second factor.
    package func stepUp(
        _ session: UUID, of admin: CallerID, named name: AdminName, digest: [UInt8], factor: SecondFactor,
        at now: Instant, from origin: String
    ) async throws(WalletError) -> Result<LiveSession, PeopleFault> {
        try await change("PeopleStore.stepUp") { step in
            switch factor {
            case .code(let number):
                guard try step.change(UseTOTPStep(admin: admin, step: number)) == 1 else { throw PeopleFault.codeUsed }
            case .recovery(let digest): try useCode(digest, of: admin, at: now, step)
            }
            let rotation = RotateSession(session: session, admin: admin, digest: digest, at: now)
            guard try step.change(rotation) == 1, let live = try step.rows(FindSession(digest: digest, now: now)).first
            else { throw PeopleFault.sessionNotFound }
            try note("step_up", name, by: admin, from: origin, step)
            return live
        }
    }

    /// - Parameter action: `log_out` or `end_session`.
    package func end(
        _ session: UUID, of admin: CallerID, named name: AdminName, action: String, at now: Instant,
        from origin: String
    ) async throws(WalletError) -> Result<Void, PeopleFault> {
        try await change("PeopleStore.end") { step in
            guard try step.change(EndSessions(admin: admin, session: session, at: now)) == 1 else {
                throw PeopleFault.sessionNotFound
            }
            try note(action, name, by: admin, from: origin, step)
        }
    }

    /// All sessions end, and one begins.
    package func changePassword(
        of admin: AdminRecord, from old: AdminSecrets.Password, to new: AdminSecrets.Password, _ session: NewSession
    ) async throws(WalletError) -> Result<LiveSession, PeopleFault> {
        try await change("PeopleStore.changePassword") { step in
            guard try step.change(SetAdminPassword(admin: admin.id, old: old, new: new)) == 1 else {
                throw PeopleFault.sessionNotFound
            }
            try step.change(EndSessions(admin: admin.id, session: nil, at: session.at))
            return try insert(session, of: admin.id, named: admin.name, as: "change_password", step)
        }
    }

    /// Another app and other recovery codes. All sessions end, and one begins.
    /// - Parameters:
    ///   - admin: with the password and the secret that were checked: if they are others by now, nothing is changed.
    ///   - number: the step of the new app's first code.
    package func changeApp(
        of admin: AdminRecord, to secret: AdminSecrets.Secret, step number: Int64, codes: [RecoveryCode],
        _ session: NewSession
    ) async throws(WalletError) -> Result<LiveSession, PeopleFault> {
        try await change("PeopleStore.changeApp") { step in
            guard try step.change(SetAdminApp(admin: admin, secret: secret, step: number)) == 1 else {
                throw PeopleFault.sessionNotFound
            }
            try replaceCodes(of: admin.id, by: codes, at: session.at, step)
            try step.change(EndSessions(admin: admin.id, session: nil, at: session.at))
            return try insert(session, of: admin.id, named: admin.name, as: "change_app", step)
        }
    }

    package func renewRecoveryCodes(
        of admin: CallerID, named name: AdminName, to codes: [RecoveryCode], at now: Instant, from origin: String
    ) async throws(WalletError) -> Result<Void, PeopleFault> {
        try await change("PeopleStore.renewRecoveryCodes") { step in
            try replaceCodes(of: admin, by: codes, at: now, step)
            try note("renew_recovery_codes", name, by: admin, from: origin, step)
        }
    }

    /// Somebody tried and was not let in.
    package func noteFailure(of admin: AdminRecord, from origin: String) async throws(WalletError) {
        _ = try await change("PeopleStore.noteFailure") { step in
            try note("log_in_failed", admin.name, by: admin.id, from: origin, step)
        }
    }

    func replaceCodes(
        of admin: CallerID, by codes: [RecoveryCode], at now: Instant, _ step: LedgerTransaction
    ) throws {
        try step.change(SettleRecoveryCodes(admin: admin, used: nil, at: now))
        try step.change(InsertRecoveryCodes(admin: admin, digests: codes.map(\.digest), at: now))
    }

    private func useCode(
        _ digest: [UInt8], of admin: CallerID, at now: Instant, _ step: LedgerTransaction
    ) throws {
        guard try step.change(SettleRecoveryCodes(admin: admin, used: digest, at: now)) == 1 else {
            throw PeopleFault.codeUsed
        }
    }

    /// The session and its record, the last of a transaction.
    func insert(
        _ session: NewSession, of admin: CallerID, named name: AdminName, as action: String, _ step: LedgerTransaction
    ) throws -> LiveSession {
        try step.change(InsertSession(admin: admin, session: session))
        guard let live = try step.rows(FindSession(digest: session.digest, now: session.at)).first else {
            throw PeopleFault.sessionNotFound
        }
        try note(action, name, by: admin, from: session.address, step)
        return live
    }
}
