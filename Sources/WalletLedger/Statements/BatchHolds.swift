import Postgres
import WalletDomain

/// The open holds of the batch's wallets: those that are over end before anything else is decided.
///
/// `OFFSET 0` keeps the look-up of each wallet a look-up: planned on an empty table, a partial index looks so small
/// that reading all of it for every wallet would seem as cheap.
struct LoadOpenHolds: Statement {
    static let sql = """
        SELECT \(HoldRow.columns("h"))
        FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        CROSS JOIN LATERAL (
            SELECT * FROM holds o WHERE o.bucket = n.bucket AND o.wallet = n.wallet AND o.state = 1 OFFSET 0) h
        """
    let wallets: [WalletID]

    func bind(_ parameters: inout Parameters) { LoadOpenLots(wallets: wallets).bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (wallet: WalletID, hold: Hold) {
        try HoldRow.decode(&row)
    }
}

/// Holds that commands name and that are over: they are refused by name.
struct LoadEndedHolds: Statement {
    static let sql = """
        SELECT \(HoldRow.columns("h"))
        FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS n (bucket, wallet, hold)
        JOIN holds h ON h.bucket = n.bucket AND h.wallet = n.wallet AND h.hold = n.hold AND h.state <> 1
        """
    let holds: [OperationID]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(holds.map(\.wallet.bucket))
        parameters.uuidArray(holds.map(\.wallet.uuid))
        parameters.int8Array(holds.map(\.sequence))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (wallet: WalletID, hold: Hold) {
        try HoldRow.decode(&row)
    }
}

/// Which of the once items of holds that commands end are owned already: a merge may have brought them.
struct LoadHeldOwnerships: Statement {
    static let sql = """
        SELECT \(ItemOwnerRow.columns("o"))
        FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS n (bucket, wallet, hold)
        JOIN holds h ON h.bucket = n.bucket AND h.wallet = n.wallet AND h.hold = n.hold AND h.once
        CROSS JOIN LATERAL (\(LoadOwnerships.current("h"))) o
        """
    let holds: [OperationID]

    func bind(_ parameters: inout Parameters) { LoadEndedHolds(holds: holds).bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemOwnerRow.Found {
        try ItemOwnerRow.decode(&row)
    }
}

/// All that refunds did to those of the batch's wallets that owe coins: what a hold gives back meets debts.
struct LoadRefundsOfDebtors: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e"))
        FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        JOIN wallets w ON w.bucket = n.bucket AND w.wallet = n.wallet AND w.debt > 0
        CROSS JOIN LATERAL (\(LoadRefunds.ofWallet("n"))) e
        ORDER BY e.bucket, e.wallet, e.sequence
        """
    let wallets: [WalletID]

    func bind(_ parameters: inout Parameters) { LoadOpenLots(wallets: wallets).bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

/// Ends of holds that were open before the batch. Before the new ones: a once item is held once at a time.
struct EndHolds: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE holds h SET state = n.state, captured = n.captured, ended_at = n.ended_at, ended_by = n.ended_by
        FROM unnest($1::hold_change[]) AS n
        WHERE h.bucket = n.bucket AND h.wallet = n.wallet AND h.hold = n.hold
        """
    let holds: [(wallet: WalletID, hold: Hold)]
    let type: RowType

    func bind(_ parameters: inout Parameters) {
        parameters.rows(type, holds) { row, change in
            let (wallet, hold) = change
            row.wallet(wallet)
            row.int8(hold.number)
            row.int2(hold.status.rawValue)
            row.int8(hold.captured)
            row.instant(hold.end?.at)
            row.int8(hold.end?.operation)
        }
    }
}

/// Holds that the batch placed, with the state that they have at its end.
struct InsertHolds: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO holds (bucket, wallet, hold, state, coins, captured, placed_at, expires_at, ended_at, ended_by,
            item, quantity, unit_price, price_version, once, note, lots, lot_coins)
        SELECT n.* FROM unnest($1::hold_row[]) AS n
        """
    let holds: [(wallet: WalletID, hold: Hold)]
    let type: RowType

    func bind(_ parameters: inout Parameters) {
        parameters.rows(type, holds) { row, placed in
            let (wallet, hold) = placed
            row.wallet(wallet)
            row.int8(hold.number)
            row.int2(hold.status.rawValue)
            row.int8(hold.coins)
            row.int8(hold.captured)
            row.instant(hold.placedAt)
            row.instant(hold.expiresAt)
            row.instant(hold.end?.at)
            row.int8(hold.end?.operation)
            Self.bindTerms(hold, &row)
        }
    }

    private static func bindTerms(_ hold: Hold, _ row: inout Parameters) {
        row.text(hold.terms.item?.text)
        row.int4(hold.terms.quantity)
        row.int8(hold.terms.unitPrice)
        row.int4(hold.terms.priceVersion)
        row.bool(hold.isOnce)
        row.bytes(hold.terms.note)
        row.int4Array(hold.parts.map(\.lot))
        row.int8Array(hold.parts.map(\.coins))
    }
}
