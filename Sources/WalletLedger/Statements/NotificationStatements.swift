internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// Twice is once: Apple repeats, and its history tells again.
struct InsertNotification: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO notifications
            (notification, version, environment, type, subtype, transaction_id, signed_at, received_at, road, state,
            attempts, next_attempt_at, payload)
        SELECT $1, $2, $3, $4, $5, $6, $7, clock.at, $8, 1, 0, clock.at, $9
        FROM (SELECT \(shiftedClock("$10")) AS at) clock
        ON CONFLICT (notification) DO NOTHING
        """
    let notification: KeptNotification
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(notification.id)
        parameters.int2(notification.version)
        parameters.int2(notification.environment.code)
        parameters.text(notification.type)
        parameters.text(notification.subtype)
        parameters.text(notification.transactionID?.text)
        parameters.instant(notification.signedAt)
        parameters.int2(notification.road.rawValue)
        parameters.bytes(notification.payload)
        parameters.int8(clockShiftMs)
    }
}

/// One statement, so the locks are gone before anybody works. The clock is read once, so that the index serves.
struct TakeUpNotifications: Statement {
    static let sql = """
        UPDATE notifications
        SET attempts = attempts + 1, next_attempt_at = \(shiftedClock("$2")) + $3 * interval '1 millisecond'
        WHERE notification IN (
            SELECT n.notification FROM notifications n
            WHERE n.state = 1 AND n.next_attempt_at <= (SELECT \(shiftedClock("$2")))
            ORDER BY n.next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING notification, version, environment, type, signed_at, received_at, attempts, payload
        """
    let limit: Int64
    let leaseMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(limit)
        parameters.int8(clockShiftMs)
        parameters.int8(leaseMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WaitingNotification {
        try WaitingNotification(
            id: row.uuid(), version: row.int2(), environment: row.environment(), type: row.text(),
            signedAt: row.instant(), receivedAt: row.instant(), attempts: row.int4(), payload: row.bytes())
    }
}

struct SettleNotification: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE notifications SET state = 2, outcome = $2, done_at = \(shiftedClock("$3")), next_attempt_at = NULL
        WHERE notification = $1 AND state = 1
        """
    let id: UUID
    let outcome: String
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.text(outcome)
        parameters.int8(clockShiftMs)
    }
}

struct RescheduleNotification: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE notifications SET next_attempt_at = \(shiftedClock("$2")) WHERE notification = $1 AND state = 1
        """
    let id: UUID
    let retryInMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(id)
        parameters.int8(clockShiftMs + retryInMs)
    }
}

struct FindNotificationOutcome: Statement {
    static let sql = "SELECT outcome FROM notifications WHERE notification = $1"
    let id: UUID

    func bind(_ parameters: inout Parameters) { parameters.uuid(id) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> String? { try row.optionalText() }
}
