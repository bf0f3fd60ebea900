/// Collects one HTTP/1.1 response, with a `Content-Length` or chunked; just enough to count it and to know where it
/// ends.
struct ResponseReader {
    enum Progress: Equatable {
        case incomplete
        /// The whole response has come.
        case complete(status: Int)
        /// Not what this reader understands: the connection is of no more use.
        case broken
    }

    private var bytes: [UInt8] = []
    private var chunks = ChunkReader()
    /// Of the last response, if it was a bulk's: how many of its lines were done, and how many not.
    private(set) var lines: (done: Int, refused: Int) = (0, 0)
    /// Of the last response, if it was a hold's: its id.
    private(set) var hold: [UInt8]?

    /// Takes what came and says how far the response is. After `complete` the next response begins.
    mutating func take(_ part: some Sequence<UInt8>) -> Progress {
        bytes += part
        guard let headEnd = endOfHead() else { return bytes.count > headBytesMax ? .broken : .incomplete }
        guard let status = number(at: statusOffset) else { return .broken }
        guard let length = contentLength(headEnd: headEnd) else { return takeChunks(after: headEnd, status: status) }
        let missing = headEnd + length - bytes.count
        guard missing <= 0 else { return .incomplete }
        hold = holdID(at: headEnd)
        bytes.removeAll(keepingCapacity: true)
        return missing == 0 ? .complete(status: status) : .broken  // one request in flight: nothing may follow
    }

    /// Without a length the body is in chunks: those of a bulk.
    private mutating func takeChunks(after headEnd: Int, status: Int) -> Progress {
        switch chunks.read(bytes, from: headEnd) {
        case .incomplete: return .incomplete
        case .broken: return .broken
        case .complete(let body):
            lines = ResponseReader.count(body)
            bytes.removeAll(keepingCapacity: true)
            chunks = ChunkReader()
            return .complete(status: status)
        }
    }

    /// Each result stands on a line of its own and begins with its number and its status.
    private static func count(_ body: [UInt8]) -> (done: Int, refused: Int) {
        var lines = (done: 0, refused: 0)
        for line in body.split(separator: lineFeed) where line.starts(with: lineBegin) {
            guard let comma = line.firstIndex(of: UInt8(ascii: ",")) else { continue }
            if line[comma...].starts(with: doneStatus) { lines.done += 1 } else { lines.refused += 1 }
        }
        return lines
    }

    /// A hold's answer begins with its id.
    private func holdID(at start: Int) -> [UInt8]? {
        guard bytes[start...].starts(with: holdBegin) else { return nil }
        let id = bytes[(start + holdBegin.count)...]
        return id.firstIndex(of: UInt8(ascii: "\"")).map { Array(id[..<$0]) }
    }

    /// Where the body begins.
    private func endOfHead() -> Int? {
        var index = 3
        while index < bytes.count {
            if bytes[index] == lineFeed && bytes[index - 2] == lineFeed && bytes[index - 1] == carriageReturn {
                return index + 1
            }
            index += 1
        }
        return nil
    }

    private func contentLength(headEnd: Int) -> Int? {
        var lineStart = 0
        for index in 0..<headEnd where bytes[index] == lineFeed {
            if isContentLength(at: lineStart) { return number(at: lineStart + contentLengthName.count) }
            lineStart = index + 1
        }
        return nil
    }

    private func isContentLength(at start: Int) -> Bool {
        guard start + contentLengthName.count < bytes.count else { return false }
        return contentLengthName.indices.allSatisfy { bytes[start + $0] | 0x20 == contentLengthName[$0] | 0x20 }
    }

    /// Decimal digits, after spaces; nil if there are none.
    private func number(at start: Int) -> Int? {
        var index = start
        while index < bytes.count && bytes[index] == UInt8(ascii: " ") { index += 1 }
        var value: Int?
        while index < bytes.count, let digit = digitValue(bytes[index]), (value ?? 0) < bodyBytesMax {
            value = (value ?? 0) * 10 + digit
            index += 1
        }
        return value
    }

    private func digitValue(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }
}

private let lineBegin = Array(#"{"line":"#.utf8)
private let doneStatus = Array(#","status":200"#.utf8)
private let holdBegin = Array(#"{"hold":""#.utf8)
private let contentLengthName = Array("content-length:".utf8)
private let statusOffset = "HTTP/1.1 ".utf8.count
private let headBytesMax = 16 * 1024
private let bodyBytesMax = 1 << 30
private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")
