internal import Crypto
internal import WalletDomain
internal import WalletLedger

extension SessionDesk {
    /// A new session for name, password and second factor: a code of the app or a recovery code. An old session's token
    /// in the cookie has no part in it, so that nobody can be given one beforehand.
    func logIn(name: String, password: String, code: String, from origin: CallerOrigin) async throws -> SignedIn {
        let moment = now()
        // What cannot be a name is as unknown as any other.
        let known = try? AdminName(name)
        var record: AdminRecord?
        if let known { record = try await people.admin(named: known) }
        var isKnownAddress = false
        if let record {
            let since = moment.adding(milliseconds: -Limits.knownAddressMs)
            isKnownAddress = try await people.knows(origin.address, of: record.id, since: since)
        }
        // What was typed may be a password by mistake: it is kept as a digest.
        let counted = known?.text ?? hexadecimal(SHA256.hash(Array(name.utf8)))
        let attempt = LogInGuard.Attempt(name: counted, address: origin.address, isKnown: isKnownAddress)
        return try await self.counted(attempt) {
            guard let signedIn = try await logIn(record, password, code, at: moment, origin) else {
                try await refused(record, origin)
                throw PeopleRefusal.wrongCredentials
            }
            return signedIn
        }
    }

    /// Nil if name, password and code do not belong together.
    private func logIn(
        _ record: AdminRecord?, _ password: String, _ code: String, at moment: Instant, _ origin: CallerOrigin
    ) async throws -> SignedIn? {
        let password = PasswordRules.normalized(String(password.prefix(Limits.passwordBytesMax + 1)))
        let active = record.flatMap { $0.disabledAt == nil ? $0 : nil }
        let isValid = try await passwords.isValid(password, for: active?.password)
        guard isValid, let active, let kept = active.password, let factor = try factor(code, of: active, at: moment)
        else { return nil }
        let secrets = passwords.secrets
        let renewed = secrets.isOutdated(kept) ? try await passwords.hash(password) : kept
        let token = Self.newToken()
        let result = try await people.open(
            session(token, origin), for: active, checked: kept, kept: renewed, factor: factor)
        // The same code a second time, or another password by now.
        if case .failure(.codeUsed) = result { return nil }
        return try await signedIn(result, token: token, factor)
    }

    /// Failures of admins that exist stand in the audit log; their delays keep them few. Others are a line of the log.
    private func refused(_ record: AdminRecord?, _ origin: CallerOrigin) async throws {
        log.add(LogEvent(.warning, "log-in refused", [("address", .text(origin.address))]))
        if let record { try await people.noteFailure(of: record, from: origin.address) }
    }
}
