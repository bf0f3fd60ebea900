/// Unpacks gzip files (RFC 1952): one member after the other, each checked against its CRC-32 and length.
///
/// Pure and bounded: it writes at most `bytesMax` bytes and stops there, so a few kilobytes that unpack to gigabytes
/// cost no memory.
package enum GzipReader {
    /// The magic number: nothing else begins so.
    package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    package static func unpack(_ bytes: [UInt8], bytesMax: Int) throws(GzipError) -> [UInt8] {
        var inflater = Inflater(bytes, bytesMax: bytesMax)
        var offset = 0
        repeat {
            let start = inflater.output.count
            offset = try inflater.run(from: try header(bytes, offset))
            guard let checksum = number(bytes, offset), let length = number(bytes, offset + 4) else { throw .damaged }
            let unpacked = inflater.output[start...]
            guard checksum == CRC32.of(unpacked), length == UInt32(truncatingIfNeeded: unpacked.count) else {
                throw .wrongChecksum
            }
            offset += 8
        } while offset < bytes.count
        return inflater.output
    }

    private enum Flag {
        static let headerChecksum: UInt8 = 2
        static let extra: UInt8 = 4
        static let name: UInt8 = 8
        static let comment: UInt8 = 16
        static let reserved: UInt8 = 0xE0
    }

    private static let deflate: UInt8 = 8

    /// - Returns: where the compressed data begin.
    private static func header(_ bytes: [UInt8], _ start: Int) throws(GzipError) -> Int {
        guard bytes.count >= start + 10, bytes[start...].starts(with: [0x1F, 0x8B, deflate]) else { throw .damaged }
        let flags = bytes[start + 3]
        guard flags & Flag.reserved == 0 else { throw .damaged }
        var offset = start + 10
        if flags & Flag.extra != 0 {
            guard bytes.count >= offset + 2 else { throw .damaged }
            offset += 2 + Int(bytes[offset]) + Int(bytes[offset + 1]) << 8
        }
        for flag in [Flag.name, Flag.comment] where flags & flag != 0 {
            guard offset <= bytes.count, let end = bytes[offset...].firstIndex(of: 0) else { throw .damaged }
            offset = end + 1
        }
        if flags & Flag.headerChecksum != 0 { offset += 2 }
        guard offset <= bytes.count else { throw .damaged }
        return offset
    }

    /// Lowest byte first.
    private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32? {
        guard bytes.count >= offset + 4 else { return nil }
        return bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// The checksum of RFC 1952, 8.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let table = table
        return ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
}
