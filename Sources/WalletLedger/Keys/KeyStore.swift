internal import Postgres
package import WalletDomain

/// API keys and the names behind them. A name has one number for ever, which entries carry, so a rotated key is the
/// same caller.
package struct KeyStore: Sendable {
    let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Adds a key to a name, new or not: until the old key is revoked both are good. Not noted in the audit log.
    package func create(
        name: String, scopes: [String], digest: [UInt8], hint: String
    ) async throws(WalletError) -> CallerID {
        try await numbered("KeyStore.create") { step throws(PostgresError) in
            let caller = try number(of: name, step)
            let draft = KeyDraft(digest: digest, hint: hint)
            try step.change(InsertKey(draft: draft, caller: caller, scopes: scopes, by: nil))
            return caller
        }
    }

    /// The number of a name that has no key, such as a job of our own.
    package func caller(named name: String) async throws(WalletError) -> CallerID {
        if let known = try await database.rows(FindCaller(name: name)).first { return known.caller }
        return try await numbered("KeyStore.caller") { step throws(PostgresError) in try number(of: name, step) }
    }

    /// Every key, revoked ones too, by name, then by time.
    package func list() async throws(WalletError) -> [KeyRecord] {
        try await database.rows(ListKeys(includingEnded: true, clockShiftMs: database.clockShiftMs))
    }

    /// Keys that are good now: what the service keeps in memory and reads again each `Limits.listRefreshMs`.
    package func loadAll() async throws(WalletError) -> [KeyRecord] {
        let keys = try await database.rows(ListKeys(includingEnded: false, clockShiftMs: database.clockShiftMs))
        if keys.count == Limits.apiKeysMax { database.report("more API keys than \(Limits.apiKeysMax)") }
        return keys
    }

    /// Revokes the keys of a name: all, or those with this hint.
    /// - Parameter actor: nil: not noted in the audit log.
    /// - Returns: how many were good until now.
    @discardableResult
    package func revoke(name: String, hint: String? = nil, by actor: KeyActor? = nil) async throws(WalletError) -> Int {
        let shiftMs = database.clockShiftMs
        return try await database.transaction("KeyStore.revoke") { step throws(PostgresError) in
            let keys = try step.rows(LockKeys(name: name, hint: hint, clockShiftMs: shiftMs))
            for key in keys { try step.change(RevokeKey(digest: key.digest)) }
            guard let actor else { return keys.count }
            for key in keys { try note("revoke_key", name, by: actor, before: key, after: nil, step) }
            return keys.count
        }
    }

    /// Notes that keys were used, many at once.
    package func noteUse(of digests: [[UInt8]], at now: Instant) async throws(WalletError) {
        guard !digests.isEmpty else { return }
        try await database.change(NoteKeyUse(digests: digests, at: now))
    }

    /// Two new names at one moment want the same next number: the second tries again.
    private func numbered(
        _ name: String, _ body: @Sendable (LedgerTransaction) throws(PostgresError) -> CallerID
    ) async throws(WalletError) -> CallerID {
        let result: Result<CallerID, KeyFault> = try await change(name) { step in try body(step) }
        guard case .success(let caller) = result else { throw .internalError }
        return caller
    }

    /// As `numbered`, with refusals; what `body` refuses is undone.
    func change<Value: Sendable>(
        _ name: String, _ body: @Sendable (LedgerTransaction) throws -> Value
    ) async throws(WalletError) -> Result<Value, KeyFault> {
        for _ in 0..<Limits.numberRetriesMax {
            do {
                return .success(try await database.attempt(body))
            } catch let fault as KeyFault {
                return .failure(fault)
            } catch let error as PostgresError where error.isTaken("callers") {
                continue
            } catch let error as PostgresError {
                throw database.walletError(error, during: name, writes: true)
            } catch {
                throw database.unforeseen(error, during: name)
            }
        }
        throw .overloaded
    }

    func number(of name: String, _ step: LedgerTransaction) throws(PostgresError) -> CallerID {
        if let known = try step.rows(FindCaller(name: name)).first { return known.caller }
        let kind = CallerKind.isReserved(name) ? CallerKind.service : .key
        guard let added = try step.rows(InsertCaller(name: name, kind: kind)).first else {
            throw .unexpectedShape("no number of a new caller")
        }
        return added
    }
}

extension PostgresError {
    /// Somebody else inserted a row of this key into `table` first.
    func isTaken(_ table: String) -> Bool {
        guard case .server(let server) = self else { return false }
        return server.state == .uniqueViolation && server.table == table
    }
}
