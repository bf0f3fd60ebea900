internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

struct ListPeriodEvents: Statement {
    static let sql = """
        SELECT e.event, e.period, e.kind, e.at, e.caller, coalesce(c.name, ''), e.reason, e.approval, e.lanes, e.beats,
            e.settings, e.unpriced, e.figures_hash
        FROM books_period_events e LEFT JOIN callers c ON c.caller = e.caller ORDER BY e.event
        """

    static func decode(_ row: inout RowReader) throws(PostgresError) -> PeriodEvent {
        let number = try row.int8()
        guard let period = BooksMonth(try row.text()) else { throw .unexpectedShape("a period that is no month") }
        let (kind, at) = (try row.code(PeriodEvent.Kind.self), try row.instant())
        let (caller, name) = (CallerID(try row.int4()), try row.text())
        let (reason, approval) = (try row.optionalText(), try row.optionalUUID())
        return PeriodEvent(
            number: number, period: period, kind: kind, at: at, caller: caller, callerName: name, reason: reason,
            approval: approval, freeze: try freeze(kind, &row))
    }

    private static func freeze(
        _ kind: PeriodEvent.Kind, _ row: inout RowReader
    ) throws(PostgresError) -> PeriodEvent.Freeze? {
        guard kind == .closed else {
            for _ in 0..<5 { row.skip() }
            return nil
        }
        let (lanes, beats) = (try row.int2Array(), try row.int8Array())
        let (settings, unpriced) = (try row.int8(), try row.int8())
        return PeriodEvent.Freeze(
            beats: Dictionary(zip(lanes, beats)) { first, _ in first }, settings: settings, unpriced: unpriced,
            digest: try row.bytes())
    }
}

struct ReadPeriodFigures: Statement {
    static let sql = "SELECT figures FROM books_period_events WHERE event = $1 AND kind = 1"
    let event: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(event) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> [UInt8] { try row.bytes() }
}

struct InsertPeriodClose: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO books_period_events (event, period, kind, at, caller, origin, reason, last_day, zone, lanes, beats,
            settings, unpriced, figures, figures_hash)
        VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, sha256($13))
        """
    let event: Int64
    let closing: BooksPeriodStore.Closing
    let at: Instant
    let reason: String?
    let caller: CallerID
    let origin: String

    func bind(_ parameters: inout Parameters) {
        parameters.int8(event)
        parameters.text(closing.period.text)
        parameters.instant(at)
        parameters.int4(caller.number)
        parameters.text(origin)
        parameters.text(reason)
        parameters.int4(Int32(clamping: closing.period.lastDay))
        parameters.text(closing.zone)
        parameters.int2Array(closing.cut.lanes)
        parameters.int8Array(closing.cut.lanes.map { closing.cut[$0] })
        parameters.int8(closing.settings)
        parameters.int8(closing.unpriced)
        parameters.bytes(closing.figures)
    }
}

struct InsertPeriodReopening: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO books_period_events (event, period, kind, at, caller, origin, reason, approval)
        VALUES ($1, $2, 2, $3, $4, $5, $6, $7)
        """
    let event: Int64
    let reopening: PeriodReopening
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.int8(event)
        parameters.text(reopening.period.text)
        parameters.instant(at)
        parameters.int4(reopening.proposer.number)
        parameters.text(reopening.origin)
        parameters.text(reopening.reason)
        parameters.uuid(reopening.id)
    }
}

/// How a row of `approvals` becomes a `PeriodReopening`.
enum ReopeningRow {
    static func select(at clock: String) -> String {
        """
        SELECT a.approval, a.details::text, a.proposer, p.name, a.origin, a.proposed_at, a.expires_at, a.state,
            a.decider, d.name, a.decided_at, a.state = 1 AND a.expires_at < clock.at
        FROM (SELECT \(clock) AS at) clock CROSS JOIN approvals a
        JOIN callers p ON p.caller = a.proposer
        LEFT JOIN callers d ON d.caller = a.decider
        """
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> PeriodReopening {
        let (id, text) = (try row.uuid(), try row.text())
        // What is no object of ours names no period.
        guard let details = try? JSONObject(parsing: Array(text.utf8)), let name = try? details.text("period"),
            let period = BooksMonth(name), let reason = try? details.text("reason")
        else { throw .unexpectedShape("an approval that names no period") }
        let (proposer, proposerName, origin) = (CallerID(try row.int4()), try row.text(), try row.text())
        let (proposedAt, expiresAt) = (try row.instant(), try row.instant())
        let state = try row.code(ApprovalStanding.State.self)
        let (decider, deciderName) = (try row.optionalInt4(), try row.optionalText())
        return PeriodReopening(
            id: id, period: period, reason: reason, proposer: proposer, proposerName: proposerName, origin: origin,
            proposedAt: proposedAt, expiresAt: expiresAt, state: state, decider: decider.map { CallerID($0) },
            deciderName: deciderName, decidedAt: try row.optionalInstant(), isExpired: try row.bool())
    }
}

struct FindReopening: Statement {
    static let sql = """
        \(ReopeningRow.select(at: shiftedClock("$2"))) WHERE a.action = 'reopen_period' AND a.approval = $1
        """
    let id: UUID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> PeriodReopening {
        try ReopeningRow.decode(&row)
    }
}

/// The newest first.
struct ListReopenings: Statement {
    static let sql = """
        \(ReopeningRow.select(at: shiftedClock("$2"))) WHERE a.action = 'reopen_period' AND a.needs_second
        ORDER BY a.proposed_at DESC, a.approval DESC LIMIT $1
        """
    let limit: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(limit)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> PeriodReopening {
        try ReopeningRow.decode(&row)
    }
}

/// Always open: it needs a second person.
struct InsertReopening: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO approvals (approval, action, details, coins, reason, proposer, origin, key, fingerprint,
            proposed_at, expires_at, needs_second, state, attempts)
        VALUES ($1, 'reopen_period', $2::text::jsonb, 0, sha256(convert_to($3, 'UTF8')), $4, $5, $1, $1, $6,
            $6::timestamptz + $7 * interval '1 millisecond', true, 1, 0)
        """
    let id: UUID
    let period: BooksMonth
    let reason: String
    let proposer: CallerID
    let origin: String
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.text(AuditedFigures([("period", .word(period.text)), ("reason", .word(reason))]).json)
        parameters.text(reason)
        parameters.int4(proposer.number)
        parameters.text(origin)
        parameters.instant(at)
        parameters.int8(Limits.approvalLifeMs)
    }
}

/// Decided and carried out in one step: nothing waits in between.
struct SettleReopening: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE approvals SET state = CASE WHEN $2 THEN 3 ELSE 4 END, decider = $3, decided_at = $4, settled_at = $4,
            decision_reason = sha256(convert_to($5, 'UTF8'))
        WHERE approval = $1 AND state = 1
        """
    let id: UUID
    let verdict: ApprovalStanding.Verdict
    let decider: CallerID
    let at: Instant
    /// Of a rejection.
    let reason: String?

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.bool(verdict == .approve)
        parameters.int4(decider.number)
        parameters.instant(at)
        parameters.text(reason)
    }
}
