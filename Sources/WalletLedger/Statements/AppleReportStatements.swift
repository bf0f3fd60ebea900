internal import Postgres
internal import WalletDomain

/// Two who bring reports or payments at once come one after the other.
struct LockAppleReports: Statement {
    typealias Row = Void
    static let sql = "SELECT pg_advisory_xact_lock(hashtextextended('coffer/apple_reports', 0))"
}

struct NextAppleReport: Statement {
    static let sql = "SELECT coalesce(max(report), 0) + 1 FROM apple_reports"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.int4() }
}

/// A day as a number of days since 1970, and back.
private let epoch = "DATE '1970-01-01'"

private let fileColumns = """
    r.report, r.kind, r.from_day - \(epoch), r.to_day - \(epoch), r.fiscal_month, r.region, r.version, r.row_count,
    r.imported_at, c.name
    """

struct FindAppleReport: Statement {
    static let sql = """
        SELECT \(fileColumns) FROM apple_reports r JOIN callers c ON c.caller = r.caller WHERE r.digest = $1
        """
    let digest: [UInt8]

    func bind(_ parameters: inout Parameters) { parameters.bytes(digest) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> AppleReportFile {
        try AppleReportFile(
            number: row.int4(), kind: row.code(), from: Int64(row.int4()), to: Int64(row.int4()),
            fiscalMonth: row.optionalText(), region: row.text(), version: row.int4(), rowCount: row.int4(),
            importedAt: row.instant(), callerName: row.text())
    }
}

struct ListAppleReports: Statement {
    static let sql = """
        SELECT \(fileColumns) FROM apple_reports r JOIN callers c ON c.caller = r.caller
        WHERE $1::bigint IS NULL OR r.report < $1 ORDER BY r.report DESC LIMIT $2
        """
    let before: Int64?
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(before)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> AppleReportFile {
        try FindAppleReport.decode(&row)
    }
}

/// A sales report that shares some of these days, and not all of them.
struct FindOverlappingSales: Statement {
    static let sql = """
        SELECT report FROM apple_reports WHERE kind = 2
            AND from_day <= \(epoch) + $2::integer AND to_day >= \(epoch) + $1::integer
            AND (from_day, to_day) <> (\(epoch) + $1::integer, \(epoch) + $2::integer)
        ORDER BY report LIMIT 1
        """
    let from: Int64
    let to: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int4(Int32(clamping: from))
        parameters.int4(Int32(clamping: to))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.int4() }
}

struct InsertAppleReport: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO apple_reports (report, digest, kind, from_day, to_day, fiscal_month, region, version, row_count,
            imported_at, caller)
        SELECT $1, $2, $3, \(epoch) + $4::integer, \(epoch) + $5::integer, $6, $7, coalesce(max(r.version), 0) + 1, $8,
            \(shiftedClock("$10")), $9
        FROM apple_reports r WHERE r.kind = $3 AND r.from_day = \(epoch) + $4::integer
            AND r.to_day = \(epoch) + $5::integer AND r.region = $7
        """
    let number: Int32
    let draft: AppleReportStore.Draft
    let rowCount: Int32
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int4(number)
        parameters.bytes(draft.digest)
        parameters.int2(draft.report.kind.rawValue)
        parameters.int4(Int32(clamping: draft.report.from))
        parameters.int4(Int32(clamping: draft.report.to))
        parameters.text(draft.month?.name)
        parameters.text(draft.region)
        parameters.int4(rowCount)
        parameters.int4(draft.caller.number)
        parameters.int8(clockShiftMs)
    }
}

struct InsertAppleReportRows: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO apple_report_rows (report, line, product, country, customer_currency, unit_price, is_return, units,
            proceeds_currency, proceeds, product_type)
        SELECT $1, $2::integer - 1 + n.place, n.product, n.country, n.customer_currency, n.unit_price, n.is_return,
            n.units, n.proceeds_currency, n.proceeds, n.product_type
        FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::boolean[], $8::bigint[], $9::text[],
            $10::bigint[], $11::text[]) WITH ORDINALITY
            AS n (product, country, customer_currency, unit_price, is_return, units, proceeds_currency, proceeds,
                product_type, place)
        """
    let report: Int32
    let firstLine: Int32
    let rows: [AppleReport.Row]

    func bind(_ parameters: inout Parameters) {
        parameters.int4(report)
        parameters.int4(firstLine)
        parameters.textArray(rows.map(\.group.product))
        parameters.textArray(rows.map(\.group.country))
        parameters.textArray(rows.map(\.group.customerCurrency.code))
        parameters.int8Array(rows.map(\.group.unitPrice))
        parameters.boolArray(rows.map(\.group.isReturn))
        parameters.int8Array(rows.map(\.units))
        parameters.textArray(rows.map(\.proceedsCurrency.code))
        parameters.int8Array(rows.map(\.proceeds))
        parameters.textArray(rows.map(\.type))
    }
}

struct ListAppleReportRows: Statement {
    static let sql = """
        SELECT product, country, customer_currency, unit_price, is_return, units, proceeds_currency, proceeds,
            product_type
        FROM apple_report_rows WHERE report = $1 ORDER BY line
        """
    let report: Int32

    func bind(_ parameters: inout Parameters) { parameters.int4(report) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> AppleReport.Row {
        let group = AppleReport.Group(
            product: try row.text(), country: try row.text(), customerCurrency: try row.currency(),
            unitPrice: try row.int8(), isReturn: try row.bool())
        return try AppleReport.Row(
            group: group, units: row.int8(), proceedsCurrency: row.currency(), proceeds: row.int8(), type: row.text())
    }
}

extension RowReader {
    mutating func currency() throws(PostgresError) -> Currency {
        guard let currency = Currency(try text()) else { throw .unexpectedShape("a currency is unknown") }
        return currency
    }
}
