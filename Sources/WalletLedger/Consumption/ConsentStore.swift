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

    package init(_ database: LedgerDatabase) { self.database = database }

    /// The newest word counts; the same word again keeps its time.
    package func record(
        _ consumption: Bool, of user: UserID, by caller: CallerID
    ) async throws(WalletError) -> Consent {
        let statement = RecordConsent(
            user: user, consumption: consumption, caller: caller, clockShiftMs: database.clockShiftMs)
        guard let consent = try await database.change(statement).rows.first else { throw .internalError }
        return consent
    }
}
