package import struct FoundationEssentials.UUID

/// One-dimensional arrays. `xArray` refuses NULL elements, `xOptionalArray` keeps them as nil; a NULL array is refused
/// (ask `nextIsNull` first where one may come).
extension RowReader {
    package mutating func boolArray() throws(PostgresError) -> [Bool] { try all(boolOptionalArray()) }

    package mutating func boolOptionalArray() throws(PostgresError) -> [Bool?] {
        try array(.bool) { (wire: inout WireReader) throws(PostgresError) in try wire.number(UInt8.self) != 0 }
    }

    package mutating func int2Array() throws(PostgresError) -> [Int16] { try all(int2OptionalArray()) }

    package mutating func int2OptionalArray() throws(PostgresError) -> [Int16?] {
        try array(.int2) { (wire: inout WireReader) throws(PostgresError) in try wire.number() }
    }

    package mutating func int4Array() throws(PostgresError) -> [Int32] { try all(int4OptionalArray()) }

    package mutating func int4OptionalArray() throws(PostgresError) -> [Int32?] {
        try array(.int4) { (wire: inout WireReader) throws(PostgresError) in try wire.number() }
    }

    package mutating func int8Array() throws(PostgresError) -> [Int64] { try all(int8OptionalArray()) }

    package mutating func int8OptionalArray() throws(PostgresError) -> [Int64?] {
        try array(.int8) { (wire: inout WireReader) throws(PostgresError) in try wire.number() }
    }

    package mutating func uuidArray() throws(PostgresError) -> [UUID] { try all(uuidOptionalArray()) }

    package mutating func uuidOptionalArray() throws(PostgresError) -> [UUID?] {
        try array(.uuid) { (wire: inout WireReader) throws(PostgresError) in try wire.uuid() }
    }

    package mutating func textArray() throws(PostgresError) -> [String] { try all(textOptionalArray()) }

    package mutating func textOptionalArray() throws(PostgresError) -> [String?] {
        try array(.text) { (wire: inout WireReader) throws(PostgresError) in try wire.text(wire.remaining) }
    }

    package mutating func bytesArray() throws(PostgresError) -> [[UInt8]] { try all(bytesOptionalArray()) }

    package mutating func bytesOptionalArray() throws(PostgresError) -> [[UInt8]?] {
        try array(.bytea) { (wire: inout WireReader) throws(PostgresError) in try wire.bytes(wire.remaining) }
    }

    /// Microseconds since 1970-01-01 UTC.
    package mutating func timestampArray() throws(PostgresError) -> [Int64] { try all(timestampOptionalArray()) }

    package mutating func timestampOptionalArray() throws(PostgresError) -> [Int64?] {
        try array(.timestamptz) { (wire: inout WireReader) throws(PostgresError) in try wire.microseconds() }
    }

    private func all<Value>(_ values: [Value?]) throws(PostgresError) -> [Value] {
        var found: [Value] = []
        found.reserveCapacity(values.count)
        for value in values { found.append(try present(value)) }
        return found
    }

    private mutating func array<Value>(
        _ type: PostgresType, _ read: (inout WireReader) throws(PostgresError) -> Value
    ) throws(PostgresError) -> [Value?] {
        let also = type == .text ? PostgresType.textLikeArrays : []
        var wire = try present(try next(type.arrayOID, also: also, name: "\(type.name)[]"))
        return try wire.array(read)
    }
}

extension WireReader {
    /// A timestamptz as microseconds since 1970-01-01 UTC.
    mutating func microseconds() throws(PostgresError) -> Int64 {
        let value: Int64 = try number()
        guard PostgresEpoch.range.contains(value) else { throw .unexpectedShape("a moment is infinite") }
        let (microseconds, overflow) = value.addingReportingOverflow(PostgresEpoch.offsetMicroseconds)
        guard !overflow else { throw .unexpectedShape("a moment is too far away") }
        return microseconds
    }

    /// PostgreSQL's `array_send`, see `Parameters.array`.
    fileprivate mutating func array<Value>(
        _ read: (inout WireReader) throws(PostgresError) -> Value
    ) throws(PostgresError) -> [Value?] {
        let dimensions: Int32 = try number()
        _ = try number(Int32.self)
        _ = try number(UInt32.self)
        guard dimensions != 0 else { return [] }
        guard dimensions == 1 else { throw .unexpectedShape("an array has \(dimensions) dimensions") }
        let count = Int(try number(Int32.self))
        _ = try number(Int32.self)
        // Each element has a length of four bytes at least: a wrong count cannot make us reserve much.
        guard count >= 0, count <= remaining / 4 else { throw .unexpectedShape("an array of \(count) is cut short") }
        var values: [Value?] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try element(read)) }
        try end()
        return values
    }

    private mutating func element<Value>(
        _ read: (inout WireReader) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value? {
        let length = Int(try number(Int32.self))
        guard length >= 0 else { return nil }
        var wire = try part(length)
        let value = try read(&wire)
        try wire.end()
        return value
    }
}
