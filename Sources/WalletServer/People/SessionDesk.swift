internal import Crypto
internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Lets admins in and out. Everything it refuses is a `PeopleRefusal`; what the ledger cannot say a `WalletError`.
struct SessionDesk: Sendable {
    let people: PeopleStore
    let passwords: PasswordDesk
    let attempts: LogInGuard
    let log: ServiceLog
    /// Of sessions, invitations and codes.
    let now: @Sendable () -> Instant

    static let issuer = "Coffer"
    private static let tokenBytes = 32
    private static let tokenCharactersMax = 64

    /// Whose session the cookie's token is; nil if it is none, ended, idle for too long or too old.
    func admin(cookie token: String) async throws -> AdminCaller? {
        guard token.utf8.count <= Self.tokenCharactersMax else { return nil }
        let moment = now()
        guard let live = try await people.session(digest: Self.digest(token), at: moment) else { return nil }
        if live.lastSeenAt.adding(milliseconds: Limits.sessionSeenMs) <= moment {
            try await people.noteSeen(live.session, at: moment)
        }
        return AdminCaller(live, token: token)
    }

    /// Shows the second factor again. The session gets a new token; the old one is worth nothing from now on.
    func stepUp(_ admin: AdminCaller, code: String, from origin: CallerOrigin) async throws -> SignedIn {
        let moment = now()
        return try await counted(LogInGuard.Attempt(session: admin.session)) {
            guard let record = try await people.admin(named: admin.name),
                let factor = try factor(code, of: record, at: moment)
            else { throw PeopleRefusal.wrongCode }
            let token = Self.newToken()
            let result = try await people.stepUp(
                admin.session, of: admin.id, named: admin.name, digest: Self.digest(token), factor: factor,
                at: moment, from: origin.address)
            return try await signedIn(result, token: token, factor)
        }
    }

    func logOut(_ admin: AdminCaller, from origin: CallerOrigin) async throws {
        let result = try await people.end(
            admin.session, of: admin.id, named: admin.name, action: "log_out", at: now(), from: origin.address)
        // One that has ended meanwhile is as good.
        if case .failure(let fault) = result, fault != .sessionNotFound { throw PeopleRefusal(fault) }
    }

    /// Asks for the old password, ends all sessions and opens a new one. Needs a stepped-up session.
    func changePassword(
        of admin: AdminCaller, old: String, new: String, from origin: CallerOrigin
    ) async throws -> SignedIn {
        try requireStepUp(admin)
        let fresh = PasswordRules.normalized(new)
        if let flaw = PasswordRules.flaw(of: fresh, for: admin.name) { throw PeopleRefusal.password(flaw) }
        return try await counted(LogInGuard.Attempt(session: admin.session)) {
            guard let record = try await people.admin(named: admin.name), let kept = record.password,
                try await passwords.isValid(PasswordRules.normalized(old), for: kept)
            else { throw PeopleRefusal.wrongCredentials }
            if PasswordRules.normalized(old) == fresh { throw PeopleRefusal.password(.same) }
            let token = Self.newToken()
            let result = try await people.changePassword(
                of: record, from: kept, to: try await passwords.hash(fresh), session(token, origin))
            return try await signedIn(result, token: token, nil)
        }
    }

    /// New recovery codes; the old ones are worth nothing. Needs a stepped-up session.
    func renewRecoveryCodes(of admin: AdminCaller, from origin: CallerOrigin) async throws -> [String] {
        try requireStepUp(admin)
        let codes = Self.newCodes()
        try await people.renewRecoveryCodes(
            of: admin.id, named: admin.name, to: codes, at: now(), from: origin.address
        ).mapError { PeopleRefusal($0) }.get()
        return codes.map(\.text)
    }

    /// - Parameter language: BCP 47; nil for what the browser asks for.
    func setLanguage(of admin: AdminCaller, to language: String?) async throws {
        try await people.setLanguage(of: admin.id, to: language.map { String($0.prefix(Limits.languageCharactersMax)) })
    }

    /// Sessions that are good now, the newest first.
    func sessions(of admin: AdminCaller) async throws -> [SessionView] {
        try await people.sessions(of: admin.id, at: now()).map { SessionView($0, current: admin.session) }
    }

    /// One of one's own; somebody else's is `sessionNotFound`.
    func end(session: UUID, of admin: AdminCaller, from origin: CallerOrigin) async throws {
        try await people.end(
            session, of: admin.id, named: admin.name, action: "end_session", at: now(), from: origin.address
        ).mapError { PeopleRefusal($0) }.get()
    }

    func requireStepUp(_ admin: AdminCaller) throws(PeopleRefusal) {
        guard admin.isSteppedUp(at: now()) else { throw .stepUpNeeded }
    }
}

extension SessionDesk {
    static func newToken() -> String { Base64.encode(randomBytes(tokenBytes), .url) }

    static func digest(_ token: String) -> [UInt8] { SHA256.hash(Array(token.utf8)) }

    static func newCodes() -> [RecoveryCode] { (0..<Limits.recoveryCodesMax).map { _ in RecoveryCode.generate() } }

    func session(_ token: String, _ origin: CallerOrigin) -> NewSession {
        NewSession(
            session: UUID(), digest: Self.digest(token), at: now(), address: origin.address, agent: origin.agent)
    }

    /// Six digits are a code of the app; anything else may be a recovery code, which the ledger knows.
    func factor(_ code: String, of admin: AdminRecord, at moment: Instant) throws -> SecondFactor? {
        guard let kept = admin.secret else { return nil }
        if let recovery = RecoveryCode(typed: code) { return .recovery(recovery.digest) }
        let secret = try passwords.secrets.open(kept, of: admin.name)
        return try TOTP(secret: secret).step(of: code, after: admin.lastStep, at: moment).map { .code(step: $0) }
    }

    /// A try that counts as failed unless it succeeds. What is our fault does not count.
    func counted<Value: Sendable>(
        _ attempt: LogInGuard.Attempt, _ body: () async throws -> Value
    ) async throws -> Value {
        try attempts.begin(attempt, at: now())
        do {
            let value = try await body()
            attempts.succeeded(attempt)
            return value
        } catch let refusal as PeopleRefusal where refusal != .busy {
            throw refusal
        } catch {
            attempts.undo(attempt)
            throw error
        }
    }

    func signedIn(
        _ result: Result<LiveSession, PeopleFault>, token: String, _ factor: SecondFactor?
    ) async throws -> SignedIn {
        let live = try result.mapError { PeopleRefusal($0) }.get()
        var left: Int?
        if case .recovery = factor { left = try await people.recoveryCodesLeft(of: live.admin) }
        return SignedIn(
            token: token, admin: AdminCaller(live, token: token), endsAt: live.endsAt, recoveryCodesLeft: left)
    }
}

extension PeopleRefusal {
    init(_ fault: PeopleFault) {
        switch fault {
        case .codeUsed: self = .wrongCode
        case .invitationOver: self = .linkInvalid
        case .nameTaken: self = .nameTaken
        case .lastOwner: self = .lastOwner
        case .adminNotFound: self = .adminNotFound
        case .sessionNotFound: self = .sessionNotFound
        }
    }
}
