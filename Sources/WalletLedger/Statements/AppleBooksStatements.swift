internal import Postgres
internal import WalletDomain

/// Reports, payments and corrections of fiscal years are only ever added: their counts say whether any came.
struct ReadAppleBooksVersion: Statement {
    static let sql = """
        SELECT (SELECT count(*) FROM apple_reports), (SELECT count(*) FROM apple_payments),
            (SELECT count(*) FROM apple_fiscal_years)
        """

    static func decode(_ row: inout RowReader) throws(PostgresError) -> AppleBooksVersion {
        try AppleBooksVersion(reports: row.int8(), payments: row.int8(), corrections: row.int8())
    }
}

/// App Store products that packs sell, and since when.
struct ListPackProducts: Statement {
    static let sql = "SELECT product, min(created_at) FROM packs GROUP BY product"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (product: String, since: Instant) {
        try (row.text(), row.instant())
    }
}

/// Reports that have not the rows with which they came.
struct FindTornAppleReports: Statement {
    static let sql = """
        SELECT r.report, r.row_count, count(n.report) FROM apple_reports r
        LEFT JOIN apple_report_rows n ON n.report = r.report
        GROUP BY r.report, r.row_count HAVING count(n.report) <> r.row_count ORDER BY r.report
        """

    struct Row: Sendable {
        let report: Int32
        let told: Int64
        let found: Int64
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        try Row(report: row.int4(), told: Int64(row.int4()), found: row.int8())
    }
}
