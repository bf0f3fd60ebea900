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

enum ConsumptionQueue: SettlingQueue {
    static let table = "consumption_requests"
    static let key = ["notification"]
    static let turn = "next_attempt_at"
    static let isWaiting = "state = 1"
    /// A late answer is worth nothing.
    static let order = "deadline_at"
    static let columns = "notification, environment, transaction_id, bundle, asked_at, deadline_at, attempts"
    static let settled = """
        state = $2, settled_at = \(shiftedClock("$3")), consumed_milli = $4, preference = $5
        """

    static func bind(_ key: UUID, to parameters: inout Parameters) { parameters.uuid(key) }

    static func bind(_ end: ConsumptionEnd, clockShiftMs: Int64, to parameters: inout Parameters) {
        var said: (consumedMilli: Int, preference: String?)?
        if case .answered(let consumedMilli, let preference) = end { said = (consumedMilli, preference) }
        parameters.int2(end.code)
        parameters.int8(clockShiftMs)
        parameters.int4(said.map { Int32($0.consumedMilli) })
        parameters.text(said?.preference)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ConsumptionQuestion {
        try ConsumptionQuestion(
            id: row.uuid(), environment: row.environment(), transactionID: row.transactionID(), bundle: row.text(),
            askedAt: row.instant(), deadline: row.instant(), attempts: row.int4())
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

/// Coins of the purchase's own lots only: what other coins paid for says nothing about this purchase.
struct ReadConsumptionFacts: Statement {
    static let sql = """
        SELECT c.consumption, coalesce(sum(l.issued::bigint), 0)::bigint, coalesce(sum(l.consumed::bigint), 0)::bigint
        FROM store_transactions t
        JOIN user_wallets u ON u.wallet = t.wallet
        LEFT JOIN users p ON p.user_id = u.user_id
        LEFT JOIN consents c ON c.user_id = u.user_id AND p.erasure_at IS NULL
        LEFT JOIN lots l ON l.bucket = t.bucket AND l.wallet = t.wallet AND l.transaction_id = t.transaction_id
        WHERE p.merged_into IS NULL AND t.environment = $1 AND t.transaction_id = $2
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
