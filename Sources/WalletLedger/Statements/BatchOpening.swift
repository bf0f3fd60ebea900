import Postgres
import WalletDomain

import struct FoundationEssentials.UUID

/// Counts up the beat of a lane's row, which orders the lane's batches: its entries carry lane and beat.
///
/// It is also the small write that makes a batch of replays durable. No row: the lease is somebody else's now.
struct CountBeat: Statement {
    static let sql = """
        UPDATE lanes SET beat = beat + 1, leased_until = greatest(leased_until, $3)
        WHERE lane = $1 AND holder = $2 RETURNING beat
        """
    let lane: Int16
    let holder: UUID
    let leasedUntil: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.int2(lane)
        parameters.uuid(holder)
        parameters.timestamp(microseconds: leasedUntil.microseconds)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

/// The database's clock: read after the locks and before the prices, once a batch.
struct ReadClock: Statement {
    static let sql = "SELECT clock_timestamp()"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Instant {
        try row.instant()
    }
}

/// Wallets that the commands name and that may not be there yet, in key order.
struct InsertMissingWallets: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO wallets (bucket, wallet, environment, currency, state, lots, paid, bonus, promo, held, debt,
            sequence, last_at, head)
        SELECT n.bucket, n.wallet, n.environment, 'coin', 1, 0, 0, 0, 0, 0, 0, 0, 'epoch', $4
        FROM unnest($1::smallint[], $2::uuid[], $3::smallint[]) AS n (bucket, wallet, environment)
        ORDER BY n.bucket, n.wallet
        ON CONFLICT DO NOTHING
        """
    let wallets: [(id: WalletID, environment: StoreEnvironment)]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(wallets.map(\.id.bucket))
        parameters.uuidArray(wallets.map(\.id.uuid))
        parameters.int2Array(wallets.map(\.environment.code))
        parameters.bytes(Chain.origin)
    }
}

/// Locks the batch's wallets in key order, so that lanes and servers cannot deadlock, and reads them.
struct LockWallets: Statement {
    static let sql = Self.text(waiting: "")
    let wallets: [WalletID]

    static func text(waiting: String) -> String {
        """
        SELECT w.bucket, w.wallet, w.environment, w.state, w.lots, w.paid, w.bonus, w.promo, w.held, w.debt,
            w.sequence, w.last_at, w.head, w.merged_into
        FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        JOIN wallets w ON w.bucket = n.bucket AND w.wallet = n.wallet
        ORDER BY w.bucket, w.wallet
        FOR NO KEY UPDATE OF w \(waiting)
        """
    }

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(wallets.map(\.bucket))
        parameters.uuidArray(wallets.map(\.uuid))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletState {
        _ = try row.int2()
        let id = try row.walletID()
        let environment = try row.environment()
        let status = try row.code(WalletState.Status.self)
        let lotCount = try row.int4()
        let balances = Balances(
            paid: try row.int8(), bonus: try row.int8(), promo: try row.int8(), held: try row.int8(),
            debt: try row.int8())
        var state = WalletState(
            id: id, environment: environment, status: status, balances: balances, sequence: try row.int8(),
            lotCount: lotCount, lastAt: try row.instant(), head: try row.bytes())
        state.mergedInto = try row.optionalUUID().map(WalletID.init)
        return state
    }
}

/// The same, passing over wallets that somebody outside holds: their commands are refused, the rest go on.
struct LockFreeWallets: Statement {
    static let sql = LockWallets.text(waiting: "SKIP LOCKED")
    let wallets: [WalletID]

    func bind(_ parameters: inout Parameters) { LockWallets(wallets: wallets).bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletState { try LockWallets.decode(&row) }
}
