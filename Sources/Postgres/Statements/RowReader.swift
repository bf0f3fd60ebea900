internal import CLibPQ

package import struct FoundationEssentials.UUID

/// Reads the columns of one row from left to right, straight from libpq's memory. Types are checked, never guessed:
/// a column of another type, a NULL where none is expected or a missing column is `unexpectedShape`.
/// Noncopyable, so that it cannot outlive the result it reads.
@safe
package struct RowReader: ~Copyable {
    private let result: OpaquePointer
    private let row: Int32
    private let columnCount: Int32
    private var column: Int32 = 0

    init(result: OpaquePointer, row: Int32, columnCount: Int32) {
        unsafe self.result = result
        self.row = row
        self.columnCount = columnCount
    }

    /// Whether the next column is NULL; `skip` steps over it.
    package var nextIsNull: Bool {
        unsafe column < columnCount && PQgetisnull(result, row, column) == 1
    }

    package mutating func skip() { column += 1 }

    package mutating func bool() throws(PostgresError) -> Bool { try present(optionalBool()) }

    package mutating func optionalBool() throws(PostgresError) -> Bool? {
        try scalar(.bool) { (wire: inout WireReader) throws(PostgresError) in try wire.number(UInt8.self) != 0 }
    }

    package mutating func int2() throws(PostgresError) -> Int16 { try present(optionalInt2()) }

    package mutating func optionalInt2() throws(PostgresError) -> Int16? {
        try scalar(.int2) { (wire: inout WireReader) throws(PostgresError) in try wire.number() }
    }

    package mutating func int4() throws(PostgresError) -> Int32 { try present(optionalInt4()) }

    package mutating func optionalInt4() throws(PostgresError) -> Int32? {
        try scalar(.int4) { (wire: inout WireReader) throws(PostgresError) in try wire.number() }
    }

    package mutating func int8() throws(PostgresError) -> Int64 { try present(optionalInt8()) }

    package mutating func optionalInt8() throws(PostgresError) -> Int64? {
        try scalar(.int8) { (wire: inout WireReader) throws(PostgresError) in try wire.number() }
    }

    package mutating func uuid() throws(PostgresError) -> UUID { try present(optionalUUID()) }

    package mutating func optionalUUID() throws(PostgresError) -> UUID? {
        try scalar(.uuid) { (wire: inout WireReader) throws(PostgresError) in try wire.uuid() }
    }

    /// Also `varchar`, `char(n)` and `name`; cast anything else in SQL (`column::text`).
    package mutating func text() throws(PostgresError) -> String { try present(optionalText()) }

    package mutating func optionalText() throws(PostgresError) -> String? {
        try scalar(.text) { (wire: inout WireReader) throws(PostgresError) in try wire.text(wire.remaining) }
    }

    package mutating func bytes() throws(PostgresError) -> [UInt8] { try present(optionalBytes()) }

    package mutating func optionalBytes() throws(PostgresError) -> [UInt8]? {
        try scalar(.bytea) { (wire: inout WireReader) throws(PostgresError) in try wire.bytes(wire.remaining) }
    }

    /// Microseconds since 1970-01-01 UTC; `infinity` and `-infinity` are `unexpectedShape`.
    package mutating func timestamp() throws(PostgresError) -> Int64 { try present(optionalTimestamp()) }

    package mutating func optionalTimestamp() throws(PostgresError) -> Int64? {
        try scalar(.timestamptz) { (wire: inout WireReader) throws(PostgresError) in try wire.microseconds() }
    }

    /// Called after `decode`: a statement reads all of its columns, so that code and SQL cannot drift apart.
    func end() throws(PostgresError) {
        guard column == columnCount else {
            throw .unexpectedShape("\(column) of \(columnCount) columns were read")
        }
    }

    func present<Value>(_ value: Value?) throws(PostgresError) -> Value {
        guard let value else { throw .unexpectedShape("column \(column) is NULL") }
        return value
    }

    private mutating func scalar<Value>(
        _ type: PostgresType, _ read: (inout WireReader) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value? {
        let also = type == .text ? PostgresType.textLike : []
        guard var wire = try next(type.oid, also: also, name: type.name) else { return nil }
        let value = try read(&wire)
        try wire.end()
        return value
    }

    /// The bytes of the next column, which must have type `oid` (or one of `also`); nil for NULL.
    mutating func next(_ oid: UInt32, also: Set<UInt32>, name: String) throws(PostgresError) -> WireReader? {
        guard column < columnCount else { throw .unexpectedShape("there are only \(columnCount) columns") }
        let index = column
        column += 1
        let found = unsafe PQftype(result, index)
        guard found == oid || also.contains(found) else {
            throw .unexpectedShape("column \(index + 1) has type \(found) instead of \(name)")
        }
        guard unsafe PQgetisnull(result, row, index) == 0 else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, index), count: Int(PQgetlength(result, row, index)))
        return unsafe WireReader(bytes)
    }
}
