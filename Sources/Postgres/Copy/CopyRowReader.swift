package import struct FoundationEssentials.UUID

/// Reads the columns of one copied row from left to right. COPY tells lengths and no types: each value must have the
/// length of its type, so that a wrong list of columns is found out.
/// Noncopyable, so that it cannot outlive the bytes it reads.
package struct CopyRowReader: ~Copyable {
    private var wire: WireReader
    private let columnCount: Int16
    private var column: Int16 = 0

    init(_ wire: WireReader, columnCount: Int16) {
        self.wire = wire
        self.columnCount = columnCount
    }

    package mutating func bool() throws(PostgresError) -> Bool { try number(UInt8.self) != 0 }

    package mutating func int2() throws(PostgresError) -> Int16 { try number() }

    package mutating func optionalInt2() throws(PostgresError) -> Int16? { try optionalNumber() }

    package mutating func int4() throws(PostgresError) -> Int32 { try number() }

    package mutating func optionalInt4() throws(PostgresError) -> Int32? { try optionalNumber() }

    package mutating func int8() throws(PostgresError) -> Int64 { try number() }

    package mutating func optionalInt8() throws(PostgresError) -> Int64? { try optionalNumber() }

    package mutating func uuid() throws(PostgresError) -> UUID {
        try check(presentLength(), is: MemoryLayout<UUID>.size)
        return try wire.uuid()
    }

    package mutating func optionalUUID() throws(PostgresError) -> UUID? {
        guard let length = try nextLength() else { return nil }
        try check(length, is: MemoryLayout<UUID>.size)
        return try wire.uuid()
    }

    package mutating func text() throws(PostgresError) -> String { try wire.text(presentLength()) }

    package mutating func optionalText() throws(PostgresError) -> String? {
        guard let length = try nextLength() else { return nil }
        return try wire.text(length)
    }

    package mutating func bytes() throws(PostgresError) -> [UInt8] { try wire.bytes(presentLength()) }

    package mutating func optionalBytes() throws(PostgresError) -> [UInt8]? {
        guard let length = try nextLength() else { return nil }
        return try wire.bytes(length)
    }

    /// Microseconds since 1970-01-01 UTC; `infinity` is `unexpectedShape`.
    package mutating func timestamp() throws(PostgresError) -> Int64 {
        try check(presentLength(), is: MemoryLayout<Int64>.size)
        return try wire.microseconds()
    }

    package mutating func optionalTimestamp() throws(PostgresError) -> Int64? {
        guard let length = try nextLength() else { return nil }
        try check(length, is: MemoryLayout<Int64>.size)
        return try wire.microseconds()
    }

    package mutating func int2Array() throws(PostgresError) -> [Int16] { try array(.int2) }

    package mutating func int4Array() throws(PostgresError) -> [Int32] { try array(.int4) }

    package mutating func int8Array() throws(PostgresError) -> [Int64] { try array(.int8) }

    /// Where the next row begins.
    consuming func end() throws(PostgresError) -> WireReader {
        guard column == columnCount else {
            throw .unexpectedShape("\(column) of \(columnCount) columns were read")
        }
        return wire
    }

    /// Steps over the columns that nobody reads, also after a value that could not be read.
    package mutating func skipRest() throws(PostgresError) {
        while column < columnCount {
            guard let length = try nextLength() else { continue }
            _ = try wire.part(length)
        }
    }

    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _: Number.Type = Number.self
    ) throws(PostgresError) -> Number {
        try check(presentLength(), is: MemoryLayout<Number>.size)
        return try wire.number()
    }

    private mutating func optionalNumber<Number: FixedWidthInteger & BitwiseCopyable>() throws(PostgresError)
        -> Number?
    {
        guard let length = try nextLength() else { return nil }
        try check(length, is: MemoryLayout<Number>.size)
        return try wire.number()
    }

    /// One-dimensional, no NULLs: dimensions, whether there are NULLs, element type, count, lower bound, then elements.
    private mutating func array<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: PostgresType
    ) throws(PostgresError) -> [Number] {
        // A reader of its own: whatever is wrong inside, the row goes on behind it.
        var wire = try wire.part(presentLength())
        let dimensions: Int32 = try wire.number()
        _ = try wire.number(Int32.self)
        guard try wire.number(UInt32.self) == type.oid else {
            throw .unexpectedShape("an array is not of \(type.name)")
        }
        guard dimensions != 0 else { return [] }
        guard dimensions == 1 else { throw .unexpectedShape("an array has \(dimensions) dimensions") }
        let count = Int(try wire.number(Int32.self))
        _ = try wire.number(Int32.self)
        guard count >= 0, count <= wire.remaining / 4 else { throw .unexpectedShape("an array is cut short") }
        var numbers: [Number] = []
        numbers.reserveCapacity(count)
        for _ in 0..<count {
            try check(Int(wire.number(Int32.self)), is: MemoryLayout<Number>.size)
            numbers.append(try wire.number())
        }
        return numbers
    }

    private mutating func presentLength() throws(PostgresError) -> Int {
        guard let length = try nextLength() else { throw .unexpectedShape("column \(column) is NULL") }
        return length
    }

    private mutating func nextLength() throws(PostgresError) -> Int? {
        guard column < columnCount else { throw .unexpectedShape("there are only \(columnCount) columns") }
        column += 1
        let length = Int(try wire.number(Int32.self))
        return length < 0 ? nil : length
    }

    private func check(_ length: Int, is size: Int) throws(PostgresError) {
        guard length == size else { throw .unexpectedShape("column \(column) has \(length) bytes instead of \(size)") }
    }
}
