package import WalletDomain
package import WalletLedger

/// What `coffer admin` does: the desks of the console, for whoever can reach the database.
package struct AdminOffice: Sendable {
    private let desk: SessionDesk
    private let people: PeopleStore
    private let keys: KeyStore
    private let now: @Sendable () -> Instant

    package init(
        _ database: LedgerDatabase, secrets: AdminSecrets, log: ServiceLog, now: @escaping @Sendable () -> Instant
    ) {
        people = PeopleStore(database)
        keys = KeyStore(database)
        desk = SessionDesk(
            people: people, passwords: PasswordDesk(secrets), attempts: LogInGuard(), log: log, now: now)
        self.now = now
    }

    /// What the authenticator app needs, and what confirms the enrolment beside its first code.
    package struct Begun: Sendable {
        package let secret: String
        package let uri: String
        fileprivate let token: String
    }

    /// Why it was not done, for people.
    package struct Refusal: Error, Sendable {
        package let text: String
    }

    package struct Listed: Sendable {
        package let name: String
        package let role: String
        package let state: String
        package let lastLogInAt: Instant?
    }

    /// Who acts, in the audit log.
    package static let callerName = "coffer/command-line"
    package static let origin = "command line"

    /// Nothing is kept for longer than an invitation until `confirm`.
    package func create(_ name: AdminName, as role: AdminRole, password: String) async throws -> Begun {
        try await begin(name, password) { digest, caller in
            try await people.invite(name, as: role, digest: digest, by: caller, at: now(), from: Self.origin)
        }
    }

    /// Both factors anew; from here on the old ones are void.
    package func reset(_ name: AdminName, password: String) async throws -> Begun {
        try await begin(name, password) { digest, caller in
            try await people.resetFactors(of: name, digest: digest, by: caller, at: now(), from: Self.origin)
        }
    }

    /// - Returns: recovery codes; nil if the code is not the app's.
    package func confirm(_ begun: Begun, code: String) async throws -> [String]? {
        let origin = CallerOrigin(address: Self.origin)
        do {
            let enrolled = try await desk.confirmEnrolment(token: begun.token, code: code, from: origin)
            // Nobody has its token.
            try await desk.logOut(enrolled.signedIn.admin, from: origin)
            return enrolled.recoveryCodes
        } catch PeopleRefusal.wrongCode {
            return nil
        } catch let refusal as PeopleRefusal {
            throw Refusal(text: refusal.text)
        }
    }

    package func list() async throws -> [Listed] {
        try await people.admins().map { record in
            let view = AdminView(record)
            return Listed(
                name: view.name.text, role: view.role.rawValue, state: view.word, lastLogInAt: view.lastLogInAt)
        }
    }

    package func setDisabled(_ name: AdminName, _ isDisabled: Bool) async throws {
        let caller = try await keys.caller(named: Self.callerName)
        let result = try await people.setDisabled(name, isDisabled, by: caller, at: now(), from: Self.origin)
        try result.mapError { Refusal(text: PeopleRefusal($0).text) }.get()
    }

    private func begin(
        _ name: AdminName, _ password: String,
        _ invite: ([UInt8], CallerID) async throws -> Result<Void, PeopleFault>
    ) async throws -> Begun {
        // Before anything is void: a password that is refused leaves all as it was.
        if let flaw = PasswordRules.flaw(of: PasswordRules.normalized(password), for: name) {
            throw Refusal(text: PeopleRefusal.password(flaw).text)
        }
        let token = SessionDesk.newToken()
        let caller = try await keys.caller(named: Self.callerName)
        do {
            try await invite(SessionDesk.digest(token), caller).mapError { PeopleRefusal($0) }.get()
            let enrolment = try await desk.acceptInvitation(
                token: token, name: name.text, password: password, from: CallerOrigin(address: Self.origin))
            return Begun(secret: enrolment.secret, uri: enrolment.uri, token: token)
        } catch let refusal as PeopleRefusal {
            throw Refusal(text: refusal.text)
        }
    }
}

extension PeopleRefusal {
    /// In English, for the command line.
    fileprivate var text: String {
        switch self {
        case .wrongCredentials: "name, password or code is wrong"
        case .wrongCode: "the code is wrong, or was used"
        case .tooSoon(let seconds): "too many failures; try again in \(seconds) s"
        case .busy: "too many passwords are being checked"
        case .password(let flaw): flaw.text
        case .linkInvalid: "the invitation is over"
        case .signedOut, .sessionNotFound: "the session is over"
        case .stepUpNeeded, .ownersOnly, .crossSite: "not allowed"
        case .adminNotFound: "there is no such admin"
        case .nameTaken: "there is an admin of this name already; coffer admin reset enrols one anew"
        case .lastOwner: "this is the last owner who can log in"
        }
    }
}

extension PasswordFlaw {
    fileprivate var text: String {
        switch self {
        case .tooShort: "a password has at least \(Limits.passwordCharactersMin) characters"
        case .tooLong: "a password has at most \(Limits.passwordBytesMax) bytes"
        case .tooCommon: "this password is among those that are tried first"
        case .likeName: "the password is made of the name"
        case .same: "this is the password of now"
        }
    }
}
