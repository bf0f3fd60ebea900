import Postgres
import WalletDomain

/// The spends of items that a wallet owns and that some of its lots paid for, the latest first.
///
/// Spend by spend, each by the journal's key: the offset keeps the planner from going through all of the wallet's
/// entries.
struct ListRevocableSpends: Statement {
    static let sql = """
        SELECT o.operation FROM ownerships o
        CROSS JOIN LATERAL (
            SELECT f.operation_entries FROM entries f
            WHERE f.bucket = $1 AND f.wallet = $2 AND f.sequence = o.operation OFFSET 0) f
        CROSS JOIN LATERAL (
            SELECT bool_or(e.lots && $3::integer[]) AS paid FROM entries e
            WHERE e.bucket = $1 AND e.wallet = $2 AND e.sequence >= o.operation
                AND e.sequence < o.operation + f.operation_entries AND e.kind = 3) e
        WHERE o.bucket = $1 AND o.wallet = $2 AND o.ended_by IS NULL AND e.paid
        ORDER BY o.operation DESC LIMIT \(Limits.revocableSpendsMax)
        """
    let wallet: WalletID
    let lots: [Int32]

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.int4Array(lots)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}
