internal import Crypto
internal import WalletDomain
internal import WalletLedger

/// Another authenticator app: for a new phone, or because the old one is in other hands.
extension SessionDesk {
    /// A secret that nobody has yet. Nothing is kept of it until the app's first code: the page carries it.
    func newApp(of admin: AdminCaller) throws(PeopleRefusal) -> NewApp {
        try requireStepUp(admin)
        return NewApp(secret: randomBytes(TOTP.secretBytes), of: admin.name)
    }

    /// The new app counts, with new recovery codes, and the old app and codes do not any more; all sessions end, and
    /// one begins. Asks for the password too: a session alone, however fresh, hands nobody the second factor for ever.
    /// - Parameter code: of the new app.
    func changeApp(
        of admin: AdminCaller, to app: NewApp, code: String, password: String, from origin: CallerOrigin
    ) async throws -> Enrolled {
        try requireStepUp(admin)
        return try await counted(LogInGuard.Attempt(session: admin.session)) {
            guard let record = try await people.admin(named: admin.name), let kept = record.password,
                let old = record.secret, try await passwords.isValid(PasswordRules.normalized(password), for: kept)
            else { throw PeopleRefusal.wrongCredentials }
            // The secret that counts already is no other app: its codes may have been used.
            guard try passwords.secrets.open(old, of: admin.name) != app.secret,
                let step = try TOTP(secret: app.secret).step(of: code, after: 0, at: now())
            else { throw PeopleRefusal.wrongCode }
            let codes = Self.newCodes()
            let token = Self.newToken()
            let result = try await people.changeApp(
                of: record, to: try passwords.secrets.keep(app.secret, of: admin.name), step: step, codes: codes,
                session(token, origin))
            return Enrolled(recoveryCodes: codes.map(\.text), signedIn: try await signedIn(result, token: token, nil))
        }
    }
}

/// A secret that an app is to get.
struct NewApp: Sendable {
    let secret: [UInt8]
    let enrolment: Enrolment

    init(secret: [UInt8], of name: AdminName) {
        precondition(secret.count == TOTP.secretBytes, "a secret has one length")
        self.secret = secret
        enrolment = Enrolment(
            name: name, secret: Base32.encode(secret),
            uri: TOTP(secret: secret).uri(issuer: SessionDesk.issuer, name: name))
    }

    /// As its page carried it; nil: that is none.
    init?(text: String, of name: AdminName) {
        guard let secret = HexText.parse(text), secret.count == TOTP.secretBytes else { return nil }
        self.init(secret: secret, of: name)
    }

    var text: String { hexadecimal(secret) }
}
