internal import Postgres
internal import WalletDomain

extension JournalRange {
    func bind(_ parameters: inout Parameters) {
        parameters.int2(environment.code)
        parameters.instant(from)
        parameters.instant(to)
    }

    /// Entries of the range as `e`. A report, not a statement of the money path.
    static let entries = """
        entries e JOIN wallets w ON w.bucket = e.bucket AND w.wallet = e.wallet
        """
    /// Holds and their ends are in no account: a reservation moves nothing.
    private static let moves = "e.kind NOT IN (9, 10, 11)"
    static let condition = "w.environment = $1 AND e.at >= $2 AND e.at < $3 AND \(moves)"

    /// The same for COPY, which takes no parameters: three numbers of ours.
    var literalCondition: String {
        """
        w.environment = \(environment.code) AND e.at >= \(Self.literal(from)) AND e.at < \(Self.literal(to))
            AND \(Self.moves)
        """
    }

    /// Exact: whole seconds and microseconds apart, since to_timestamp takes a binary fraction.
    private static func literal(_ moment: Instant) -> String {
        let (seconds, microseconds) = moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return "(to_timestamp(\(seconds)) + interval '\(microseconds) microseconds')"
    }
}

/// The journal of all wallets of an environment. The lot of a sale's paid coins (9100) knows the customer's price;
/// elsewhere the number is NULL, so that not even the index is asked.
struct ListJournal: CopyStatement {
    let range: JournalRange

    var sql: String {
        """
        SELECT e.wallet, e.sequence, e.operation, e.at, e.kind, e.debit, e.credit, e.coins, e.paid_after,
            e.bonus_after, e.promo_after, e.debt_after, e.lots, e.lot_coins, e.item, e.product, e.transaction_id,
            l.price_milli, l.price_currency
        FROM \(JournalRange.entries) LEFT JOIN lots l
            ON l.bucket = e.bucket AND l.wallet = e.wallet
                AND l.lot = CASE WHEN e.kind = 1 AND e.credit = 9100 THEN e.lots[1] END
        WHERE \(range.literalCondition) ORDER BY e.at, e.bucket, e.wallet, e.sequence
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> JournalRow {
        JournalRow(
            wallet: WalletID(try row.uuid()), sequence: try row.int8(), operation: try row.int8(),
            at: Instant(microseconds: try row.timestamp()), kind: try code(&row), debit: try code(&row),
            credit: try code(&row), coins: try row.int8(),
            after: Balances(
                paid: try row.int8(), bonus: try row.int8(), promo: try row.int8(), held: 0, debt: try row.int8()),
            lots: try row.int4Array(), lotCoins: try row.int8Array(), item: try row.optionalText(),
            product: try row.optionalText(), transaction: try row.optionalText(), price: try price(&row))
    }

    private static func code<Code: RawRepresentable<Int16>>(_ row: inout CopyRowReader) throws(PostgresError) -> Code {
        guard let code = Code(rawValue: try row.int2()) else {
            throw .unexpectedShape("a code of \(Code.self) is unknown")
        }
        return code
    }

    /// A price without its currency says nothing.
    private static func price(_ row: inout CopyRowReader) throws(PostgresError) -> StorePrice? {
        let milliunits = try row.optionalInt8()
        let currency = try row.optionalText()
        guard let milliunits, let currency else { return nil }
        return StorePrice(milliunits: milliunits, currency: currency)
    }
}

/// What every pair of accounts moved; nothing in it comes from the lots, which the lines are made of.
struct SumJournal: Statement {
    static let sql = """
        SELECT e.debit, e.credit, sum(e.coins)::bigint, count(*), sum(greatest(cardinality(e.lots), 1))::bigint
        FROM \(JournalRange.entries) WHERE \(JournalRange.condition) GROUP BY e.debit, e.credit
        """
    let range: JournalRange

    struct Row: Sendable {
        let move: JournalTotals.Move
        let flow: JournalTotals.Flow
    }

    func bind(_ parameters: inout Parameters) { range.bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(
            move: JournalTotals.Move(debit: try row.code(), credit: try row.code()),
            flow: JournalTotals.Flow(coins: try row.int8(), entries: try row.int8(), lines: try row.int8()))
    }
}

/// What customers paid, a purchase once: by the operation's first entry, so that a pack's bonus coins count nothing.
struct SumSales: Statement {
    static let sql = """
        SELECT priced.currency, coalesce(sum(priced.milli), 0)::bigint, count(*) FROM (
            SELECT CASE WHEN l.price_milli IS NOT NULL THEN l.price_currency END AS currency,
                CASE WHEN l.price_currency IS NOT NULL THEN l.price_milli END AS milli
            FROM \(JournalRange.entries)
            LEFT JOIN lots l ON l.bucket = e.bucket AND l.wallet = e.wallet AND l.lot = e.lots[1]
            WHERE \(JournalRange.condition) AND e.kind = 1 AND e.operation_entries IS NOT NULL) priced
        GROUP BY priced.currency
        """
    let range: JournalRange

    struct Row: Sendable {
        let currency: String?
        let sales: JournalTotals.Sales
    }

    func bind(_ parameters: inout Parameters) { range.bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(
            currency: try row.optionalText(),
            sales: JournalTotals.Sales(milliunits: try row.int8(), count: try row.int8()))
    }
}

/// A setting until the end of the transaction.
struct LocalSetting: Statement {
    static let sql = "SELECT set_config($1, $2, true)"
    let name: String
    let value: String

    func bind(_ parameters: inout Parameters) {
        parameters.text(name)
        parameters.text(value)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}
