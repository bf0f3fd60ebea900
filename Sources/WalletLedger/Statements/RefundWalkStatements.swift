internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

struct InsertRefundWalk: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO refund_walks (environment, after, next_run_at) VALUES ($1, '', \(shiftedClock("$2")))
        ON CONFLICT (environment) DO NOTHING
        """
    let environment: StoreEnvironment
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int2(environment.code)
        parameters.int8(clockShiftMs)
    }
}

/// Where the walk stands, if it is its time; the next one who asks is told to wait a lease.
struct LockRefundWalk: Statement {
    static let sql = """
        UPDATE refund_walks SET next_run_at = \(shiftedClock("$2")) + \(Limits.jobLeaseMs) * interval '1 millisecond'
        WHERE environment = $1 AND next_run_at <= \(shiftedClock("$2")) RETURNING after
        """
    let environment: StoreEnvironment
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int2(environment.code)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}

/// The next wallets with purchases that Apple may still refund, each with all of them, the newest first. The bucket is
/// the beginning of the wallet's id, so the order is that of the ids.
struct ListRefundableWallets: Statement {
    static let sql = """
        SELECT w.wallet, t.bundles, t.transaction_ids, t.refunds
        FROM (
            SELECT DISTINCT bucket, wallet FROM store_transactions
            WHERE environment = $1 AND (bucket, wallet) > ($2, $3) AND credited_by IS NOT NULL
                AND purchased_at > (SELECT \(shiftedClock("$4")))
            ORDER BY bucket, wallet LIMIT $5) w
        CROSS JOIN LATERAL (
            SELECT array_agg(n.bundle) AS bundles, array_agg(n.transaction_id) AS transaction_ids,
                array_agg(n.is_refunded) AS refunds
            FROM (
                SELECT p.bundle, s.transaction_id, s.revoked_at IS NOT NULL AS is_refunded
                FROM store_transactions s JOIN packs p ON p.pack = s.pack
                WHERE s.environment = $1 AND s.bucket = w.bucket AND s.wallet = w.wallet
                    AND s.credited_by IS NOT NULL AND s.purchased_at > (SELECT \(shiftedClock("$4")))
                ORDER BY s.purchased_at DESC LIMIT \(Limits.refundWalkPurchasesMax)) n) t
        ORDER BY w.bucket, w.wallet
        """
    let environment: StoreEnvironment
    /// Nil at the start of a round.
    let after: WalletID?
    let limit: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        let beforeAll = (bucket: Int16(-1), wallet: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        parameters.int2(environment.code)
        parameters.int2(after?.bucket ?? beforeAll.bucket)
        parameters.uuid(after?.uuid ?? beforeAll.wallet)
        parameters.int8(clockShiftMs - Limits.productionHistoryMs)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> RefundableWallet {
        let wallet = try row.walletID()
        let (bundles, ids, refunds) = (try row.textArray(), try row.textArray(), try row.boolArray())
        var purchases: [RefundableWallet.Purchase] = []
        for (place, id) in ids.enumerated() {
            purchases.append(
                RefundableWallet.Purchase(
                    bundle: bundles[place], id: try transactionID(id), isRefunded: refunds[place]))
        }
        return RefundableWallet(id: wallet, purchases: purchases)
    }
}

/// Nothing happens if somebody else noted something since: then he is further, or began anew.
struct AdvanceRefundWalk: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE refund_walks SET after = $3, next_run_at = \(shiftedClock("$4")) WHERE environment = $1 AND after = $2
        """
    let environment: StoreEnvironment
    let before: String
    let after: String
    let nextRunInMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int2(environment.code)
        parameters.text(before)
        parameters.text(after)
        parameters.int8(clockShiftMs + nextRunInMs)
    }
}
