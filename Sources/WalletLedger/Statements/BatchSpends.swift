import Postgres
import WalletDomain

/// The operations that the batch's undos name, all entries of each.
struct LoadSpends: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e"))
        FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS n (bucket, wallet, operation)
        JOIN entries f ON f.bucket = n.bucket AND f.wallet = n.wallet AND f.sequence = n.operation
        JOIN entries e ON e.bucket = f.bucket AND e.wallet = f.wallet AND e.sequence >= f.sequence
            AND e.sequence < f.sequence + f.operation_entries
        ORDER BY e.bucket, e.wallet, e.sequence
        """
    let spends: [OperationID]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(spends.map(\.wallet.bucket))
        parameters.uuidArray(spends.map(\.wallet.uuid))
        parameters.int8Array(spends.map(\.sequence))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

/// What was undone of these spends so far, by their own wallets.
struct LoadUndone: Statement {
    static let sql = """
        SELECT n.wallet, n.operation, \(UndonePart.columns)
        FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS n (bucket, wallet, operation)
        \(UndonePart.joins(origin: "IS NULL"))
        """
    let spends: [OperationID]

    func bind(_ parameters: inout Parameters) { LoadSpends(spends: spends).bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (spend: OperationID, part: UndonePart) {
        (OperationID(wallet: try row.walletID(), sequence: try row.int8()), try UndonePart.decode(&row))
    }
}

/// The lots without coins among those that paid these spends: an undo fills them again.
struct LoadSpentLots: Statement {
    static let sql = """
        SELECT l.wallet, l.lot, l.kind, l.issued, l.consumed, l.removed, l.held, l.acquired_at, l.expires_at
        FROM (
            SELECT DISTINCT e.bucket, e.wallet, u.lot
            FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS n (bucket, wallet, operation)
            JOIN entries f ON f.bucket = n.bucket AND f.wallet = n.wallet AND f.sequence = n.operation AND f.kind = 3
            JOIN entries e ON e.bucket = f.bucket AND e.wallet = f.wallet AND e.sequence >= f.sequence
                AND e.sequence < f.sequence + f.operation_entries
            CROSS JOIN LATERAL unnest(e.lots) AS u (lot)) p
        JOIN lots l ON l.bucket = p.bucket AND l.wallet = p.wallet AND l.lot = p.lot AND NOT l.open
        """
    let spends: [OperationID]

    func bind(_ parameters: inout Parameters) { LoadSpends(spends: spends).bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (wallet: WalletID, lot: Lot) {
        try LoadOpenLots.decode(&row)
    }
}

/// Which of the items that these spends bought are owned now.
struct LoadSpentOwnerships: Statement {
    static let sql = """
        SELECT \(ItemOwnerRow.columns("o"))
        FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS n (bucket, wallet, operation)
        JOIN entries f ON f.bucket = n.bucket AND f.wallet = n.wallet AND f.sequence = n.operation AND f.kind = 3
        CROSS JOIN LATERAL (\(LoadOwnerships.current("f"))) o
        """
    let spends: [OperationID]

    func bind(_ parameters: inout Parameters) { LoadSpends(spends: spends).bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemOwnerRow.Found {
        try ItemOwnerRow.decode(&row)
    }
}
