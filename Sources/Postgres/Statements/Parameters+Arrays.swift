package import struct FoundationEssentials.UUID

/// One-dimensional arrays, with or without NULL elements: what `unnest` takes apart.
extension Parameters {
    package mutating func boolArray(_ values: [Bool]) {
        array(.bool, values) { $0.append($1 ? UInt8(1) : 0) }
    }

    package mutating func boolArray(_ values: [Bool?]) {
        optionalArray(.bool, values) { $0.append($1 ? UInt8(1) : 0) }
    }

    package mutating func int2Array(_ values: [Int16]) {
        array(.int2, values) { $0.append($1) }
    }

    package mutating func int2Array(_ values: [Int16?]) {
        optionalArray(.int2, values) { $0.append($1) }
    }

    package mutating func int4Array(_ values: [Int32]) {
        array(.int4, values) { $0.append($1) }
    }

    package mutating func int4Array(_ values: [Int32?]) {
        optionalArray(.int4, values) { $0.append($1) }
    }

    package mutating func int8Array(_ values: [Int64]) {
        array(.int8, values) { $0.append($1) }
    }

    package mutating func int8Array(_ values: [Int64?]) {
        optionalArray(.int8, values) { $0.append($1) }
    }

    package mutating func uuidArray(_ values: [UUID]) {
        array(.uuid, values) { $0.append($1) }
    }

    package mutating func uuidArray(_ values: [UUID?]) {
        optionalArray(.uuid, values) { $0.append($1) }
    }

    package mutating func textArray(_ values: [String]) {
        for value in values { refuseNUL(value) }
        array(.text, values) { $0.append($1) }
    }

    package mutating func textArray(_ values: [String?]) {
        for case let value? in values { refuseNUL(value) }
        optionalArray(.text, values) { $0.append($1) }
    }

    package mutating func bytesArray(_ values: [[UInt8]]) {
        array(.bytea, values) { $0.append($1) }
    }

    package mutating func bytesArray(_ values: [[UInt8]?]) {
        optionalArray(.bytea, values) { $0.append($1) }
    }

    package mutating func timestampArray(microseconds values: [Int64]) {
        let moments = values.map { postgresMicroseconds($0) }
        array(.timestamptz, moments) { $0.append($1) }
    }

    package mutating func timestampArray(microseconds values: [Int64?]) {
        var moments: [Int64?] = []
        for value in values { moments.append(value.map { postgresMicroseconds($0) }) }
        optionalArray(.timestamptz, moments) { $0.append($1) }
    }

    private mutating func array<Value>(
        _ type: PostgresType, _ values: [Value], write: (inout ByteArena, Value) -> Void
    ) {
        append(oid: type.arrayOID) { arena in
            _ = arena.appendArrayHeader(type.oid, count: values.count)
            for value in values { _ = arena.appendSized(value, write) }
        }
    }

    private mutating func optionalArray<Value>(
        _ type: PostgresType, _ values: [Value?], write: (inout ByteArena, Value) -> Void
    ) {
        append(oid: type.arrayOID) { arena in
            let flagOffset = arena.appendArrayHeader(type.oid, count: values.count)
            for value in values where !arena.appendSized(value, write) { arena.overwrite(at: flagOffset, with: 1) }
        }
    }
}

extension ByteArena {
    /// PostgreSQL's `array_send`: dimensions, NULLs yes or no, element type, then count and lower bound; the elements
    /// follow. Returns where the flag for NULLs stands.
    mutating func appendArrayHeader(_ elementOID: UInt32, count elements: Int) -> Int {
        append(Int32(elements == 0 ? 0 : 1))
        let flagOffset = count
        append(Int32(0))
        append(elementOID)
        guard elements > 0 else { return flagOffset }
        append(Int32(clamping: elements))
        append(Int32(1))
        return flagOffset
    }

    /// A four-byte length and the value, or -1 and nothing for NULL (then false).
    fileprivate mutating func appendSized<Value>(_ value: Value?, _ write: (inout ByteArena, Value) -> Void) -> Bool {
        let offset = count
        append(Int32(-1))
        guard let value else { return false }
        write(&self, value)
        overwrite(at: offset, with: Int32(clamping: count - offset - 4))
        return true
    }

    mutating func append(_ value: UUID) { unsafe withUnsafeBytes(of: value.uuid) { unsafe append($0) } }

    mutating func append(_ value: String) {
        var copy = value
        copy.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ value: [UInt8]) { unsafe value.withUnsafeBytes { unsafe append($0) } }
}
