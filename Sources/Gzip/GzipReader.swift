/// Unpacks gzip files (RFC 1952): one member after the other, each checked against its CRC-32 and length.
///
/// Bounded: it keeps at most `bytesMax` bytes and one more, and stops there, so a few kilobytes that unpack to
/// gigabytes cost neither memory nor time.
package enum GzipReader {
    /// Of what is unpacked at a time.
    private static let chunkBytes = 64 * 1024

    /// The magic number: nothing else begins so.
    package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// - Throws: `.damaged`, also for bytes that follow the last member; `.tooLarge`.
    package static func unpack(_ bytes: [UInt8], bytesMax: Int) throws(GzipError) -> [UInt8] {
        // zlib counts what it is given with 32 bits.
        guard bytes.count <= Int(UInt32.max) else { throw .tooLarge(bytesMax: bytesMax) }
        var stream = InflateStream()
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        var output: [UInt8] = []
        var taken = 0
        var isWhole = false
        while !isWhole {
            // A byte more than may come: if there is one, it would be longer.
            let room = min(chunk.count - 1, bytesMax - output.count) + 1
            let step = stream.step(bytes[taken...], &chunk, room: room)
            taken += step.taken
            output += chunk[..<step.written]
            guard output.count <= bytesMax else { throw .tooLarge(bytesMax: bytesMax) }
            switch step.state {
            case .underWay: break
            case .endOfMember:
                isWhole = taken == bytes.count
                stream.restart()
            case .damaged: throw .damaged
            }
        }
        return output
    }
}
