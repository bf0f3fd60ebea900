internal import Postgres
internal import WalletDomain

/// Two who mark one product at once come one after the other.
struct LockProduct: Statement {
    typealias Row = Void
    static let sql = "SELECT pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0))"
    let bundle: String
    let product: String

    func bind(_ parameters: inout Parameters) {
        parameters.text(bundle)
        parameters.text(product)
    }
}

struct FindProductMark: Statement {
    static let sql = """
        SELECT m.bundle, m.product, m.not_ours, m.reason, m.marked_at, c.name
        FROM product_marks m JOIN callers c ON c.caller = m.caller
        WHERE m.bundle = $1 AND m.product = $2 ORDER BY m.version DESC LIMIT 1
        """
    let bundle: String
    let product: String

    func bind(_ parameters: inout Parameters) {
        parameters.text(bundle)
        parameters.text(product)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ProductMark {
        try ProductMark(
            bundle: row.text(), product: row.text(), isForeign: row.bool(), reason: row.text(),
            markedAt: row.instant(), callerName: row.text())
    }
}

struct InsertProductMark: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO product_marks (bundle, product, version, not_ours, reason, marked_at, caller)
        SELECT $1, $2, coalesce(max(m.version), 0) + 1, $3, $4, \(shiftedClock("$6")), $5
        FROM product_marks m WHERE m.bundle = $1 AND m.product = $2
        """
    let bundle: String
    let product: String
    let isForeign: Bool
    let reason: String
    let caller: CallerID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(bundle)
        parameters.text(product)
        parameters.bool(isForeign)
        parameters.text(reason)
        parameters.int4(caller.number)
        parameters.int8(clockShiftMs)
    }
}

struct ListProductMarks: Statement {
    static let sql = """
        SELECT DISTINCT ON (m.bundle, m.product) m.bundle, m.product, m.not_ours, m.reason, m.marked_at, c.name
        FROM product_marks m JOIN callers c ON c.caller = m.caller
        WHERE $1::text IS NULL OR (m.bundle, m.product) > ($1, $2)
        ORDER BY m.bundle, m.product, m.version DESC LIMIT $3
        """
    let after: (bundle: String, product: String)?
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(after?.bundle)
        parameters.text(after?.product)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ProductMark {
        try FindProductMark.decode(&row)
    }
}
