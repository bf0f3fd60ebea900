internal import Postgres
package import WalletDomain

internal import struct FoundationEssentials.UUID

/// Proofs of purchase that wait: stored before the answer 202, so that no paid purchase is lost (case M-4).
/// Credited ones are written by the Writer, in the transaction that credits.
package struct ProofStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Keeps the proof as pending, to be tried again in `retryInMs`. One that is there already stays as it is.
    package func storePending(
        _ proof: StoredProof, of wallet: WalletID, retryInMs: Int64
    ) async throws(WalletError) {
        try await database.change(
            InsertPendingProof(
                wallet: wallet, proof: proof, retryInMs: retryInMs, clockShiftMs: database.clockShiftMs))
    }

    /// The proof of a top-up's id.
    /// - Parameter digestPrefix: the first 8 bytes of its digest; two of one wallet with the same are not expected.
    package func find(
        _ wallet: WalletID, digestPrefix: [UInt8]
    ) async throws(WalletError) -> ProofRecord? {
        try await database.rows(FindProof(wallet: wallet, digestPrefix: digestPrefix)).first
    }

    /// Takes up pending proofs that are due, the longest due first; nobody else gets them for `leaseMs`.
    package func takeUp(
        limit: Int = Limits.jobRowsMax, leaseMs: Int64 = Limits.jobLeaseMs
    ) async throws(WalletError) -> [ProofRecord] {
        try await database.takeUp(ProofQueue.self, limit: limit, leaseMs: leaseMs)
    }

    /// Lets it wait again. Nothing happens to a proof that is settled.
    package func reschedule(
        _ wallet: WalletID, digest: [UInt8], retryInMs: Int64
    ) async throws(WalletError) {
        try await database.reschedule(
            ProofKey(wallet: wallet, digest: digest), in: ProofQueue.self, retryInMs: retryInMs)
    }

    /// Ends the waiting. Nothing happens to a proof that is settled.
    package func settle(
        _ wallet: WalletID, digest: [UInt8], as state: ProofRecord.State
    ) async throws(WalletError) {
        precondition(state != .pending, "settled is not pending")
        try await database.settle(ProofKey(wallet: wallet, digest: digest), in: ProofQueue.self, as: state)
    }

    /// Tries one again at once, also one that was refused: our settings, a product or a token may be others by now.
    /// Nothing happens to one that is credited.
    /// - Returns: as it was before; nil: there is none, or it was erased.
    package func retry(
        _ wallet: WalletID, digestPrefix: [UInt8], by caller: CallerID, _ act: ActByHand
    ) async throws(WalletError) -> ProofRecord? {
        let (record, shiftMs) = (UUID(), database.clockShiftMs)
        return try await database.transaction("ProofStore.retry") { step throws(PostgresError) -> ProofRecord? in
            let found = try step.rows(FindProof(wallet: wallet, digestPrefix: digestPrefix)).first
            guard let found, !found.proof.bytes.isEmpty else { return nil }
            guard try step.change(ReviveProof(wallet: wallet, digest: found.proof.digest, clockShiftMs: shiftMs)) == 1
            else { return found }
            var insert = InsertAuditRecord(
                record: record, caller: caller, action: "retry_proof", wallet: wallet, transaction: nil,
                reason: act.note.digest, clockShiftMs: shiftMs)
            insert.origin = act.origin
            insert.tell(
                AuditedFigures([("state", .word(found.state == .pending ? "pending" : "refused"))]),
                became: AuditedFigures([("state", .word("pending"))]))
            try step.record(insert, act.note)
            return found
        }
    }

    /// Lets pending proofs be tried at once: a product was mapped or a token registered.
    package func wake() async throws(WalletError) {
        try await database.change(WakeProofs(clockShiftMs: database.clockShiftMs))
    }
}
