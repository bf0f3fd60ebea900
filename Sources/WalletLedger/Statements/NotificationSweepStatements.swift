internal import Postgres
internal import WalletDomain

enum NotificationSweepQueue: JobQueue {
    static let table = "notification_sweeps"
    static let key = ["bundle", "environment"]
    static let turn = "next_run_at"
    static let isWaiting = "true"
    static let order = "next_run_at"
    static let columns = "bundle, environment, seen_until, sweep_until, page, attempts"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> NotificationSweep {
        try NotificationSweep(
            bundle: row.text(), environment: row.environment(), seenUntil: row.instant(),
            sweepUntil: row.optionalInstant(), page: row.optionalText(), attempts: row.int4())
    }
}

struct InsertNotificationSweep: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO notification_sweeps (bundle, environment, seen_until, attempts, next_run_at)
        SELECT $1, $2, clock.at, 0, clock.at FROM (SELECT \(shiftedClock("$3")) AS at) clock
        ON CONFLICT (bundle, environment) DO NOTHING
        """
    let bundle: String
    let environment: StoreEnvironment
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(bundle)
        parameters.int2(environment.code)
        parameters.int8(clockShiftMs)
    }
}

/// Without a page the sweep is over.
struct AdvanceNotificationSweep: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE notification_sweeps
        SET page = $3, sweep_until = CASE WHEN $3 IS NULL THEN NULL ELSE $4::timestamptz END,
            seen_until = CASE WHEN $3 IS NULL THEN greatest(seen_until, $4::timestamptz) ELSE seen_until END,
            attempts = 0, next_run_at = \(shiftedClock("$5"))
        WHERE bundle = $1 AND environment = $2
        """
    let sweep: NotificationSweep
    let end: Instant
    let page: String?
    let nextRunInMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(sweep.bundle)
        parameters.int2(sweep.environment.code)
        parameters.text(page)
        parameters.instant(end)
        parameters.int8(clockShiftMs + nextRunInMs)
    }
}

struct PostponeNotificationSweep: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE notification_sweeps
        SET next_run_at = \(shiftedClock("$4")), page = CASE WHEN $3 THEN NULL ELSE page END,
            sweep_until = CASE WHEN $3 THEN NULL ELSE sweep_until END
        WHERE bundle = $1 AND environment = $2
        """
    let sweep: NotificationSweep
    let nextRunInMs: Int64
    let restarts: Bool
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(sweep.bundle)
        parameters.int2(sweep.environment.code)
        parameters.bool(restarts)
        parameters.int8(clockShiftMs + nextRunInMs)
    }
}
