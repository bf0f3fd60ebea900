import Postgres
import WalletDomain

/// A row of `wallets` as it stands there.
struct WalletLine: WalletOwned {
    let key: WalletKey
    let environment: Int16
    let lots: Int32
    let balances: Balances
    let sequence: Int64
    let lastAt: Instant
    let head: [UInt8]
    /// It was merged: its purchases are another wallet's.
    let isMerged: Bool
    /// Rows of the directory that put this wallet into another environment or bucket.
    let misplaced: Int64
}

struct ListWalletLines: CopyStatement {
    let scope: VerifyScope

    var sql: String {
        """
        SELECT w.bucket, w.wallet, w.environment, w.lots, w.paid, w.bonus, w.promo, w.held, w.debt, w.sequence,
            w.last_at, w.head, w.merged_into IS NOT NULL,
            (SELECT count(*) FROM user_wallets u
             WHERE u.wallet = w.wallet AND (u.environment <> w.environment OR u.bucket <> w.bucket))
        FROM wallets w WHERE \(scope.condition("w")) ORDER BY w.bucket, w.wallet
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> WalletLine {
        WalletLine(
            key: WalletKey(bucket: try row.int2(), uuid: try row.uuid()), environment: try row.int2(),
            lots: try row.int4(),
            balances: Balances(
                paid: try row.int8(), bonus: try row.int8(), promo: try row.int8(), held: try row.int8(),
                debt: try row.int8()),
            sequence: try row.int8(), lastAt: Instant(microseconds: try row.timestamp()), head: try row.bytes(),
            isMerged: try row.bool(), misplaced: try row.int8())
    }
}

/// A row of `lots` as it stands there.
struct LotLine: WalletOwned {
    let key: WalletKey
    let lot: Int32
    let kind: Int16
    let isOpen: Bool
    let counters: LotEffect
    let acquiredAt: Instant
    let expires: Bool
    let transaction: String?
    let product: String?
    let pack: String?
    let packVersion: Int32?
}

struct ListLotLines: CopyStatement {
    let scope: VerifyScope

    var sql: String {
        """
        SELECT l.bucket, l.wallet, l.lot, l.kind, l.open, l.issued, l.consumed, l.removed, l.held, l.acquired_at,
            l.expires_at IS NOT NULL, l.transaction_id, l.product, l.pack, l.pack_version
        FROM lots l WHERE \(scope.condition("l")) ORDER BY l.bucket, l.wallet, l.lot
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> LotLine {
        LotLine(
            key: WalletKey(bucket: try row.int2(), uuid: try row.uuid()), lot: try row.int4(), kind: try row.int2(),
            isOpen: try row.bool(), counters: try counters(&row),
            acquiredAt: Instant(microseconds: try row.timestamp()), expires: try row.bool(),
            transaction: try row.optionalText(), product: try row.optionalText(), pack: try row.optionalText(),
            packVersion: try row.optionalInt4())
    }

    private static func counters(_ row: inout CopyRowReader) throws(PostgresError) -> LotEffect {
        var counters = LotEffect()
        counters.issued = try row.int8()
        counters.consumed = try row.int8()
        counters.removed = try row.int8()
        counters.held = try row.int8()
        return counters
    }
}

/// A row of `store_transactions` that somebody owns, as it stands there.
struct PurchaseLine: WalletOwned {
    let key: WalletKey
    let environment: Int16
    let transaction: String
    let creditedBy: Int64?
    let lot: Int32?
    let product: String?
    let pack: String?
    let packVersion: Int32?
    let quantity: Int32?
    let coins: Int64?
    let bonus: Int64?
    let purchasedAt: Instant?
    let word: StoreWord?
}

struct ListPurchaseLines: CopyStatement {
    let scope: VerifyScope

    var sql: String {
        """
        SELECT t.bucket, t.wallet, t.environment, t.transaction_id, t.credited_by, t.lot, t.product, t.pack,
            t.pack_version, t.quantity, t.coins, t.bonus, t.purchased_at, t.signed_at, t.revoked_at,
            t.revocation_type, t.revocation_percentage
        FROM store_transactions t WHERE t.wallet IS NOT NULL AND \(scope.condition("t"))
        ORDER BY t.bucket, t.wallet, t.credited_by
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> PurchaseLine {
        PurchaseLine(
            key: WalletKey(bucket: try row.int2(), uuid: try row.uuid()), environment: try row.int2(),
            transaction: try row.text(), creditedBy: try row.optionalInt8(), lot: try row.optionalInt4(),
            product: try row.optionalText(), pack: try row.optionalText(), packVersion: try row.optionalInt4(),
            quantity: try row.optionalInt4(), coins: try row.optionalInt8(), bonus: try row.optionalInt8(),
            purchasedAt: try row.optionalTimestamp().map { Instant(microseconds: $0) }, word: try word(&row))
    }

    private static func word(_ row: inout CopyRowReader) throws(PostgresError) -> StoreWord? {
        let signedAt = try row.optionalTimestamp()
        let revokedAt = try row.optionalTimestamp()
        let type = try row.optionalText()
        let percentage = try row.optionalInt4()
        guard let signedAt else { return nil }
        let revocation = revokedAt.map {
            Revocation(at: Instant(microseconds: $0), type: type, percentageMilli: percentage.map { Int($0) })
        }
        return StoreWord(signedAt: Instant(microseconds: signedAt), revocation: revocation)
    }
}

/// What a version of a pack gives for one.
struct ListPackWorths: Statement {
    static let sql = "SELECT pack, version, coins, bonus FROM pack_versions"

    struct Row: Sendable {
        let version: PackVersion
        let coins: Int64
        let bonus: Int64
    }

    struct PackVersion: Hashable, Sendable {
        let pack: String
        let number: Int32
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(
            version: PackVersion(pack: try row.text(), number: try row.int4()), coins: try row.int8(),
            bonus: try row.int8())
    }
}

/// How much there is to verify, for the progress bar.
struct CountVerifiedEntries: Statement {
    static let sql = "SELECT coalesce(sum(sequence), 0)::bigint FROM wallets"
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

/// What merges moved out of wallets that nobody has taken over yet: coins less debts, by environment.
struct ListOpenMerges: Statement {
    static let sql = """
        SELECT w.environment, coalesce(sum(CASE WHEN e.credit = 9580 THEN e.coins ELSE -e.coins END), 0)::bigint
        FROM wallets w
        JOIN LATERAL (
            SELECT l.operation FROM entries l WHERE l.bucket = w.bucket AND l.wallet = w.wallet
            ORDER BY l.sequence DESC LIMIT 1) f ON true
        JOIN entries e ON e.bucket = w.bucket AND e.wallet = w.wallet AND e.sequence >= f.operation
        WHERE w.merged_into IS NOT NULL AND NOT EXISTS (
            SELECT FROM takeovers t WHERE t.wallet = w.merged_into AND t.source = w.wallet)
        GROUP BY w.environment
        """

    struct Row: Sendable {
        let environment: StoreEnvironment
        let coins: Int64
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        try Row(environment: row.environment(), coins: row.int8())
    }
}
