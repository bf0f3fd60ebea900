internal import Postgres
internal import WalletDomain

extension JournalRange {
    func bind(_ parameters: inout Parameters) {
        parameters.int2(environment.code)
        parameters.instant(from)
        parameters.instant(to)
    }
}

/// The journal of all wallets of an environment; a report, not a statement of the money path.
struct ListJournal: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e")) FROM entries e
        JOIN wallets w ON w.bucket = e.bucket AND w.wallet = e.wallet
        WHERE w.environment = $1 AND e.at >= $2 AND e.at < $3
        ORDER BY e.at, e.bucket, e.wallet, e.sequence
        """
    let range: JournalRange

    func bind(_ parameters: inout Parameters) { range.bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

struct SumJournal: Statement {
    static let sql = """
        SELECT side.account, sum(side.debit)::bigint, sum(side.credit)::bigint, count(*) FROM entries e
        JOIN wallets w ON w.bucket = e.bucket AND w.wallet = e.wallet
        CROSS JOIN LATERAL (VALUES (e.debit, e.coins, 0), (e.credit, 0, e.coins)) side (account, debit, credit)
        WHERE w.environment = $1 AND e.at >= $2 AND e.at < $3
        GROUP BY side.account ORDER BY side.account
        """
    let range: JournalRange

    func bind(_ parameters: inout Parameters) { range.bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> AccountTotal {
        AccountTotal(account: try row.code(), debit: try row.int8(), credit: try row.int8(), entries: try row.int8())
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
