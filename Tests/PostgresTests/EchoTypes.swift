internal import Foundation
internal import Postgres

/// A type whose values travel to the server and back, with the server's own text beside them.
protocol EchoType: Sendable {
    associatedtype Value: Sendable & Equatable
    static func bind(_ value: Value, _ parameters: inout Parameters)
    static func read(_ row: inout RowReader) throws(PostgresError) -> Value
}

/// Answers its parameter, once as itself and once as the server prints it: a mistake made twice would show.
struct Echo<T: EchoType>: Statement {
    static var sql: String { "SELECT $1, $1::text" }
    let value: T.Value
    func bind(_ parameters: inout Parameters) { T.bind(value, &parameters) }
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Echoed<T.Value> {
        Echoed(value: try T.read(&row), text: try row.optionalText())
    }
}

struct Echoed<Value: Sendable & Equatable>: Equatable, Sendable {
    let value: Value
    let text: String?
}

enum BoolEcho: EchoType {
    static func bind(_ value: Bool?, _ parameters: inout Parameters) { parameters.bool(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> Bool? { try row.optionalBool() }
}

enum Int2Echo: EchoType {
    static func bind(_ value: Int16?, _ parameters: inout Parameters) { parameters.int2(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> Int16? { try row.optionalInt2() }
}

enum Int4Echo: EchoType {
    static func bind(_ value: Int32?, _ parameters: inout Parameters) { parameters.int4(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> Int32? { try row.optionalInt4() }
}

enum Int8Echo: EchoType {
    static func bind(_ value: Int64?, _ parameters: inout Parameters) { parameters.int8(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> Int64? { try row.optionalInt8() }
}

enum TextEcho: EchoType {
    static func bind(_ value: String?, _ parameters: inout Parameters) { parameters.text(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> String? { try row.optionalText() }
}

enum BytesEcho: EchoType {
    static func bind(_ value: [UInt8]?, _ parameters: inout Parameters) { parameters.bytes(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> [UInt8]? { try row.optionalBytes() }
}

enum UUIDEcho: EchoType {
    static func bind(_ value: UUID?, _ parameters: inout Parameters) { parameters.uuid(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> UUID? { try row.optionalUUID() }
}

enum TimestampEcho: EchoType {
    static func bind(_ value: Int64?, _ parameters: inout Parameters) { parameters.timestamp(microseconds: value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> Int64? { try row.optionalTimestamp() }
}

enum BoolArrayEcho: EchoType {
    static func bind(_ value: [Bool?], _ parameters: inout Parameters) { parameters.boolArray(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> [Bool?] { try row.boolOptionalArray() }
}

enum Int2ArrayEcho: EchoType {
    static func bind(_ value: [Int16?], _ parameters: inout Parameters) { parameters.int2Array(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> [Int16?] { try row.int2OptionalArray() }
}

enum Int4ArrayEcho: EchoType {
    static func bind(_ value: [Int32?], _ parameters: inout Parameters) { parameters.int4Array(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> [Int32?] { try row.int4OptionalArray() }
}

enum Int8ArrayEcho: EchoType {
    static func bind(_ value: [Int64?], _ parameters: inout Parameters) { parameters.int8Array(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> [Int64?] { try row.int8OptionalArray() }
}

enum TextArrayEcho: EchoType {
    static func bind(_ value: [String?], _ parameters: inout Parameters) { parameters.textArray(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> [String?] { try row.textOptionalArray() }
}

enum BytesArrayEcho: EchoType {
    static func bind(_ value: [[UInt8]?], _ parameters: inout Parameters) { parameters.bytesArray(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> [[UInt8]?] { try row.bytesOptionalArray() }
}

enum UUIDArrayEcho: EchoType {
    static func bind(_ value: [UUID?], _ parameters: inout Parameters) { parameters.uuidArray(value) }
    static func read(_ row: inout RowReader) throws(PostgresError) -> [UUID?] { try row.uuidOptionalArray() }
}

enum TimestampArrayEcho: EchoType {
    static func bind(_ value: [Int64?], _ parameters: inout Parameters) {
        parameters.timestampArray(microseconds: value)
    }
    static func read(_ row: inout RowReader) throws(PostgresError) -> [Int64?] { try row.timestampOptionalArray() }
}

/// The overloads for arrays without NULLs, all in one row.
struct PlainArrays: Statement {
    struct Row: Equatable, Sendable {
        var bools = [true, false]
        var int2s: [Int16] = [.min, 0, .max]
        var int4s: [Int32] = [.min, 0, .max]
        var int8s: [Int64] = [.min, 0, .max]
        var texts = ["", "NULL", "a,b", "{\"", "\\", "コイン"]
        var bytes: [[UInt8]] = [[], [0], [255, 0, 1]]
        var uuids = [UUID(), UUID()]
        var timestamps: [Int64] = [-1, 0, 1]
    }
    static let sql = "SELECT $1, $2, $3, $4, $5, $6, $7, $8"
    let row: Row
    func bind(_ parameters: inout Parameters) {
        parameters.boolArray(row.bools)
        parameters.int2Array(row.int2s)
        parameters.int4Array(row.int4s)
        parameters.int8Array(row.int8s)
        parameters.textArray(row.texts)
        parameters.bytesArray(row.bytes)
        parameters.uuidArray(row.uuids)
        parameters.timestampArray(microseconds: row.timestamps)
    }
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(
            bools: try row.boolArray(), int2s: try row.int2Array(), int4s: try row.int4Array(),
            int8s: try row.int8Array(), texts: try row.textArray(), bytes: try row.bytesArray(),
            uuids: try row.uuidArray(), timestamps: try row.timestampArray())
    }
}
