internal import struct FoundationEssentials.UUID

/// Reads one binary value out of libpq's memory, never past its end. Lives only while its result does.
@safe
struct WireReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    var remaining: Int { unsafe bytes.count - offset }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _: Number.Type = Number.self
    ) throws(PostgresError) -> Number {
        let size = MemoryLayout<Number>.size
        guard remaining >= size else { throw .unexpectedShape("a number of \(size) bytes has \(remaining)") }
        let value = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
        offset += size
        return Number(bigEndian: value)
    }

    mutating func uuid() throws(PostgresError) -> UUID {
        let size = MemoryLayout<UUIDBytes>.size
        guard remaining >= size else { throw .unexpectedShape("a uuid has \(remaining) bytes") }
        let value = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UUIDBytes.self)
        offset += size
        return UUID(uuid: value)
    }

    mutating func bytes(_ count: Int) throws(PostgresError) -> [UInt8] {
        unsafe [UInt8](try slice(count))
    }

    /// The server checked that it is UTF-8 (`client_encoding`).
    mutating func text(_ count: Int) throws(PostgresError) -> String {
        unsafe String(decoding: try slice(count), as: UTF8.self)
    }

    /// The next `count` bytes as a value of their own.
    mutating func part(_ count: Int) throws(PostgresError) -> WireReader {
        unsafe WireReader(UnsafeRawBufferPointer(rebasing: try slice(count)))
    }

    func end() throws(PostgresError) {
        guard remaining == 0 else { throw .unexpectedShape("\(remaining) bytes are left over in a value") }
    }

    private mutating func slice(_ count: Int) throws(PostgresError) -> Slice<UnsafeRawBufferPointer> {
        guard count >= 0, remaining >= count else {
            throw .unexpectedShape("\(count) bytes are announced, \(remaining) are there")
        }
        defer { offset += count }
        return unsafe bytes[offset..<offset + count]
    }
}

/// The sixteen bytes inside a `UUID`.
private typealias UUIDBytes = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)
