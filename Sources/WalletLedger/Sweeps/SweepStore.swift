internal import Postgres
package import WalletDomain

/// Where sweeps stand, so that one that breaks off goes on where it stopped, in whichever process.
package struct SweepStore: Sendable {
    let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    // Notifications

    /// An app that is seen for the first time is swept from now on: what was before belongs to another system.
    package func enlist(bundle: String, _ environment: StoreEnvironment) async throws(WalletError) {
        try await database.change(
            InsertNotificationSweep(bundle: bundle, environment: environment, clockShiftMs: database.clockShiftMs))
    }

    package func takeUpNotifications(
        leaseMs: Int64 = Limits.jobLeaseMs
    ) async throws(WalletError) -> NotificationSweep? {
        try await database.takeUp(NotificationSweepQueue.self, limit: 1, leaseMs: leaseMs).first
    }

    /// One more page was kept. `page` is the next one; nil: the sweep is over and everything until its end was seen.
    package func advance(
        _ sweep: NotificationSweep, until end: Instant, page: String?, nextRunInMs: Int64
    ) async throws(WalletError) {
        try await database.change(
            AdvanceNotificationSweep(
                sweep: sweep, end: end, page: page, nextRunInMs: nextRunInMs, clockShiftMs: database.clockShiftMs))
    }

    /// - Parameter restarts: Apple does not know the page any more.
    package func postpone(
        _ sweep: NotificationSweep, nextRunInMs: Int64, restarts: Bool
    ) async throws(WalletError) {
        try await database.change(
            PostponeNotificationSweep(
                sweep: sweep, nextRunInMs: nextRunInMs, restarts: restarts, clockShiftMs: database.clockShiftMs))
    }

    // Purchases of open orders

    /// Looks for open orders of customers of whom Apple can be asked.
    /// - Returns: how many customers are looked for anew.
    @discardableResult
    package func enlistOpenOrders() async throws(WalletError) -> Int {
        try await database.change(EnlistOpenOrders(clockShiftMs: database.clockShiftMs)).affectedRows
    }

    package func takeUpHistories(
        limit: Int = Limits.jobRowsMax, leaseMs: Int64 = Limits.jobLeaseMs
    ) async throws(WalletError) -> [HistorySweep] {
        try await database.takeUp(HistorySweepQueue.self, limit: limit, leaseMs: leaseMs)
    }

    /// - Parameter nextRunInMs: ignored once the order is too old to be looked for.
    package func advance(
        _ sweep: HistorySweep, revision: String?, nextRunInMs: Int64
    ) async throws(WalletError) {
        try await database.change(
            AdvanceHistorySweep(
                sweep: sweep, revision: revision, nextRunInMs: nextRunInMs, clockShiftMs: database.clockShiftMs))
    }
}
