internal import Postgres
internal import WalletDomain

enum HistorySweepQueue: JobQueue {
    static let table = "history_sweeps"
    static let key = ["bucket", "wallet"]
    static let turn = "next_run_at"
    static let isWaiting = "next_run_at IS NOT NULL"
    static let order = "next_run_at"
    static let columns = "wallet, bundle, environment, transaction_id, revision, attempts"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> HistorySweep {
        try HistorySweep(
            wallet: row.walletID(), bundle: row.text(), environment: row.environment(),
            transactionID: row.transactionID(), revision: row.optionalText(), attempts: row.int4())
    }
}

/// Customers with an order that no purchase completed, of whom a transaction is known. A customer who is looked for
/// already goes on as he is, unless a newer order is open.
struct EnlistOpenOrders: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO history_sweeps
            (bucket, wallet, bundle, environment, transaction_id, attempts, next_run_at, until_at)
        SELECT DISTINCT ON (w.bucket, w.wallet) w.bucket, w.wallet, k.bundle, w.environment, k.transaction_id, 0,
            clock.at, o.created_at + \(Limits.openOrderMsMax) * interval '1 millisecond'
        FROM (SELECT \(shiftedClock("$1")) AS at) clock
        JOIN orders o ON o.created_at > clock.at - \(Limits.openOrderMsMax) * interval '1 millisecond'
            AND o.created_at < clock.at - \(Limits.openOrderMs) * interval '1 millisecond'
        JOIN user_wallets w ON w.user_id = o.user_id
        JOIN LATERAL (
            SELECT t.transaction_id, p.bundle FROM store_transactions t JOIN packs p ON p.pack = t.pack
            WHERE t.bucket = w.bucket AND t.wallet = w.wallet AND t.environment = w.environment
            ORDER BY t.credited_by DESC LIMIT 1) k ON true
        WHERE NOT EXISTS (
            SELECT FROM store_transactions t
            WHERE t.app_account_token = o.token AND t.pack = o.pack AND t.credited_at >= o.created_at)
        AND NOT EXISTS (
            SELECT FROM history_sweeps h WHERE h.bucket = w.bucket AND h.wallet = w.wallet
                AND h.until_at >= o.created_at + \(Limits.openOrderMsMax) * interval '1 millisecond')
        ORDER BY w.bucket, w.wallet, o.created_at DESC LIMIT \(Limits.openOrdersMax)
        ON CONFLICT (bucket, wallet) DO UPDATE SET
            until_at = excluded.until_at, next_run_at = excluded.next_run_at, attempts = 0
        WHERE history_sweeps.until_at < excluded.until_at
        """
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(clockShiftMs) }
}

struct AdvanceHistorySweep: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE history_sweeps h
        SET revision = $3, next_run_at = CASE WHEN next.at < h.until_at THEN next.at END
        FROM (SELECT \(shiftedClock("$4")) AS at) next
        WHERE h.bucket = $1 AND h.wallet = $2
        """
    let sweep: HistorySweep
    let revision: String?
    let nextRunInMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(sweep.wallet)
        parameters.text(revision)
        parameters.int8(clockShiftMs + nextRunInMs)
    }
}
