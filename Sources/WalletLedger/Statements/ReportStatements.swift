internal import Postgres
internal import WalletDomain

/// What each kind of entry moved, day by day, and after the last day up to now: with that, what wallets hold now leads
/// back to what they held then.
struct SumDays: Statement {
    static let sql = """
        SELECT width_bucket(e.at, $2::timestamptz[]) - 1, e.kind, e.debit, e.credit, sum(e.coins)::bigint, count(*)
        FROM \(JournalRange.entries)
        WHERE w.environment = $1 AND e.at >= $3 AND e.kind NOT IN (9, 10, 11)
        GROUP BY 1, 2, 3, 4
        """
    let range: ReportRange

    func bind(_ parameters: inout Parameters) {
        parameters.int2(range.environment.code)
        parameters.timestampArray(microseconds: range.bounds.map(\.microseconds))
        parameters.instant(range.bounds[0])
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> DayFlow {
        DayFlow(
            day: Int(try row.int4()), kind: try row.code(), debit: try row.code(), credit: try row.code(),
            coins: try row.int8(), entries: try row.int8())
    }
}

struct SumWallets: Statement {
    static let sql = """
        SELECT coalesce(sum(w.paid + w.bonus + w.promo), 0)::bigint, coalesce(sum(w.debt), 0)::bigint, count(*)
        FROM wallets w WHERE w.environment = $1
        """
    let environment: StoreEnvironment

    func bind(_ parameters: inout Parameters) { parameters.int2(environment.code) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletTotals {
        WalletTotals(coins: try row.int8(), debt: try row.int8(), wallets: try row.int8())
    }
}

/// Sales (1), refunds (5) and refunds taken back (7) by App Store product.
struct SumProducts: Statement {
    static let sql = """
        SELECT s.product, (SELECT min(p.pack) FROM packs p WHERE p.product = s.product), s.purchases, s.paid, s.bonus,
            s.refunded
        FROM (
            SELECT e.product, count(*) FILTER (WHERE e.kind = 1 AND e.operation_entries IS NOT NULL) AS purchases,
                coalesce(sum(e.coins) FILTER (WHERE e.kind = 1 AND e.credit = 9100), 0)::bigint AS paid,
                coalesce(sum(e.coins) FILTER (WHERE e.kind = 1 AND e.credit = 9110), 0)::bigint AS bonus,
                coalesce(sum(CASE e.kind WHEN 5 THEN e.coins WHEN 7 THEN -e.coins END), 0)::bigint AS refunded
            FROM \(JournalRange.entries)
            WHERE \(JournalRange.condition) AND e.kind IN (1, 5, 7) AND e.product IS NOT NULL
            GROUP BY e.product) s
        ORDER BY s.paid + s.bonus DESC, s.product LIMIT $4
        """
    let range: JournalRange
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        range.bind(&parameters)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ProductSales {
        ProductSales(
            product: try row.text(), pack: try row.optionalPackID(), purchases: try row.int8(),
            paid: try row.int8(), bonus: try row.int8(), refunded: try row.int8())
    }
}

/// Spends (3) and their undos (12) by item.
struct SumItems: Statement {
    static let sql = """
        SELECT s.item, i.title, s.spends, s.spent, s.undone
        FROM (
            SELECT e.item, count(*) FILTER (WHERE e.kind = 3 AND e.operation_entries IS NOT NULL) AS spends,
                coalesce(sum(e.coins) FILTER (WHERE e.kind = 3), 0)::bigint AS spent,
                coalesce(sum(e.coins) FILTER (WHERE e.kind = 12), 0)::bigint AS undone
            FROM \(JournalRange.entries) WHERE \(JournalRange.condition) AND e.kind IN (3, 12)
            GROUP BY e.item) s
        LEFT JOIN items i ON i.item = s.item
        ORDER BY s.spent DESC, s.item LIMIT $4
        """
    let range: JournalRange
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        range.bind(&parameters)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemSpends {
        ItemSpends(
            item: try row.optionalItemID(), title: try row.optionalText(), spends: try row.int8(),
            spent: try row.int8(), undone: try row.int8())
    }
}

/// Entries of all wallets, the newest first. By the index of time a window is a stretch of the table.
struct ListJournalLines: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e")), (
            SELECT u.user_id FROM user_wallets u WHERE u.wallet = e.wallet ORDER BY u.created_at, u.user_id LIMIT 1)
        FROM \(JournalRange.entries)
        WHERE w.environment = $1 AND e.at >= $2 AND e.at <= $4 AND (e.at, e.wallet, e.sequence) < ($4, $5, $6)
            AND e.at < $3 AND (cardinality($7::smallint[]) = 0 OR e.kind = ANY ($7))
            AND ($8::text IS NULL OR e.item = $8) AND ($9::text IS NULL OR e.product = $9)
        ORDER BY e.at DESC, e.wallet DESC, e.sequence DESC LIMIT $10
        """
    let filter: JournalFilter
    let window: JournalRange
    let before: JournalPlace
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        window.bind(&parameters)
        parameters.instant(before.at)
        parameters.uuid(before.wallet)
        parameters.int8(before.sequence)
        parameters.int2Array(filter.kinds.map(\.rawValue))
        parameters.text(filter.item?.text)
        parameters.text(filter.product)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> JournalLine {
        JournalLine(entry: try EntryRow.decode(&row), user: try row.optionalUserID())
    }
}
