internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// What one person asks for is decided one after the other, until the end of the transaction.
struct LockProposer: Statement {
    typealias Row = Void
    static let sql = "SELECT pg_advisory_xact_lock($1, $2)"
    /// `pg_advisory_xact_lock`'s first number: any constant that nobody else takes.
    private static let space: Int32 = 0x1A_99
    let proposer: CallerID

    func bind(_ parameters: inout Parameters) {
        parameters.int4(Self.space)
        parameters.int4(proposer.number)
    }
}

/// What one person did alone within the window, refused ones left out.
struct ReadAlone: Statement {
    static let sql = """
        SELECT coalesce(sum(a.coins) FILTER (WHERE a.wallet = $2), 0)::bigint, coalesce(sum(a.coins), 0)::bigint
        FROM (SELECT \(shiftedClock("$4")) AS at) clock
        JOIN approvals a ON a.proposer = $1 AND NOT a.needs_second AND a.state <> 5
            AND a.proposed_at > clock.at - $3 * interval '1 millisecond'
        """
    let proposer: CallerID
    let wallet: WalletID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int4(proposer.number)
        parameters.uuid(wallet.uuid)
        parameters.int8(Limits.aloneWindowMs)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> SecondPersonRule.Alone {
        SecondPersonRule.Alone(inWallet: try row.int8(), inAll: try row.int8())
    }
}

/// Open if it needs a second person, else to be carried out.
struct InsertApproval: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO approvals (approval, action, bucket, wallet, environment, details, coins, reason, proposer, origin,
            key, fingerprint, proposed_at, expires_at, needs_second, state, attempts, next_attempt_at)
        SELECT $1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11, $12, clock.at,
            clock.at + $14 * interval '1 millisecond', $13, CASE WHEN $13 THEN 1 ELSE 2 END, 0,
            CASE WHEN $13 THEN NULL ELSE clock.at + $15 * interval '1 millisecond' END
        FROM (SELECT \(shiftedClock("$16")) AS at) clock
        """
    let proposal: Proposal
    let needsSecond: Bool
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(proposal.id)
        parameters.text(proposal.act.action.rawValue)
        parameters.wallet(proposal.wallet)
        parameters.int2(proposal.environment.code)
        parameters.text(proposal.act.details.json)
        parameters.int8(proposal.act.coins.coins)
        parameters.bytes(proposal.reason.digest)
        parameters.int4(proposal.proposer.number)
        parameters.text(proposal.origin)
        parameters.uuid(proposal.idempotency.key)
        parameters.uuid(proposal.idempotency.fingerprint)
        parameters.bool(needsSecond)
        parameters.int8(Limits.approvalLifeMs)
        parameters.int8(Limits.jobLeaseMs)
        parameters.int8(clockShiftMs)
    }
}

/// Until the end of the transaction nobody else decides about it.
struct LockApproval: Statement {
    static let sql = "SELECT state FROM approvals WHERE approval = $1 FOR NO KEY UPDATE"
    let id: UUID

    func bind(_ parameters: inout Parameters) { parameters.uuid(id) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ApprovalStanding.State { try row.code() }
}

struct DecideApproval: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE approvals SET state = CASE WHEN $2 THEN 2 ELSE 4 END, decider = $3, decided_at = $4,
            decision_reason = $5, next_attempt_at = CASE WHEN $2 THEN $4::timestamptz END,
            settled_at = CASE WHEN $2 THEN NULL ELSE $4::timestamptz END
        WHERE approval = $1 AND state = 1
        """
    let id: UUID
    let verdict: ApprovalStanding.Verdict
    let decider: CallerID
    let at: Instant
    let reason: [UInt8]?

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.bool(verdict == .approve)
        parameters.int4(decider.number)
        parameters.instant(at)
        parameters.bytes(reason)
    }
}

enum ApprovalQueue: JobQueue {
    static let table = "approvals"
    static let key = ["approval"]
    static let turn = "next_attempt_at"
    static let isWaiting = "state = 2"
    static let order = "next_attempt_at"
    static let columns = "approval, attempts"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (id: UUID, attempt: Int32) {
        (try row.uuid(), try row.int4())
    }
}

/// One of them, due or not.
struct TakeUpApproval: Statement {
    static let sql = """
        UPDATE approvals SET attempts = attempts + 1,
            next_attempt_at = \(shiftedClock("$3")) + $2 * interval '1 millisecond'
        WHERE approval = $1 AND state = 2 RETURNING attempts
        """
    let id: UUID
    let leaseMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.int8(leaseMs)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.int4() }
}

struct RetryApproval: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE approvals SET next_attempt_at = \(shiftedClock("$2")) WHERE approval = $1 AND state = 2
        """
    let id: UUID
    let inMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.int8(clockShiftMs + inMs)
    }
}

/// A refusal counts only as the end of the last try: another one may succeed meanwhile.
struct SettleApproval: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE approvals SET state = CASE WHEN $5::text IS NULL THEN 3 ELSE 5 END, next_attempt_at = NULL,
            settled_at = \(shiftedClock("$6")), done_wallet = $3, operation = $4, refusal = $5
        WHERE approval = $1 AND state = 2 AND ($2::integer IS NULL OR attempts = $2)
        """
    let id: UUID
    let attempt: Int32?
    let operation: OperationID?
    let refusal: String?
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.int4(attempt)
        parameters.uuid(operation?.wallet.uuid)
        parameters.int8(operation?.sequence)
        parameters.text(refusal)
        parameters.int8(clockShiftMs)
    }
}
