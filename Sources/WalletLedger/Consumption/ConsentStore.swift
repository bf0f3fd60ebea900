internal import Postgres
package import WalletDomain

/// A user's word whether Apple may be told how much of a purchase was used.
package struct Consent: Hashable, Sendable {
    package let user: UserID
    package let consumption: Bool
    package let recordedAt: Instant
}

package struct ConsentStore: Sendable {
    private let database: LedgerDatabase
    private let pseudonyms: Pseudonyms

    package init(_ database: LedgerDatabase, pseudonyms: Pseudonyms = .none) {
        self.database = database
        self.pseudonyms = pseudonyms
    }

    /// The newest word counts; the same word again keeps its time. Of a merged user it is the account's.
    /// - Throws: `userErased`.
    package func record(
        _ consumption: Bool, of user: UserID, by caller: CallerID
    ) async throws(WalletError) -> Consent {
        let name = pseudonyms.name(of: user)
        let shiftMs = database.clockShiftMs
        let consent = try await database.transaction("ConsentStore.record") { step throws(PostgresError) -> Consent? in
            guard let identity = try step.identity(of: user, name), !identity.isErased else { return nil }
            let statement = RecordConsent(
                user: identity.canonical, consumption: consumption, caller: caller, clockShiftMs: shiftMs)
            return try step.rows(statement).first
        }
        guard let consent else { throw .userErased }
        return consent
    }
}
