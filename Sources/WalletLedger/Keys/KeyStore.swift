internal import Postgres
package import WalletDomain

/// A caller's API key as it is kept: never the key itself.
package struct KeyRecord: Hashable, Sendable {
    /// SHA-256 of the key: 32 bytes.
    package let digest: [UInt8]
    package let caller: CallerID
    package let name: String
    package let scopes: [String]
    /// Enough of the key to tell it from others in a list.
    package let hint: String
    package let createdAt: Instant
    package let revokedAt: Instant?

    package init(
        digest: [UInt8], caller: CallerID, name: String, scopes: [String], hint: String, createdAt: Instant,
        revokedAt: Instant?
    ) {
        self.digest = digest
        self.caller = caller
        self.name = name
        self.scopes = scopes
        self.hint = hint
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}

/// API keys and the names behind them. A name has one number for ever, which entries carry, so a rotated key is the
/// same caller.
package struct KeyStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Adds a key to a name, new or not: until the old key is revoked both are good.
    package func create(
        name: String, scopes: [String], digest: [UInt8], hint: String
    ) async throws(WalletError) -> CallerID {
        try await numbered("KeyStore.create") { step throws(PostgresError) in
            let caller = try number(of: name, step)
            try step.change(InsertKey(digest: digest, caller: caller, scopes: scopes, hint: hint))
            return caller
        }
    }

    /// The number of a name that has no key, such as a job of our own.
    package func caller(named name: String) async throws(WalletError) -> CallerID {
        if let known = try await database.rows(FindCaller(name: name)).first { return known }
        return try await numbered("KeyStore.caller") { step throws(PostgresError) in try number(of: name, step) }
    }

    /// Every key, revoked ones too, by name, then by time.
    package func list() async throws(WalletError) -> [KeyRecord] {
        try await database.rows(ListKeys(includingRevoked: true))
    }

    /// Keys that are good now: what the service keeps in memory and reads again each `Limits.listRefreshMs`.
    package func loadAll() async throws(WalletError) -> [KeyRecord] {
        let keys = try await database.rows(ListKeys(includingRevoked: false))
        if keys.count == Limits.apiKeysMax { database.report("more API keys than \(Limits.apiKeysMax)") }
        return keys
    }

    /// Revokes the keys of a name: all, or those with this hint.
    /// - Returns: how many were good until now.
    @discardableResult
    package func revoke(name: String, hint: String? = nil) async throws(WalletError) -> Int {
        try await database.change(RevokeKeys(name: name, hint: hint)).affectedRows
    }

    /// Two new names at one moment want the same next number: the second tries again.
    private func numbered(
        _ name: String, _ body: @Sendable (LedgerTransaction) throws(PostgresError) -> CallerID
    ) async throws(WalletError) -> CallerID {
        for _ in 0..<Limits.numberRetriesMax {
            do {
                return try await database.attempt(body)
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

    private func number(of name: String, _ step: LedgerTransaction) throws(PostgresError) -> CallerID {
        if let known = try step.rows(FindCaller(name: name)).first { return known }
        guard let added = try step.rows(InsertCaller(name: name)).first else {
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
