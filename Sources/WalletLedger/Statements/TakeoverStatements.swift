internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

struct FindStanding: Statement {
    static let sql = "SELECT state, merged_into FROM wallets WHERE bucket = $1 AND wallet = $2"
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) { parameters.wallet(wallet) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletStanding {
        let status = try row.code(WalletState.Status.self)
        let other = try row.optionalUUID().map(WalletID.init)
        if status == .erased { return .erased }
        return other.map { .merged(into: $0) } ?? .current
    }
}

struct FindWalletEnvironment: Statement {
    static let sql = "SELECT environment FROM wallets WHERE bucket = $1 AND wallet = $2"
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) { parameters.wallet(wallet) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> StoreEnvironment { try row.environment() }
}

/// Whether all that the source's lots ever had can be counted in the target beside what is there.
struct CountsTogether: Statement {
    static let sql = """
        SELECT coalesce((SELECT w.paid + w.bonus + w.promo FROM wallets w WHERE w.bucket = $1 AND w.wallet = $2), 0)
            + coalesce((SELECT sum(l.issued) FROM lots l WHERE l.bucket = $3 AND l.wallet = $4), 0)
            <= \(CoinAmount.coinsMax)
        """
    let source: WalletID
    let target: WalletID

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(target)
        parameters.wallet(source)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.bool() }
}

/// What one wallet took over from another.
struct FindTakeover: Statement {
    static let sql = """
        SELECT \(TakeoverRow.columns) FROM takeovers WHERE bucket = $1 AND wallet = $2 AND source = $3
        """
    let wallet: WalletID
    let source: WalletID

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.uuid(source.uuid)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletTakeover { try TakeoverRow.decode(&row) }
}

/// All that a wallet took over, the first first.
struct ListTakeovers: Statement {
    static let sql = """
        SELECT \(TakeoverRow.columns) FROM takeovers WHERE bucket = $1 AND wallet = $2 ORDER BY operation
        """
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) { parameters.wallet(wallet) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletTakeover { try TakeoverRow.decode(&row) }
}

private enum TakeoverRow {
    static let columns = "source, merge, operation, lot_offset, lots, taken_at"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletTakeover {
        try WalletTakeover(
            source: row.walletID(), merge: row.uuid(), operation: row.int8(), lotOffset: row.int4(),
            lots: row.int4(), at: row.instant())
    }
}

/// The lots of a merged wallet, in order.
struct ListEstateLots: Statement {
    static let sql = """
        SELECT l.lot, l.kind, l.issued, l.consumed, l.removed, l.held, l.acquired_at, l.expires_at,
            l.transaction_id, l.product, l.pack, l.pack_version, l.price_milli, l.price_currency, l.storefront,
            l.channel
        FROM lots l WHERE l.bucket = $1 AND l.wallet = $2 ORDER BY l.lot
        """
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) { parameters.wallet(wallet) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> LotRecord { try ListLots.decode(&row) }
}

struct ListEstateOwnerships: Statement {
    static let sql = """
        SELECT \(ItemOwnerRow.columns("o")) FROM ownerships o
        WHERE o.bucket = $1 AND o.wallet = $2 AND o.ended_by IS NULL
        """
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) { parameters.wallet(wallet) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemOwnerRow.Found {
        try ItemOwnerRow.decode(&row)
    }
}

struct ListEstatePurchases: Statement {
    static let sql = """
        SELECT t.environment, t.transaction_id, t.quantity FROM store_transactions t
        WHERE t.bucket = $1 AND t.wallet = $2
        """
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) { parameters.wallet(wallet) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> EstatePurchase {
        EstatePurchase(
            key: StoreTransaction.Key(environment: try row.environment(), id: try row.transactionID()),
            quantity: try row.optionalInt4())
    }
}

/// The last operation of a wallet's journal: of a merged one, that which closed it.
struct ListLastOperation: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e")) FROM (
            SELECT l.bucket, l.wallet, l.operation FROM entries l WHERE l.bucket = $1 AND l.wallet = $2
            ORDER BY l.sequence DESC LIMIT 1) f
        JOIN entries e ON e.bucket = f.bucket AND e.wallet = f.wallet AND e.sequence >= f.operation
        ORDER BY e.sequence
        """
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) { parameters.wallet(wallet) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}
