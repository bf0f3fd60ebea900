/// Collects one HTTP/1.1 response with a `Content-Length`; just enough to count it and to know where it ends.
struct ResponseReader {
    enum Progress: Equatable {
        case incomplete
        /// The whole response has come.
        case complete(status: Int)
        /// Not what this reader understands: the connection is of no more use.
        case broken
    }

    private var bytes: [UInt8] = []

    /// Takes what came and says how far the response is. After `complete` the next response begins.
    mutating func take(_ part: some Sequence<UInt8>) -> Progress {
        bytes += part
        guard let headEnd = endOfHead() else { return bytes.count > headBytesMax ? .broken : .incomplete }
        guard let status = number(at: statusOffset), let length = contentLength(headEnd: headEnd) else {
            return .broken
        }
        let missing = headEnd + length - bytes.count
        guard missing <= 0 else { return .incomplete }
        bytes.removeAll(keepingCapacity: true)
        return missing == 0 ? .complete(status: status) : .broken  // one request in flight: nothing may follow
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

private let contentLengthName = Array("content-length:".utf8)
private let statusOffset = "HTTP/1.1 ".utf8.count
private let headBytesMax = 16 * 1024
private let bodyBytesMax = 1 << 30
private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")
