import Postgres
import WalletDomain

/// A spend of a merged wallet, asked for in the wallet that took it over.
struct MovedSpendKey: Hashable, Sendable {
    let wallet: WalletID
    let spend: OperationID
}

/// As `LoadUndone`, for undos that a wallet made of spends of wallets merged into it.
struct LoadMovedUndone: Statement {
    static let sql = """
        SELECT n.wallet, n.origin, n.operation, \(UndonePart.columns)
        FROM unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::bigint[]) AS n (bucket, wallet, origin, operation)
        \(UndonePart.joins(origin: "= n.origin"))
        """
    let spends: [MovedSpendKey]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(spends.map(\.wallet.bucket))
        parameters.uuidArray(spends.map(\.wallet.uuid))
        parameters.uuidArray(spends.map(\.spend.wallet.uuid))
        parameters.int8Array(spends.map(\.spend.sequence))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (key: MovedSpendKey, part: UndonePart) {
        let wallet = try row.walletID()
        let spend = OperationID(wallet: try row.walletID(), sequence: try row.int8())
        return (MovedSpendKey(wallet: wallet, spend: spend), try UndonePart.decode(&row))
    }
}

/// Lots by their numbers, those without coins: an undo fills them again.
struct LoadClosedLots: Statement {
    static let sql = """
        SELECT l.wallet, l.lot, l.kind, l.issued, l.consumed, l.removed, l.held, l.acquired_at, l.expires_at
        FROM unnest($1::smallint[], $2::uuid[], $3::integer[]) AS n (bucket, wallet, lot)
        JOIN lots l ON l.bucket = n.bucket AND l.wallet = n.wallet AND l.lot = n.lot AND NOT l.open
        """
    let lots: [(wallet: WalletID, lot: Int32)]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(lots.map(\.wallet.bucket))
        parameters.uuidArray(lots.map(\.wallet.uuid))
        parameters.int4Array(lots.map(\.lot))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (wallet: WalletID, lot: Lot) {
        try LoadOpenLots.decode(&row)
    }
}

/// As `ListUndos`, for a spend of a wallet merged into this one.
struct ListMovedUndos: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e"))
        FROM (
            SELECT f.bucket, f.wallet, f.sequence, f.operation_entries FROM entries f
            WHERE f.bucket = $1 AND f.wallet = $2 AND f.refers_to = $3 AND f.kind = 12
                AND f.operation_entries IS NOT NULL AND f.sequence > $4 AND f.refers_wallet = $6
            ORDER BY f.sequence LIMIT $5) h
        CROSS JOIN LATERAL (
            SELECT * FROM entries o WHERE o.bucket = h.bucket AND o.wallet = h.wallet AND o.sequence >= h.sequence
                AND o.sequence < h.sequence + h.operation_entries OFFSET 0) e
        ORDER BY e.sequence
        """
    let key: MovedSpendKey
    let after: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(key.wallet)
        parameters.int8(key.spend.sequence)
        parameters.int8(after)
        parameters.int8(limit)
        parameters.uuid(key.spend.wallet.uuid)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}
