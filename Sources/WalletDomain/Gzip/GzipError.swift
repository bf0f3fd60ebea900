/// Why compressed bytes are refused.
package enum GzipError: Error, Equatable, Sendable {
    /// Not what RFC 1952 and 1951 describe, or cut off.
    case damaged
    /// Whole, but not what was packed: its checksum or length is another one.
    case wrongChecksum
    /// It would be longer than this many bytes.
    case tooLarge(bytesMax: Int)
}
