internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

/// The inbox: one row a notification, whatever Apple repeats, worked on by whichever process takes it up.
///
/// No transaction stays open while something is worked on: whoever takes a row up gets it for a while, and if he dies
/// it comes due again. So everything done for a notification must bear being done twice.
package struct NotificationStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// - Returns: false if it was there already.
    @discardableResult
    package func store(_ notification: KeptNotification) async throws(WalletError) -> Bool {
        try await database.change(
            InsertNotification(notification: notification, clockShiftMs: database.clockShiftMs)
        ).affectedRows == 1
    }

    /// Takes up what is due, the longest due first; nobody else gets it for `leaseMs`.
    package func takeUp(
        limit: Int = Limits.jobRowsMax, leaseMs: Int64 = Limits.jobLeaseMs
    ) async throws(WalletError) -> [WaitingNotification] {
        try await database.takeUp(NotificationQueue.self, limit: limit, leaseMs: leaseMs)
    }

    /// Ends the waiting, for ever.
    /// - Parameter outcome: one of our constant names.
    package func settle(_ id: UUID, outcome: String) async throws(WalletError) {
        try await database.settle(id, in: NotificationQueue.self, as: outcome)
    }

    package func reschedule(_ id: UUID, retryInMs: Int64) async throws(WalletError) {
        try await database.reschedule(id, in: NotificationQueue.self, retryInMs: retryInMs)
    }

    /// What became of it: nil while it waits, and if it is unknown.
    package func outcome(of id: UUID) async throws(WalletError) -> String? {
        try await database.rows(FindNotificationOutcome(id: id)).first ?? nil
    }
}
