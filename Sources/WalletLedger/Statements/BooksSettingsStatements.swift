internal import Postgres
internal import WalletDomain

/// Changes of settings and closes of periods, one after the other, until the end of the transaction.
struct LockBooks: Statement {
    typealias Row = Void
    static let sql = "SELECT pg_advisory_xact_lock(\(0x1A_9B), 0)"
}

struct ReadBooksVersion: Statement {
    static let sql = "SELECT change, known_at FROM books_changes ORDER BY change DESC LIMIT 1"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (change: Int64, knownAt: Instant) {
        (try row.int8(), try row.instant())
    }
}

/// The change by which a period was closed for the first time.
struct ReadFirstFrozen: Statement {
    static let sql = "SELECT settings FROM books_period_events WHERE kind = 1 ORDER BY event LIMIT 1"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

/// Whether the newest word about some period is that it is closed.
struct HasClosedPeriod: Statement {
    static let sql = """
        SELECT EXISTS (SELECT FROM (
            SELECT DISTINCT ON (period) kind FROM books_period_events ORDER BY period, event DESC) e WHERE e.kind = 1)
        """

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.bool() }
}

struct InsertBooksChange: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO books_changes (change, known_at, caller, origin, reason) VALUES ($1, $2, $3, $4, $5)
        """
    let change: Int64
    let knownAt: Instant
    let caller: CallerID
    let origin: String
    let reason: String

    func bind(_ parameters: inout Parameters) {
        parameters.int8(change)
        parameters.instant(knownAt)
        parameters.int4(caller.number)
        parameters.text(origin)
        parameters.text(reason)
    }
}

struct InsertBooksSettings: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO books_settings (change, line, kind, valid_from, withdrawn, storefront, product, currency,
            price_milli, proceeds_milli, rate_bp, tax_on_net, item, days, account, client_code, client_name)
        SELECT $1, n.* FROM unnest($2::integer[], $3::smallint[], $4::timestamptz[], $5::boolean[], $6::text[],
            $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::integer[], $12::boolean[], $13::text[],
            $14::integer[], $15::smallint[], $16::text[], $17::text[]) n
        """
    let change: Int64
    let settings: [(line: Int, setting: BooksSetting)]

    func bind(_ parameters: inout Parameters) {
        let rows = settings.map { BooksSettingRow($0.setting) }
        parameters.int8(change)
        parameters.int4Array(settings.map { Int32(clamping: $0.line) })
        parameters.int2Array(rows.map(\.kind.rawValue))
        parameters.timestampArray(microseconds: settings.map(\.setting.validFrom.microseconds))
        parameters.boolArray(settings.map { $0.setting.value == nil })
        parameters.textArray(rows.map(\.storefront))
        parameters.textArray(rows.map(\.product))
        parameters.textArray(rows.map(\.price?.currency))
        parameters.int8Array(rows.map(\.price?.milliunits))
        parameters.int8Array(rows.map(\.proceeds))
        parameters.int4Array(rows.map { $0.rateBP.map { Int32(clamping: $0) } })
        parameters.boolArray(rows.map(\.isTaxOnNet))
        parameters.textArray(rows.map(\.item))
        parameters.int4Array(rows.map { $0.days.map { Int32(clamping: $0) } })
        parameters.int2Array(rows.map(\.account))
        parameters.textArray(rows.map(\.clientCode))
        parameters.textArray(rows.map(\.clientName))
    }
}

struct ListBooksSettings: Statement {
    static let sql = """
        SELECT s.change, c.known_at, s.kind, s.valid_from, s.withdrawn, s.storefront, s.product, s.currency,
            s.price_milli, s.proceeds_milli, s.rate_bp, s.tax_on_net, s.item, s.days, s.account, s.client_code,
            s.client_name
        FROM books_settings s JOIN books_changes c ON c.change = s.change WHERE s.change <= $1
        ORDER BY s.change, s.line
        """
    let version: Int64

    init(upTo version: Int64) { self.version = version }

    func bind(_ parameters: inout Parameters) { parameters.int8(version) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> KnownSetting {
        let (change, knownAt) = (try row.int8(), try row.instant())
        return KnownSetting(try BooksSettingRow.decode(&row), knownAt: knownAt, change: change)
    }
}

struct InsertBooksRules: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO books_rules (change, presentation, tax_mode, tax_rate_bp, bonus_allocation, zone, first_day)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """
    let change: Int64
    let rules: BooksRules

    func bind(_ parameters: inout Parameters) {
        parameters.int8(change)
        parameters.int2(BooksRulesRow.presentations.code(of: rules.policy.presentation))
        parameters.int2(BooksRulesRow.taxModes.code(of: rules.policy.taxMode))
        parameters.int4(Int32(clamping: rules.policy.taxRateBP))
        parameters.int2(BooksRulesRow.allocations.code(of: rules.policy.bonusAllocation))
        parameters.text(rules.zone)
        parameters.int4(rules.firstDay.map { Int32(clamping: $0) })
    }
}

struct ReadBooksRules: Statement {
    static let sql = """
        SELECT presentation, tax_mode, tax_rate_bp, bonus_allocation, zone, first_day FROM books_rules
        WHERE change <= $1 ORDER BY change DESC LIMIT 1
        """
    let version: Int64

    init(upTo version: Int64) { self.version = version }

    func bind(_ parameters: inout Parameters) { parameters.int8(version) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> BooksRules {
        var rules = BooksRules()
        rules.policy.presentation = try BooksRulesRow.presentations.value(of: row.int2())
        rules.policy.taxMode = try BooksRulesRow.taxModes.value(of: row.int2())
        rules.policy.taxRateBP = Int64(try row.int4())
        rules.policy.bonusAllocation = try BooksRulesRow.allocations.value(of: row.int2())
        rules.zone = try row.text()
        rules.firstDay = try row.optionalInt4().map(Int64.init)
        return rules
    }
}
