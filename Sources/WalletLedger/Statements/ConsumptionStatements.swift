internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

struct RecordConsent: Statement {
    static let sql = """
        INSERT INTO consents (user_id, consumption, recorded_at, caller)
        VALUES ($1, $2, \(shiftedClock("$4")), $3)
        ON CONFLICT (user_id) DO UPDATE SET
            consumption = excluded.consumption, caller = excluded.caller,
            recorded_at = CASE WHEN consents.consumption = excluded.consumption
                THEN consents.recorded_at ELSE excluded.recorded_at END
        RETURNING user_id, consumption, recorded_at
        """
    let user: UserID
    let consumption: Bool
    let caller: CallerID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(user.text)
        parameters.bool(consumption)
        parameters.int4(caller.number)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Consent {
        try Consent(user: row.userID(), consumption: row.bool(), recordedAt: row.instant())
    }
}

struct InsertConsumptionQuestion: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO consumption_requests
            (notification, environment, transaction_id, bundle, asked_at, deadline_at, state, attempts,
            next_attempt_at)
        VALUES ($1, $2, $3, $4, $5, $6, 1, 0, \(shiftedClock("$7")))
        ON CONFLICT (notification) DO NOTHING
        """
    let question: ConsumptionQuestion
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(question.id)
        parameters.int2(question.environment.code)
        parameters.text(question.transactionID.text)
        parameters.text(question.bundle)
        parameters.instant(question.askedAt)
        parameters.instant(question.deadline)
        parameters.int8(clockShiftMs)
    }
}

/// As `TakeUpNotifications`; the nearest deadline first, since a late answer is worth nothing.
struct TakeUpConsumptionQuestions: Statement {
    static let sql = """
        UPDATE consumption_requests
        SET attempts = attempts + 1, next_attempt_at = \(shiftedClock("$2")) + $3 * interval '1 millisecond'
        WHERE notification IN (
            SELECT c.notification FROM consumption_requests c
            WHERE c.state = 1 AND c.next_attempt_at <= (SELECT \(shiftedClock("$2")))
            ORDER BY c.deadline_at LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING notification, environment, transaction_id, bundle, asked_at, deadline_at, attempts
        """
    let limit: Int64
    let leaseMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(limit)
        parameters.int8(clockShiftMs)
        parameters.int8(leaseMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ConsumptionQuestion {
        try ConsumptionQuestion(
            id: row.uuid(), environment: row.environment(), transactionID: row.transactionID(), bundle: row.text(),
            askedAt: row.instant(), deadline: row.instant(), attempts: row.int4())
    }
}

/// Coins of the purchase's own lots only: what other coins paid for says nothing about this purchase.
struct ReadConsumptionFacts: Statement {
    static let sql = """
        SELECT c.consumption, coalesce(sum(l.issued::bigint), 0)::bigint, coalesce(sum(l.consumed::bigint), 0)::bigint
        FROM store_transactions t
        JOIN user_wallets u ON u.wallet = t.wallet
        LEFT JOIN consents c ON c.user_id = u.user_id
        LEFT JOIN lots l ON l.bucket = t.bucket AND l.wallet = t.wallet AND l.transaction_id = t.transaction_id
        WHERE t.environment = $1 AND t.transaction_id = $2
        GROUP BY c.consumption
        """
    let environment: StoreEnvironment
    let transactionID: TransactionID

    func bind(_ parameters: inout Parameters) {
        parameters.int2(environment.code)
        parameters.text(transactionID.text)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ConsumptionFacts {
        try ConsumptionFacts(consent: row.optionalBool(), issued: row.int8(), consumed: row.int8())
    }
}

struct SettleConsumptionQuestion: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE consumption_requests
        SET state = $2, settled_at = \(shiftedClock("$5")), next_attempt_at = NULL, consumed_milli = $3,
            preference = $4
        WHERE notification = $1 AND state = 1
        """
    let id: UUID
    let end: ConsumptionEnd
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        var said: (consumedMilli: Int, preference: String?)?
        if case .answered(let consumedMilli, let preference) = end { said = (consumedMilli, preference) }
        parameters.uuid(id)
        parameters.int2(end.code)
        parameters.int4(said.map { Int32($0.consumedMilli) })
        parameters.text(said?.preference)
        parameters.int8(clockShiftMs)
    }
}

struct RescheduleConsumptionQuestion: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE consumption_requests SET next_attempt_at = \(shiftedClock("$2")) WHERE notification = $1 AND state = 1
        """
    let id: UUID
    let retryInMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.int8(clockShiftMs + retryInMs)
    }
}
