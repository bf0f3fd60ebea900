/// Puts a chunked body together (RFC 9112, 7.1), going on where it was when more has come.
struct ChunkReader {
    enum Progress: Equatable {
        case incomplete
        case complete([UInt8])
        case broken
    }

    private var body: [UInt8] = []
    /// Where the next chunk's size begins; nil before the first look.
    private var position: Int?

    /// - Parameters:
    ///   - bytes: the whole response as far as it came.
    ///   - start: where its body begins.
    mutating func read(_ bytes: [UInt8], from start: Int) -> Progress {
        var index = position ?? start
        while let lineEnd = bytes[index...].firstIndex(of: UInt8(ascii: "\r")) {
            guard let size = Int(String(decoding: bytes[index..<lineEnd], as: UTF8.self), radix: 16), size >= 0 else {
                return .broken
            }
            let data = lineEnd + lineBreakBytes
            // The last chunk has no bytes, and an empty line follows.
            guard bytes.count >= data + size + lineBreakBytes else { break }
            if size == 0 { return .complete(body) }
            body += bytes[data..<(data + size)]
            index = data + size + lineBreakBytes
        }
        position = index
        return .incomplete
    }
}

private let lineBreakBytes = 2
