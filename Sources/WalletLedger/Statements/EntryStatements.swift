internal import Postgres
internal import WalletDomain

struct ListEntries: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e")) FROM entries e
        WHERE e.bucket = $1 AND e.wallet = $2 AND e.sequence > $3 ORDER BY e.sequence LIMIT $4
        """
    let wallet: WalletID
    let after: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.int8(after)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

struct ListEntriesBackwards: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e")) FROM entries e
        WHERE e.bucket = $1 AND e.wallet = $2 AND e.sequence < $3 ORDER BY e.sequence DESC LIMIT $4
        """
    let wallet: WalletID
    let before: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.int8(before)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

/// Goes back from the newest: who asks about long ago waits for it, and nobody pays for an index.
struct FindLastEntry: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e")) FROM entries e
        WHERE e.bucket = $1 AND e.wallet = $2 AND e.at <= $3 ORDER BY e.sequence DESC LIMIT 1
        """
    let wallet: WalletID
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.timestamp(microseconds: at.microseconds)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

/// An operation's entries follow each other; its first says how many they are.
struct FindOperation: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e")) FROM entries e
        WHERE e.bucket = $1 AND e.wallet = $2 AND e.sequence >= $3 AND e.sequence < $3 + (
            SELECT h.operation_entries FROM entries h
            WHERE h.bucket = $1 AND h.wallet = $2 AND h.sequence = $3)
        ORDER BY e.sequence
        """
    let id: OperationID

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(id.wallet)
        parameters.int8(id.sequence)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

/// Goes through a bounded stretch of the wallet's journal; an index on lots would cost every spend.
struct ListLotUses: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e")) FROM entries e
        WHERE e.bucket = $1 AND e.wallet = $2 AND e.sequence > $4 AND e.sequence <= $5 AND $3 = ANY (e.lots)
        ORDER BY e.sequence LIMIT $6
        """
    let wallet: WalletID
    let lot: Int32
    let after: Int64
    let through: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.int4(lot)
        parameters.int8(after)
        parameters.int8(through)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

/// Where a wallet's journal ends now.
struct FindLastSequence: Statement {
    static let sql = "SELECT w.sequence FROM wallets w WHERE w.bucket = $1 AND w.wallet = $2"
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) { parameters.wallet(wallet) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

/// The undos of a spend, all entries of each. By the index `entries_undone`.
struct ListUndos: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e"))
        FROM (
            SELECT f.bucket, f.wallet, f.sequence, f.operation_entries FROM entries f
            WHERE f.bucket = $1 AND f.wallet = $2 AND f.refers_to = $3 AND f.kind = 12
                AND f.operation_entries IS NOT NULL AND f.sequence > $4 AND f.refers_wallet IS NULL
            ORDER BY f.sequence LIMIT $5) h
        CROSS JOIN LATERAL (
            SELECT * FROM entries o WHERE o.bucket = h.bucket AND o.wallet = h.wallet AND o.sequence >= h.sequence
                AND o.sequence < h.sequence + h.operation_entries OFFSET 0) e
        ORDER BY e.sequence
        """
    let spend: OperationID
    let after: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(spend.wallet)
        parameters.int8(spend.sequence)
        parameters.int8(after)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

struct FindNote: Statement {
    static let sql = "SELECT text FROM notes WHERE bucket = $1 AND wallet = $2 AND digest = $3 AND text <> ''"
    let wallet: WalletID
    let digest: [UInt8]

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.bytes(digest)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}
