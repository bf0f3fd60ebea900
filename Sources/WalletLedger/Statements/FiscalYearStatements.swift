internal import Postgres
internal import WalletDomain

/// The newest correction of each year.
struct ListFiscalYears: Statement {
    static let sql = """
        SELECT DISTINCT ON (year) year, ARRAY(
            SELECT n.day - DATE '1970-01-01' FROM unnest(starts) WITH ORDINALITY AS n (day, place) ORDER BY n.place),
            last_day - DATE '1970-01-01'
        FROM apple_fiscal_years WHERE $1::timestamptz IS NULL OR told_at <= $1 ORDER BY year, change DESC
        """
    /// Nil: now.
    let until: Instant?

    func bind(_ parameters: inout Parameters) { parameters.instant(until) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> FiscalCalendar.Correction {
        FiscalCalendar.Correction(
            year: Int64(try row.int2()), starts: try row.int4Array().map { Int64($0) },
            lastDay: Int64(try row.int4()))
    }
}

struct InsertFiscalYear: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO apple_fiscal_years (year, change, starts, last_day, told_at, caller)
        SELECT $1, coalesce(max(y.change), 0) + 1, ARRAY(
            SELECT DATE '1970-01-01' + n.day FROM unnest($2::integer[]) WITH ORDINALITY AS n (day, place)
            ORDER BY n.place), DATE '1970-01-01' + $3::integer, \(shiftedClock("$5")), $4
        FROM apple_fiscal_years y WHERE y.year = $1
        """
    let correction: FiscalCalendar.Correction
    let caller: CallerID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int2(Int16(clamping: correction.year))
        parameters.int4Array(correction.starts.map { Int32(clamping: $0) })
        parameters.int4(Int32(clamping: correction.lastDay))
        parameters.int4(caller.number)
        parameters.int8(clockShiftMs)
    }
}
