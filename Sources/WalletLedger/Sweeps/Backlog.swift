internal import Postgres
package import WalletDomain

/// What waits, for metrics and alerts. Ages are seconds; 0 if nothing waits.
package struct Backlog: Hashable, Sendable {
    package let notifications: Int64
    package let notificationSeconds: Int64
    package let proofs: Int64
    package let proofSeconds: Int64
    package let questions: Int64
    /// Until the nearest deadline; negative if it passed.
    package let questionSeconds: Int64
    package let unattributed: Int64
    package let unattributedSeconds: Int64
    /// Since the notification history was read to its end, of the app that lags most.
    package let sweepSeconds: Int64
}

package struct BacklogReader: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    package func read() async throws(WalletError) -> Backlog {
        guard let backlog = try await database.rows(ReadBacklog(clockShiftMs: database.clockShiftMs)).first else {
            throw .internalError
        }
        return backlog
    }
}
