internal import Postgres
package import WalletDomain

/// Where time alone has something to do: holds that are over, promo coins that expire.
package struct DueWallets: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Some of them, those first that are due for longest; at most `Limits.dueWalletsMax`.
    package func find() async throws(WalletError) -> [WalletID] {
        try await database.rows(
            FindDueWallets(clockShiftMs: database.clockShiftMs, limit: Int64(Limits.dueWalletsMax)))
    }
}
