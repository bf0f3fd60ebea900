internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

enum NotificationQueue: SettlingQueue {
    static let table = "notifications"
    static let key = ["notification"]
    static let turn = "next_attempt_at"
    static let isWaiting = "state = 1"
    static let order = "next_attempt_at"
    static let columns = "notification, version, environment, type, signed_at, received_at, attempts, payload"
    static let settled = "state = 2, outcome = $2, done_at = \(shiftedClock("$3"))"

    static func bind(_ key: UUID, to parameters: inout Parameters) { parameters.uuid(key) }

    static func bind(_ outcome: String, clockShiftMs: Int64, to parameters: inout Parameters) {
        parameters.text(outcome)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WaitingNotification {
        try WaitingNotification(
            id: row.uuid(), version: row.int2(), environment: row.environment(), type: row.text(),
            signedAt: row.instant(), receivedAt: row.instant(), attempts: row.int4(), payload: row.bytes())
    }
}

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

struct FindNotificationOutcome: Statement {
    static let sql = "SELECT outcome FROM notifications WHERE notification = $1"
    let id: UUID

    func bind(_ parameters: inout Parameters) { parameters.uuid(id) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> String? { try row.optionalText() }
}
