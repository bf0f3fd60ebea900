import Postgres
import WalletDomain

/// The cut: how far each lane has come.
struct ReadCut: Statement {
    static let sql = "SELECT lane, beat FROM lanes WHERE beat > 0"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (Int16, Int64) {
        (try row.int2(), try row.int8())
    }
}

/// The next entries of each lane, in the order in which a cursor counts them: by beat, and inside a batch by key.
struct ListEvents: Statement {
    static let sql = """
        SELECT n.lane, e.beat, w.environment, \(EntryRow.columns("e"))
        FROM unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS n (lane, beat, taken, beat_max)
        CROSS JOIN LATERAL (
            SELECT * FROM entries j WHERE j.lane = n.lane AND j.beat >= n.beat AND j.beat <= n.beat_max
            ORDER BY j.lane, j.beat, j.bucket, j.wallet, j.sequence OFFSET n.taken LIMIT $5) e
        LEFT JOIN wallets w ON w.bucket = e.bucket AND w.wallet = e.wallet
        ORDER BY n.lane, e.beat, e.bucket, e.wallet, e.sequence
        """
    let places: [(lane: Int16, place: EventCursor.Place, beatMax: Int64)]
    /// Of each lane.
    let rowsMax: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(places.map(\.lane))
        parameters.int8Array(places.map(\.place.beat))
        parameters.int8Array(places.map(\.place.taken))
        parameters.int8Array(places.map(\.beatMax))
        parameters.int8(rowsMax)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> EventRow {
        EventRow(
            lane: try row.int2(), beat: try row.int8(),
            environment: try row.optionalInt2().flatMap { StoreEnvironment(code: $0) }, entry: try EntryRow.decode(&row)
        )
    }
}

/// Whose wallets they are, after a merge the account's at its end. An erased user is nobody.
struct FindUsers: Statement {
    static let sql = """
        SELECT DISTINCT ON (w.wallet) w.wallet, coalesce(u.merged_into, w.user_id) FROM user_wallets w
        LEFT JOIN users u ON u.user_id = w.user_id
        WHERE w.wallet = ANY ($1::uuid[]) AND u.erasure_at IS NULL ORDER BY w.wallet, w.created_at, w.user_id
        """
    let wallets: [WalletID]

    func bind(_ parameters: inout Parameters) { parameters.uuidArray(wallets.map(\.uuid)) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (WalletID, UserID) {
        (try row.walletID(), try row.userID())
    }
}
