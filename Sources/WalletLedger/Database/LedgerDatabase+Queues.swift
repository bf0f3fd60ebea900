internal import Postgres
internal import WalletDomain

/// What all stores with a queue do with it.
extension LedgerDatabase {
    /// Takes up what is due; nobody else gets it for `leaseMs`.
    func takeUp<Queue: JobQueue>(
        _: Queue.Type, limit: Int, leaseMs: Int64
    ) async throws(WalletError) -> [Queue.Item] {
        try await change(TakeUp<Queue>(limit: Int64(limit), leaseMs: leaseMs, clockShiftMs: clockShiftMs)).rows
    }

    func reschedule<Queue: SettlingQueue>(
        _ key: Queue.Key, in _: Queue.Type, retryInMs: Int64
    ) async throws(WalletError) {
        try await change(Reschedule<Queue>(key: key, retryInMs: retryInMs, clockShiftMs: clockShiftMs))
    }

    /// - Returns: false if nothing waits under the key.
    @discardableResult
    func settle<Queue: SettlingQueue>(
        _ key: Queue.Key, in _: Queue.Type, as end: Queue.End
    ) async throws(WalletError) -> Bool {
        try await change(Settle<Queue>(key: key, end: end, clockShiftMs: clockShiftMs)).affectedRows == 1
    }
}
