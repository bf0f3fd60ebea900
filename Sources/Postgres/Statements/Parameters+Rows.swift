/// Arrays of rows of a type that the schema makes (`CREATE TYPE … AS`): one `unnest`, however many columns.
extension Parameters {
    /// Appends one array parameter. `write` appends each row's columns as if they were parameters: all of them, in the
    /// type's order and with its types; the server refuses anything else.
    package mutating func rows<Value>(
        _ type: RowType, _ values: some Sequence<Value>, _ write: (inout Parameters, Value) -> Void
    ) {
        precondition(columns == nil, "a row holds no rows")
        let offset = arena.count
        let values = Array(values)
        _ = arena.appendArrayHeader(type.oid, count: values.count)
        for value in values { appendRow(value, write) }
        columns = nil
        let length = arena.count - offset
        appended(oid: type.arrayOID, offset: offset, length: length)
    }

    /// PostgreSQL's `record_send`: a length, the number of columns, then type, length and value of each.
    private mutating func appendRow<Value>(_ value: Value, _ write: (inout Parameters, Value) -> Void) {
        let lengthOffset = arena.count
        arena.append(Int32(0))
        let countOffset = arena.count
        arena.append(Int32(0))
        columns = 0
        write(&self, value)
        arena.overwrite(at: countOffset, with: columns ?? 0)
        arena.overwrite(at: lengthOffset, with: Int32(clamping: arena.count - countOffset))
    }

    mutating func appendColumn(oid: UInt32, _ write: (inout ByteArena) -> Void) {
        appendNullColumn(oid: oid)
        let offset = arena.count
        write(&arena)
        arena.overwrite(at: offset - 4, with: Int32(clamping: arena.count - offset))
    }

    mutating func appendNullColumn(oid: UInt32) {
        arena.append(oid)
        arena.append(Int32(-1))
        columns? += 1
    }
}

/// A row type of the schema by the numbers that it has in this database: found by its name, once a connection.
package struct RowType: Hashable, Sendable {
    let oid: UInt32
    let arrayOID: UInt32
}

extension PostgresSession {
    /// - Parameter name: as the search path finds it.
    package func rowType(named name: String, deadlineMs: Int) throws(PostgresError) -> RowType {
        let pipeline = Pipeline()
        let found = pipeline.add(FindRowType(name: name))
        try run(pipeline, deadlineMs: deadlineMs)
        guard let type = found.rows.first else { throw .unexpectedShape("there is no type \(name)") }
        return type
    }
}

/// No row: no such type.
struct FindRowType: Statement {
    static let sql = "SELECT oid::bigint, typarray::bigint FROM pg_catalog.pg_type WHERE oid = to_regtype($1)"
    let name: String

    func bind(_ parameters: inout Parameters) { parameters.text(name) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> RowType {
        RowType(oid: UInt32(truncatingIfNeeded: try row.int8()), arrayOID: UInt32(truncatingIfNeeded: try row.int8()))
    }
}
