internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// How a row of `approvals` about a wallet becomes an `Approval`, names and texts beside it.
enum ApprovalRow {
    /// - Parameter clock: SQL for the time.
    static func select(at clock: String) -> String {
        """
        SELECT a.approval, a.action, a.details::text, a.wallet, a.environment, o.user_id, a.reason, n.text, a.proposer,
            p.name, a.origin, a.fingerprint, a.proposed_at, a.expires_at, a.needs_second, a.state, a.decider, d.name,
            a.decided_at, r.text, a.settled_at, a.done_wallet, a.operation, a.refusal,
            a.state = 1 AND a.expires_at < clock.at
        FROM (SELECT \(clock) AS at) clock CROSS JOIN approvals a
        JOIN callers p ON p.caller = a.proposer
        LEFT JOIN callers d ON d.caller = a.decider
        LEFT JOIN notes n ON n.bucket = a.bucket AND n.wallet = a.wallet AND n.digest = a.reason
        LEFT JOIN notes r ON r.bucket = a.bucket AND r.wallet = a.wallet AND r.digest = a.decision_reason
        LEFT JOIN LATERAL (\(owner(of: "a.wallet"))) o ON true
        """
    }

    /// Whose a wallet is, as `FindUser` says.
    static func owner(of wallet: String) -> String {
        """
        SELECT coalesce(u.merged_into, w.user_id) AS user_id FROM user_wallets w
        LEFT JOIN users u ON u.user_id = w.user_id WHERE w.wallet = \(wallet) AND u.erasure_at IS NULL LIMIT 1
        """
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Approval {
        let id = try row.uuid()
        let (action, details) = (try row.text(), try row.text())
        guard let act = ApprovedAct(action: action, details: details) else {
            throw .unexpectedShape("an approval of an act that is unknown")
        }
        let (wallet, environment, user) = (try row.walletID(), try row.environment(), try row.optionalUserID())
        let digest = try row.bytes()
        let reason = Note(text: try row.optionalText() ?? "", digest: digest)
        let (proposer, proposerName) = (CallerID(try row.int4()), try row.text())
        let (origin, fingerprint) = (try row.text(), try row.uuid())
        let (proposedAt, expiresAt) = (try row.instant(), try row.instant())
        let (needsSecond, state) = (try row.bool(), try row.code(ApprovalStanding.State.self))
        let decision = try decision(&row)
        let (settledAt, operation) = (try row.optionalInstant(), try operation(&row))
        return Approval(
            id: id, act: act, wallet: wallet, environment: environment, user: user, reason: reason,
            proposer: proposer, proposerName: proposerName, origin: origin, fingerprint: fingerprint,
            proposedAt: proposedAt, expiresAt: expiresAt, needsSecond: needsSecond, state: state, decision: decision,
            settledAt: settledAt, operation: operation, refusal: try row.optionalText(), isExpired: try row.bool())
    }

    private static func decision(_ row: inout RowReader) throws(PostgresError) -> Approval.Decision? {
        let (decider, name) = (try row.optionalInt4(), try row.optionalText())
        let (at, reason) = (try row.optionalInstant(), try row.optionalText())
        guard let decider, let name, let at else { return nil }
        return Approval.Decision(decider: CallerID(decider), deciderName: name, at: at, reason: reason)
    }

    private static func operation(_ row: inout RowReader) throws(PostgresError) -> OperationID? {
        let (wallet, sequence) = (try row.optionalUUID(), try row.optionalInt8())
        guard let wallet, let sequence else { return nil }
        return OperationID(wallet: WalletID(wallet), sequence: sequence)
    }
}

/// By its id, or by the key under which it was asked for.
struct FindApproval: Statement {
    static let sql = """
        \(ApprovalRow.select(at: shiftedClock("$6")))
        WHERE a.wallet IS NOT NULL AND (a.approval = $1
            OR ($1 IS NULL AND a.bucket = $2 AND a.wallet = $3 AND a.proposer = $4 AND a.key = $5))
        """
    private var id: UUID?
    private var asked: Proposal?
    private let clockShiftMs: Int64

    init(id: UUID, clockShiftMs: Int64) {
        self.id = id
        self.clockShiftMs = clockShiftMs
    }

    init(_ asked: Proposal, clockShiftMs: Int64) {
        self.asked = asked
        self.clockShiftMs = clockShiftMs
    }

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.int2(asked?.wallet.bucket)
        parameters.uuid(asked?.wallet.uuid)
        parameters.int4(asked?.proposer.number)
        parameters.uuid(asked?.idempotency.key)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Approval { try ApprovalRow.decode(&row) }
}

struct ListApprovals: Statement {
    static let sql = """
        \(ApprovalRow.select(at: shiftedClock("$6")))
        WHERE a.needs_second AND a.wallet IS NOT NULL AND ($1::smallint IS NULL OR a.state = $1)
            AND ($2::boolean IS NULL OR (a.expires_at < clock.at) = $2)
            AND ($3::timestamptz IS NULL OR (a.proposed_at, a.approval) < ($3, $4))
        ORDER BY a.proposed_at DESC, a.approval DESC LIMIT $5
        """
    let filter: ApprovalFilter?
    let before: (at: Instant, id: UUID)?
    let limit: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int2(state?.rawValue)
        parameters.bool(isExpired)
        parameters.instant(before?.at)
        parameters.uuid(before?.id)
        parameters.int8(limit)
        parameters.int8(clockShiftMs)
    }

    private var state: ApprovalStanding.State? {
        switch filter {
        case nil: nil
        case .open, .expired: .open
        case .approved: .approved
        case .done: .done
        case .rejected: .rejected
        case .refused: .refused
        }
    }

    private var isExpired: Bool? {
        switch filter {
        case .open: false
        case .expired: true
        case nil, .approved, .done, .rejected, .refused: nil
        }
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Approval { try ApprovalRow.decode(&row) }
}

struct CountOpenApprovals: Statement {
    /// Whatever is open was asked for within its life: older ones are not even looked at.
    static let sql = """
        SELECT count(*) FROM (
            SELECT 1 FROM (SELECT \(shiftedClock("$3")) AS at) clock CROSS JOIN approvals a
            WHERE a.needs_second AND a.state = 1 AND a.expires_at >= clock.at
                AND a.proposed_at >= clock.at - $1 * interval '1 millisecond'
            LIMIT $2
        ) waiting
        """
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(Limits.approvalLifeMs)
        parameters.int8(Int64(Limits.countedMax))
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}
