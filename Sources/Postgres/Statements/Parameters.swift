package import struct FoundationEssentials.UUID

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The parameters of all statements of a pipeline, binary, with explicit lengths and types, in one arena.
///
/// Each call appends the next `$n`, or inside `rows` the row's next column; nil is NULL. What PostgreSQL could not
/// store is remembered as a refusal, and the pipeline is then not sent.
package struct Parameters: ~Copyable {
    var arena = ByteArena()
    private(set) var offsets: [Int?] = []
    private(set) var lengths: [Int32] = []
    private(set) var oids: [UInt32] = []
    private(set) var refusal: String?
    /// How many columns the row under way has; nil outside of `rows`.
    var columns: Int32?

    var count: Int { offsets.count }

    package mutating func bool(_ value: Bool?) { scalar(.bool, value) { $0.append($1 ? UInt8(1) : 0) } }

    package mutating func int2(_ value: Int16?) { scalar(.int2, value) { $0.append($1) } }

    package mutating func int4(_ value: Int32?) { scalar(.int4, value) { $0.append($1) } }

    package mutating func int8(_ value: Int64?) { scalar(.int8, value) { $0.append($1) } }

    package mutating func uuid(_ value: UUID?) { scalar(.uuid, value) { $0.append($1) } }

    /// Refused if it holds a NUL, which PostgreSQL cannot store in a text.
    package mutating func text(_ value: String?) {
        if let value { refuseNUL(value) }
        scalar(.text, value) { $0.append($1) }
    }

    package mutating func bytes(_ value: [UInt8]?) { scalar(.bytea, value) { $0.append($1) } }

    /// `microseconds` since 1970-01-01 UTC; refused outside 4713 BC to 294276 AD.
    package mutating func timestamp(microseconds value: Int64?) {
        scalar(.timestamptz, value.map { postgresMicroseconds($0) }) { $0.append($1) }
    }

    mutating func reset() {
        arena.reset()
        offsets.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        oids.removeAll(keepingCapacity: true)
        refusal = nil
    }

    mutating func refuse(_ reason: String) {
        refusal = refusal ?? "parameter $\(count + 1) in the pipeline: \(reason)"
    }

    mutating func refuseNUL(_ text: String) {
        var copy = text
        let holdsNUL = copy.withUTF8 { utf8 in
            guard let base = utf8.baseAddress else { return false }
            return unsafe memchr(base, 0, utf8.count) != nil
        }
        if holdsNUL { refuse("a text holds a NUL") }
    }

    mutating func postgresMicroseconds(_ microseconds: Int64) -> Int64 {
        let (value, overflow) = microseconds.subtractingReportingOverflow(PostgresEpoch.offsetMicroseconds)
        if overflow || !PostgresEpoch.range.contains(value) { refuse("a moment is out of range") }
        return value
    }

    /// Appends one parameter or column of type `oid`, whose bytes `write` puts into the arena.
    mutating func append(oid: UInt32, _ write: (inout ByteArena) -> Void) {
        if columns != nil { return appendColumn(oid: oid, write) }
        let offset = arena.count
        write(&arena)
        appended(oid: oid, offset: offset, length: arena.count - offset)
    }

    /// One more parameter, whose bytes lie in the arena.
    mutating func appended(oid: UInt32, offset: Int, length: Int) {
        let sent = Int32(exactly: length)
        if sent == nil { refuse("a value is larger than 2 GiB") }
        offsets.append(offset)
        lengths.append(sent ?? 0)
        oids.append(oid)
    }

    private mutating func scalar<Value>(
        _ type: PostgresType, _ value: Value?, write: (inout ByteArena, Value) -> Void
    ) {
        guard let value else { return appendNull(oid: type.oid) }
        append(oid: type.oid) { write(&$0, value) }
    }

    private mutating func appendNull(oid: UInt32) {
        if columns != nil { return appendNullColumn(oid: oid) }
        offsets.append(nil)
        lengths.append(0)
        oids.append(oid)
    }
}
