internal import Crypto
internal import WalletDomain
internal import WalletLedger

extension SessionDesk {
    /// The first half of an enrolment. May be repeated until `confirmEnrolment`: the last secret counts.
    /// - Parameter name: the one that the invitation is for, typed by the invited.
    func acceptInvitation(
        token: String, name: String, password: String, from: CallerOrigin
    ) async throws -> Enrolment {
        let digest = Self.digest(token)
        let invitation = try await invitation(digest)
        // A name that is none is not the invited one either.
        guard let typed = try? AdminName(name), typed == invitation.name else { throw PeopleRefusal.linkInvalid }
        let password = PasswordRules.normalized(password)
        if let flaw = PasswordRules.flaw(of: password, for: typed) { throw PeopleRefusal.password(flaw) }
        let secret = randomBytes(TOTP.secretBytes)
        let kept = try passwords.secrets.keep(secret, of: typed)
        try await people.choose(try await passwords.hash(password), kept, invitation: digest, at: now())
            .mapError { PeopleRefusal($0) }.get()
        return Enrolment(
            name: typed, secret: Base32.encode(secret),
            uri: TOTP(secret: secret).uri(issuer: Self.issuer, name: typed))
    }

    /// The second half: the app's first code makes the admin, uses the invitation up and logs in.
    func confirmEnrolment(token: String, code: String, from origin: CallerOrigin) async throws -> Enrolled {
        let digest = Self.digest(token)
        let invitation = try await invitation(digest)
        guard let kept = invitation.secret else { throw PeopleRefusal.linkInvalid }
        let totp = TOTP(secret: try passwords.secrets.open(kept, of: invitation.name))
        guard let step = try totp.step(of: code, after: 0, at: now()) else { throw PeopleRefusal.wrongCode }
        let codes = Self.newCodes()
        let sessionToken = Self.newToken()
        let result = try await people.enrol(
            invitation: digest, secret: kept, step: step, codes: codes, session(sessionToken, origin))
        return Enrolled(
            recoveryCodes: codes.map(\.text), signedIn: try await signedIn(result, token: sessionToken, nil))
    }

    private func invitation(_ digest: [UInt8]) async throws -> InvitationRecord {
        guard let invitation = try await people.invitation(digest: digest, at: now()) else {
            throw PeopleRefusal.linkInvalid
        }
        return invitation
    }
}
