internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

/// A closed period that somebody wants open again; another person decides. A row of `approvals`, as all acts that need
/// a second one.
package struct PeriodReopening: Hashable, Sendable {
    package let id: UUID
    package let period: BooksMonth
    package let reason: String
    package let proposer: CallerID
    package let proposerName: String
    package let origin: String
    package let proposedAt: Instant
    package let expiresAt: Instant
    package let state: ApprovalStanding.State
    package let decider: CallerID?
    package let deciderName: String?
    package let decidedAt: Instant?
    /// It waited for too long, and nobody decided.
    package let isExpired: Bool

    var standing: ApprovalStanding {
        ApprovalStanding(state: state, proposer: proposer, decider: decider, expiresAt: expiresAt)
    }
}

extension BooksPeriodStore {
    /// The newest first.
    package func reopenings(limit: Int = Limits.pageRowsDefault) async throws(WalletError) -> [PeriodReopening] {
        try await database.rows(ListReopenings(limit: Int64(limit), clockShiftMs: database.clockShiftMs))
    }

    package func reopening(_ id: UUID) async throws(WalletError) -> PeriodReopening? {
        try await database.rows(FindReopening(id: id, clockShiftMs: database.clockShiftMs)).first
    }

    /// Asks for it. What the same person asked for and nobody has decided about is not asked for twice.
    /// - Parameter reason: about the books, never about people.
    package func proposeReopening(
        of period: BooksMonth, reason: String, by caller: CallerID, from origin: String
    ) async throws(WalletError) -> Result<PeriodReopening, BooksRefusal> {
        let (id, shiftMs) = (UUID(), database.clockShiftMs)
        return try await change("BooksPeriodStore.proposeReopening") { step in
            try step.change(LockBooks())
            try Self.check(try step.rows(ListPeriodEvents())) { history throws(PeriodHistory.Refusal) in
                try history.checkReopen(period)
            }
            let recent = try step.rows(ListReopenings(limit: Int64(Limits.pageRowsMax), clockShiftMs: shiftMs))
            let open = recent.first {
                $0.period == period && $0.proposer == caller && $0.state == .open && !$0.isExpired
            }
            if let open { return open }
            guard let now = try step.rows(ReadClock()).first?.adding(milliseconds: shiftMs) else {
                throw PostgresError.unexpectedShape("no time")
            }
            try step.change(
                InsertReopening(id: id, period: period, reason: reason, proposer: caller, origin: origin, at: now))
            try step.change(Self.record("propose_reopen_period", period, id, reason, caller, origin, nil, shiftMs))
            guard let made = try step.rows(FindReopening(id: id, clockShiftMs: shiftMs)).first else {
                throw PostgresError.unexpectedShape("a reopening that was asked for is not there")
            }
            return made
        }
    }

    /// Another person's word; with his approval the period is open again. The same word again changes nothing.
    /// - Parameter reason: of a rejection.
    package func decideReopening(
        _ id: UUID, _ verdict: ApprovalStanding.Verdict, reason: String?, by caller: CallerID, from origin: String
    ) async throws(WalletError) -> Result<PeriodReopening, BooksRefusal> {
        let shiftMs = database.clockShiftMs
        return try await change("BooksPeriodStore.decideReopening") { step in
            try step.change(LockBooks())
            guard try !step.rows(LockApproval(id: id)).isEmpty,
                let known = try step.rows(FindReopening(id: id, clockShiftMs: shiftMs)).first
            else { throw WalletError.approvalNotFound }
            guard let now = try step.rows(ReadClock()).first?.adding(milliseconds: shiftMs) else {
                throw PostgresError.unexpectedShape("no time")
            }
            guard try known.standing.decide(verdict, by: caller, at: now) == .decide else { return known }
            let events = try step.rows(ListPeriodEvents())
            if verdict == .approve {
                try Self.check(events) { history throws(PeriodHistory.Refusal) in
                    try history.checkReopen(known.period)
                }
            }
            try step.change(SettleReopening(id: id, verdict: verdict, decider: caller, at: now, reason: reason))
            if verdict == .approve {
                try step.change(InsertPeriodReopening(event: Int64(events.count) + 1, reopening: known, at: now))
            }
            let action = verdict == .approve ? "reopen_period" : "reject_reopen_period"
            let words = verdict == .approve ? known.reason : reason
            let (before, after) = verdict == .approve ? ("closed", "open") : ("closed", "closed")
            try step.change(
                Self.record(action, known.period, id, words, caller, origin, (before, after), shiftMs))
            guard let decided = try step.rows(FindReopening(id: id, clockShiftMs: shiftMs)).first else {
                throw PostgresError.unexpectedShape("a reopening that was decided is not there")
            }
            return decided
        }
    }

    private static func record(
        _ action: String, _ period: BooksMonth, _ id: UUID, _ reason: String?, _ caller: CallerID, _ origin: String,
        _ states: (before: String, after: String)?, _ shiftMs: Int64
    ) -> InsertAuditRecord {
        var record = InsertAuditRecord(
            caller: caller, action: action, subject: .other("period", period.text), remark: reason, approval: id,
            origin: origin, clockShiftMs: shiftMs)
        if let states {
            record.tell(
                AuditedFigures([("state", .word(states.before))]),
                became: AuditedFigures([("state", .word(states.after))]))
        }
        return record
    }
}
