internal import Postgres
internal import WalletDomain

/// A wallet's figures and its promo lots' ends, both as of one snapshot and one reading of the clock.
struct ReadSummary: Statement {
    static let sql = """
        WITH clock AS MATERIALIZED (SELECT \(shiftedClock("$3")) AS at)
        SELECT w.state, w.paid, w.bonus, w.promo, w.held, w.debt, gone.coins, over.coins, over.expired,
            next.expires_at, next.coins, w.sequence
        FROM clock CROSS JOIN wallets w
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(p.coins), 0)::bigint AS coins,
                coalesce(sum(p.coins) FILTER (WHERE l.expires_at <= clock.at), 0)::bigint AS expired
            FROM holds h CROSS JOIN unnest(h.lots, h.lot_coins) AS p (lot, coins)
            JOIN lots l ON l.bucket = w.bucket AND l.wallet = w.wallet AND l.lot = p.lot
            WHERE h.bucket = w.bucket AND h.wallet = w.wallet AND h.state = 1
                -- Not by the index of all that is due.
                AND h.expires_at + interval '0' <= clock.at) over
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(l.issued - l.consumed - l.removed - l.held), 0)::bigint AS coins FROM lots l
            WHERE l.bucket = w.bucket AND l.wallet = w.wallet AND l.open AND l.expires_at <= clock.at) gone
        LEFT JOIN LATERAL (
            SELECT l.expires_at, sum(l.issued - l.consumed - l.removed)::bigint AS coins FROM lots l
            WHERE l.bucket = w.bucket AND l.wallet = w.wallet AND l.open AND l.expires_at > clock.at
            GROUP BY l.expires_at ORDER BY l.expires_at LIMIT 1) next ON true
        WHERE w.bucket = $1 AND w.wallet = $2
        """
    let wallet: WalletID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletSummary {
        let status: WalletState.Status = try row.code()
        let balances = Balances(
            paid: try row.int8(), bonus: try row.int8(), promo: try row.int8(), held: try row.int8(),
            debt: try row.int8())
        let expired = try row.int8()
        let (letGo, letGoExpired) = (try row.int8(), try row.int8())
        let (at, coins) = (try row.optionalInstant(), try row.optionalInt8())
        var next: WalletSummary.Expiry?
        if let at, let coins { next = WalletSummary.Expiry(at: at, coins: coins) }
        return WalletSummary(
            status: status, balances: balances, expired: expired, letGo: letGo, letGoExpired: letGoExpired,
            nextExpiry: next, version: try row.int8())
    }
}
