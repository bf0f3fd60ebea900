internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

/// Acts of people that may need a second one: proposed, decided by another, carried out once.
///
/// Each step is a transaction with its record in the audit log. What is carried out is a command like any other, under
/// the row's id as its key, so carrying out twice is once.
package struct ApprovalStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Writes down what is asked for, and whether one person is enough: all that the person did alone is added up under
    /// a lock, so that calls at once are as calls one after the other. A repeat finds what there is.
    package func propose(_ proposal: Proposal, _ rule: SecondPersonRule) async throws(WalletError) -> Approval {
        let shiftMs = database.clockShiftMs
        let record = UUID()
        let found = try await database.transaction("ApprovalStore.propose") {
            step throws(PostgresError) -> Approval? in
            try step.change(LockProposer(proposer: proposal.proposer))
            if let known = try step.rows(FindApproval(proposal, clockShiftMs: shiftMs)).first { return known }
            let read = ReadAlone(proposer: proposal.proposer, wallet: proposal.wallet, clockShiftMs: shiftMs)
            guard let alone = try step.rows(read).first else { throw .unexpectedShape("no sum of what was done") }
            let needsSecond = rule.needsSecond(proposal.act, after: alone)
            try step.change(
                InsertNote(
                    wallet: proposal.wallet, digest: proposal.reason.digest, text: proposal.reason.text))
            try step.change(
                InsertApproval(proposal: proposal, needsSecond: needsSecond, clockShiftMs: shiftMs))
            if needsSecond {
                try step.change(
                    Self.record(
                        record, "propose_\(proposal.act.action.rawValue)", proposal.id, proposal.wallet,
                        by: proposal.proposer, from: proposal.origin, proposal.reason.digest,
                        (before: AuditedFigures([]), after: proposal.act.details), shiftMs))
            }
            return try step.rows(FindApproval(proposal, clockShiftMs: shiftMs)).first
        }
        guard let found else { throw .internalError }
        return try Self.same(found, as: proposal)
    }

    /// What stands under a proposal's key already.
    package func find(_ proposal: Proposal) async throws(WalletError) -> Approval? {
        let found = try await database.rows(FindApproval(proposal, clockShiftMs: database.clockShiftMs)).first
        guard let found else { return nil }
        return try Self.same(found, as: proposal)
    }

    private static func same(_ found: Approval, as proposal: Proposal) throws(WalletError) -> Approval {
        guard found.fingerprint == proposal.idempotency.fingerprint else { throw .idempotencyKeyReused }
        return found
    }

    package func find(_ id: UUID) async throws(WalletError) -> Approval? {
        try await database.rows(FindApproval(id: id, clockShiftMs: database.clockShiftMs)).first
    }

    /// Those that need a second person, the newest first.
    /// - Parameter cursor: the last one seen; nil from the newest.
    package func list(
        _ filter: ApprovalFilter?, before cursor: (at: Instant, id: UUID)?, limit: Int
    ) async throws(WalletError) -> [Approval] {
        try await database.rows(
            ListApprovals(
                filter: filter, before: cursor, limit: pageRows(limit), clockShiftMs: database.clockShiftMs))
    }

    /// How many wait for a second person, up to `Limits.countedMax`: the newest of them, as a list finds them.
    package func countOpen() async throws(WalletError) -> Int64 {
        try await database.rows(CountOpenApprovals(clockShiftMs: database.clockShiftMs)).first ?? 0
    }

    /// Another person's word. The same word of the same person again changes nothing.
    /// - Parameters:
    ///   - reason: of a rejection.
    package func decide(
        _ id: UUID, _ verdict: ApprovalStanding.Verdict, by caller: CallerID, from origin: String, reason: Note?
    ) async throws(WalletError) -> Approval {
        let shiftMs = database.clockShiftMs
        let record = UUID()
        let decided = try await database.transaction("ApprovalStore.decide") {
            step throws(PostgresError) -> Result<Approval, WalletError> in
            guard try !step.rows(LockApproval(id: id)).isEmpty,
                let known = try step.rows(FindApproval(id: id, clockShiftMs: shiftMs)).first, known.needsSecond
            else { return .failure(.approvalNotFound) }
            guard let now = try step.rows(ReadClock()).first?.adding(milliseconds: shiftMs) else {
                throw .unexpectedShape("no time")
            }
            do throws(WalletError) {
                guard try known.standing.decide(verdict, by: caller, at: now) == .decide else { return .success(known) }
            } catch {
                return .failure(error)
            }
            if let reason {
                try step.change(InsertNote(wallet: known.wallet, digest: reason.digest, text: reason.text))
            }
            try step.change(
                DecideApproval(id: id, verdict: verdict, decider: caller, at: now, reason: reason?.digest))
            try step.change(
                Self.record(
                    record, verdict == .approve ? "approve" : "reject", id, known.wallet, by: caller, from: origin,
                    reason?.digest, Self.change(known.act, verdict), shiftMs))
            guard let after = try step.rows(FindApproval(id: id, clockShiftMs: shiftMs)).first else {
                throw .unexpectedShape("an approval that was decided is not there")
            }
            return .success(after)
        }
        return try decided.get()
    }

    private static func change(
        _ act: ApprovedAct, _ verdict: ApprovalStanding.Verdict
    ) -> (before: AuditedFigures, after: AuditedFigures) {
        let action = (name: "action", value: AuditedFigures.Value.word(act.action.rawValue))
        return (
            AuditedFigures([action, ("state", .word("open"))]),
            AuditedFigures([action, ("state", .word(verdict == .approve ? "approved" : "rejected"))])
        )
    }

    private static func record(
        _ record: UUID, _ action: String, _ id: UUID, _ wallet: WalletID, by caller: CallerID, from origin: String,
        _ reason: [UInt8]?, _ change: (before: AuditedFigures, after: AuditedFigures), _ shiftMs: Int64
    ) -> InsertAuditRecord {
        var insert = InsertAuditRecord(
            record: record, caller: caller, action: action, wallet: wallet, transaction: nil, reason: reason,
            clockShiftMs: shiftMs)
        insert.origin = origin
        insert.tell(change.before, became: change.after)
        insert.approval = id
        return insert
    }

    /// One try more to carry it out; only the last try's end counts.
    /// - Returns: its number; nil: nothing is to be carried out.
    package func takeUp(_ id: UUID, leaseMs: Int64 = Limits.jobLeaseMs) async throws(WalletError) -> Int32? {
        try await database.change(TakeUpApproval(id: id, leaseMs: leaseMs, clockShiftMs: database.clockShiftMs))
            .rows.first
    }

    /// Those that were approved and not carried out within their lease.
    package func takeUp(
        limit: Int = Limits.jobRowsMax, leaseMs: Int64 = Limits.jobLeaseMs
    ) async throws(WalletError) -> [(id: UUID, attempt: Int32)] {
        try await database.takeUp(ApprovalQueue.self, limit: limit, leaseMs: leaseMs)
    }

    /// It is done: that is so whichever try says it.
    package func settle(_ id: UUID, as operation: OperationID) async throws(WalletError) {
        try await database.change(
            SettleApproval(
                id: id, attempt: nil, operation: operation, refusal: nil, clockShiftMs: database.clockShiftMs))
    }

    /// The ledger refused it, for good. Nothing happens if somebody tries again meanwhile.
    /// - Parameter refusal: a problem's code.
    package func refuse(_ id: UUID, attempt: Int32, _ refusal: String) async throws(WalletError) {
        try await database.change(
            SettleApproval(
                id: id, attempt: attempt, operation: nil, refusal: refusal, clockShiftMs: database.clockShiftMs))
    }

    /// Lets it wait: the ledger did not answer.
    package func retry(_ id: UUID, inMs: Int64) async throws(WalletError) {
        try await database.change(RetryApproval(id: id, inMs: inMs, clockShiftMs: database.clockShiftMs))
    }
}
