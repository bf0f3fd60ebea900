/// One SQL statement: text, parameters and row side by side.
///
/// A conforming type is prepared once a session, under a name of its own. Its parameters must have the same types in
/// the same order at every call; `decode` must read every column of a row, in order.
package protocol Statement: Sendable {
    associatedtype Row: Sendable
    static var sql: String { get }
    func bind(_ parameters: inout Parameters)
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row
}

extension Statement {
    package func bind(_ parameters: inout Parameters) {}
}

/// Statements whose rows nobody reads.
extension Statement where Row == Void {
    package static func decode(_ row: inout RowReader) throws(PostgresError) {}
}

package struct Begin: Statement {
    package typealias Row = Void
    package static let sql = "BEGIN"
    package init() {}
}

/// Answers the tag `ROLLBACK` if the transaction had failed before.
package struct Commit: Statement {
    package typealias Row = Void
    package static let sql = "COMMIT"
    package init() {}
}

package struct Rollback: Statement {
    package typealias Row = Void
    package static let sql = "ROLLBACK"
    package init() {}
}

/// Changes one setting: for the session, or until the end of the transaction.
struct SetConfig: Statement {
    typealias Row = Void
    static let sql = "SELECT set_config($1, $2, $3)"
    let name: String
    let value: String
    let isLocal: Bool

    func bind(_ parameters: inout Parameters) {
        parameters.text(name)
        parameters.text(value)
        parameters.bool(isLocal)
    }
}

/// SQL made while running (a FETCH of so many rows, a DROP in a test); never prepared under a name.
package struct Command: Statement {
    package typealias Row = Void
    package static let sql = ""
}
