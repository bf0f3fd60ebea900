internal import Postgres
internal import WalletDomain

struct FindHold: Statement {
    static let sql = """
        SELECT \(HoldRow.columns("h")), \(shiftedClock("$4")), t.text FROM holds h
        LEFT JOIN notes t ON t.bucket = h.bucket AND t.wallet = h.wallet AND t.digest = h.note
        WHERE h.bucket = $1 AND h.wallet = $2 AND h.hold = $3
        """
    let id: OperationID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(id.wallet)
        parameters.int8(id.sequence)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> HoldRecord { try HoldRecord(&row) }
}

struct ListHoldsOfWallet: Statement {
    static let sql = """
        SELECT \(HoldRow.columns("h")), clock.at, t.text
        FROM (SELECT \(shiftedClock("$6")) AS at) clock CROSS JOIN holds h
        LEFT JOIN notes t ON t.bucket = h.bucket AND t.wallet = h.wallet AND t.digest = h.note
        WHERE h.bucket = $1 AND h.wallet = $2 AND h.hold > $3
            AND (NOT $4 OR (h.state = 1 AND h.expires_at > clock.at))
        ORDER BY h.hold LIMIT $5
        """
    let wallet: WalletID
    let after: Int64
    let openOnly: Bool
    let limit: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.int8(after)
        parameters.bool(openOnly)
        parameters.int8(limit)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> HoldRecord { try HoldRecord(&row) }
}

/// Wallets in which time alone has something to do: a hold is over, or promo coins that nobody holds.
struct FindDueWallets: Statement {
    static let sql = """
        WITH clock AS MATERIALIZED (SELECT \(shiftedClock("$1")) AS at)
        (SELECT h.wallet FROM clock CROSS JOIN holds h
            WHERE h.state = 1 AND h.expires_at <= clock.at ORDER BY h.expires_at LIMIT $2)
        UNION
        (SELECT l.wallet FROM clock CROSS JOIN lots l
            WHERE l.open AND l.expires_at <= clock.at AND l.held < l.issued - l.consumed - l.removed
            ORDER BY l.expires_at LIMIT $2)
        LIMIT $2
        """
    let clockShiftMs: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(clockShiftMs)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletID { try row.walletID() }
}
