internal import Postgres

/// Statements that several suites use.
struct Add: Statement {
    static let sql = "SELECT $1::bigint + $2::bigint"
    let left: Int64
    let right: Int64
    func bind(_ parameters: inout Parameters) {
        parameters.int8(left)
        parameters.int8(right)
    }
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

/// Fails with 22012 if `divisor` is 0.
struct Divide: Statement {
    static let sql = "SELECT 100 / $1::bigint"
    let divisor: Int64
    func bind(_ parameters: inout Parameters) { parameters.int8(divisor) }
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

struct BackendPID: Statement {
    static let sql = "SELECT pg_backend_pid()"
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.int4() }
}

struct TerminateBackend: Statement {
    static let sql = "SELECT pg_terminate_backend($1, 60000)"
    let pid: Int32
    func bind(_ parameters: inout Parameters) { parameters.int4(pid) }
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.bool() }
}

struct Sleep: Statement {
    typealias Row = Void
    static let sql = "SELECT pg_sleep($1 / 1000.0)"
    let milliseconds: Int32
    func bind(_ parameters: inout Parameters) { parameters.int4(milliseconds) }
}

struct CurrentSetting: Statement {
    static let sql = "SELECT current_setting($1)"
    let name: String
    func bind(_ parameters: inout Parameters) { parameters.text(name) }
    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}

/// The state of the error, if the server answered one.
func state(of error: PostgresError?) -> String? { error?.serverState?.code }
