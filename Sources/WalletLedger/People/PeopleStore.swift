internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

/// Admins and their sessions. Each change and its audit record are one transaction, with the record last.
///
/// Moments are the service's: who logs in is judged by one clock, and codes of an app by the same.
package struct PeopleStore: Sendable {
    let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    package func admin(named name: AdminName) async throws(WalletError) -> AdminRecord? {
        try await database.rows(FindAdmin(name: name)).first
    }

    /// All, by name.
    package func admins() async throws(WalletError) -> [AdminRecord] { try await database.rows(ListAdmins()) }

    /// - Parameter digest: SHA-256 of the cookie's token.
    package func session(digest: [UInt8], at now: Instant) async throws(WalletError) -> LiveSession? {
        try await database.rows(FindSession(digest: digest, now: now)).first
    }

    /// The newest first.
    package func sessions(of admin: CallerID, at now: Instant) async throws(WalletError) -> [LiveSession] {
        try await database.rows(ListSessions(admin: admin, now: now))
    }

    package func noteSeen(_ session: UUID, at now: Instant) async throws(WalletError) {
        try await database.change(NoteSessionSeen(session: session, at: now))
    }

    package func knows(_ address: String, of admin: CallerID, since: Instant) async throws(WalletError) -> Bool {
        try await database.rows(KnowsAddress(admin: admin, address: address, since: since)).first ?? false
    }

    package func recoveryCodesLeft(of admin: CallerID) async throws(WalletError) -> Int {
        Int(try await database.rows(CountRecoveryCodes(admin: admin)).first ?? 0)
    }

    package func setLanguage(of admin: CallerID, to language: String?) async throws(WalletError) {
        try await database.change(SetAdminLanguage(admin: admin, language: language))
    }

    /// Runs a change; what `body` refuses is undone. Two new names at one moment want the same next number: the second
    /// tries again.
    func change<Value: Sendable>(
        _ name: String, _ body: @Sendable (LedgerTransaction) throws -> Value
    ) async throws(WalletError) -> Result<Value, PeopleFault> {
        for _ in 0..<Limits.numberRetriesMax {
            do {
                return .success(try await database.attempt(body))
            } catch let fault as PeopleFault {
                return .failure(fault)
            } catch let error as PostgresError {
                if error.isTaken("callers") { continue }
                if error.isTaken("admins") || error.isTaken("admin_invitations") { return .failure(.nameTaken) }
                throw database.walletError(error, during: name, writes: true)
            } catch {
                throw database.unforeseen(error, during: name)
            }
        }
        throw .overloaded
    }

    /// An act and who did it from where, as the audit log keeps it.
    func note(
        _ action: String, _ subject: AdminName, by caller: CallerID, from origin: String, before: String? = nil,
        after: String? = nil, _ step: LedgerTransaction
    ) throws {
        try step.change(
            InsertAuditRecord(
                caller: caller, action: action, subject: .admin(subject), before: before, after: after,
                origin: origin, clockShiftMs: database.clockShiftMs))
    }
}
