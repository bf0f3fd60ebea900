/// Why compressed bytes are refused.
package enum GzipError: Error, Equatable, Sendable {
    /// Not what RFC 1952 and 1951 describe, cut off, or not what was packed: its checksum or length is another one.
    case damaged
    /// It would be longer than this many bytes.
    case tooLarge(bytesMax: Int)
}
