internal import Postgres
package import WalletDomain

internal import struct FoundationEssentials.UUID

/// The queue of purchases without an owner. Nobody guesses: a registered token or a person's decision leads out of it.
package struct UnattributedStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Twice is once.
    /// - Returns: false if it was there already.
    @discardableResult
    package func keep(_ purchase: Purchase, _ proof: StoredProof) async throws(WalletError) -> Bool {
        try await database.change(
            InsertUnattributed(purchase: purchase, proof: proof, clockShiftMs: database.clockShiftMs)
        ).affectedRows == 1
    }

    /// Open ones that nobody was credited for meanwhile and that are not refunded in full, the oldest first.
    /// - Parameter after: the last one seen; nil from the start.
    package func open(
        after: (foundAt: Instant, key: StoreTransaction.Key)?, limit: Int
    ) async throws(WalletError) -> [UnattributedPurchase] {
        try await database.rows(ListUnattributed(foundAt: after?.foundAt, key: after?.key, limit: Int64(limit)))
    }

    package func find(_ key: StoreTransaction.Key) async throws(WalletError) -> UnattributedPurchase? {
        try await database.rows(FindUnattributed(key: key)).first
    }

    /// Those whose token was registered meanwhile or whom support assigned, but which are not credited yet.
    package func takeUp(
        limit: Int = Limits.jobRowsMax, leaseMs: Int64 = Limits.jobLeaseMs
    ) async throws(WalletError) -> [UnattributedPurchase] {
        try await database.takeUp(UnattributedQueue.self, limit: limit, leaseMs: leaseMs)
    }

    /// Decision, reason and who decided, all or nothing.
    /// - Parameter wallet: the user's, for the reason's text.
    package func assign(
        _ key: StoreTransaction.Key, to user: UserID, wallet: WalletID, by caller: CallerID, _ act: ActByHand
    ) async throws(WalletError) -> Assignment {
        let shiftMs = database.clockShiftMs
        var record = InsertAuditRecord(
            record: UUID(), caller: caller, action: "assign_unattributed", wallet: wallet, transaction: key,
            reason: act.note.digest, clockShiftMs: shiftMs)
        record.origin = act.origin
        let insert = record
        return try await database.transaction("UnattributedStore.assign") { step throws(PostgresError) in
            let noted = try step.rows(NoteAssignment(key: key, user: user, clockShiftMs: shiftMs)).first
            guard let noted else {
                let found = try step.rows(FindUnattributed(key: key)).first
                return found.map { Assignment.taken($0) } ?? .unknown
            }
            try step.record(insert, act.note)
            return .noted(noted)
        }
    }

    /// - Parameter outcome: one of our constant names.
    package func settle(_ key: StoreTransaction.Key, outcome: String) async throws(WalletError) {
        try await database.settle(key, in: UnattributedQueue.self, as: outcome)
    }

    package func reschedule(_ key: StoreTransaction.Key, retryInMs: Int64) async throws(WalletError) {
        try await database.reschedule(key, in: UnattributedQueue.self, retryInMs: retryInMs)
    }

    /// Support's decision could not be carried out and counts no more.
    package func takeBackAssignment(of key: StoreTransaction.Key) async throws(WalletError) {
        try await database.change(TakeBackAssignment(key: key, clockShiftMs: database.clockShiftMs))
    }

    /// Ends the waiting of those that were credited on another road.
    package func settleCredited() async throws(WalletError) {
        try await database.change(SettleCreditedUnattributed(clockShiftMs: database.clockShiftMs))
    }
}
