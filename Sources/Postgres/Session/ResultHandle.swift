internal import CLibPQ

/// Owns one result of libpq; cleared exactly once.
@safe
struct ResultHandle: ~Copyable {
    private let raw: OpaquePointer

    init(_ raw: OpaquePointer) { unsafe self.raw = raw }

    deinit { unsafe PQclear(raw) }

    var status: ExecStatusType { unsafe PQresultStatus(raw) }

    var rowCount: Int { Int(unsafe PQntuples(raw)) }

    var commandTag: String {
        guard let tag = unsafe PQcmdStatus(raw) else { return "" }
        return unsafe String(cString: tag)
    }

    func row(_ index: Int) -> RowReader {
        unsafe RowReader(result: raw, row: Int32(clamping: index), columnCount: PQnfields(raw))
    }

    /// Nil if libpq itself made the error (connection lost): the server always names a state.
    func serverError(statementIndex: Int?) -> ServerError? {
        guard let state = field(.state) else { return nil }
        return ServerError(
            state: SQLState(code: state), severity: field(.severity) ?? "ERROR", message: field(.message) ?? "",
            detail: field(.detail), hint: field(.hint), constraint: field(.constraint), table: field(.table),
            column: field(.column), statementIndex: statementIndex)
    }

    func field(_ field: DiagnosticField) -> String? { unsafe field.text(of: raw) }
}

/// Which part of an error or notice: `PG_DIAG_…`, character macros that Swift cannot import (manual, 55.8).
enum DiagnosticField: UInt8 {
    case severity = 0x56  // V, never translated
    case state = 0x43  // C
    case message = 0x4D  // M
    case detail = 0x44  // D
    case hint = 0x48  // H
    case constraint = 0x6E  // n
    case table = 0x74  // t
    case column = 0x63  // c

    @unsafe
    func text(of result: OpaquePointer?) -> String? {
        guard let text = unsafe PQresultErrorField(result, Int32(rawValue)) else { return nil }
        return unsafe String(cString: text)
    }
}
