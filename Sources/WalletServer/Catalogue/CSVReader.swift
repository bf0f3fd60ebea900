internal import WalletDomain

/// Reads CSV (RFC 4180) record by record: commas, quotes, CRLF or LF, a byte-order mark or none. Forgives nothing else.
struct CSVReader {
    /// One record and the line that it begins on, counted from 1.
    struct Record: Sendable {
        let line: Int
        let cells: [String]
    }

    /// What is wrong with the text, and where.
    struct Failure: Error, Hashable, Sendable {
        enum Kind: String, Sendable {
            case encoding = "bad_encoding"
            case quotes
            case lineEnd = "line_end"
            case tooLong = "cell_too_long"
        }

        let line: Int
        let kind: Kind
    }

    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var line = 1

    private static let comma = UInt8(ascii: ",")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let newline = UInt8(ascii: "\n")

    init(_ bytes: [UInt8]) {
        self.bytes = bytes.starts(with: CSVBuffer.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        position = self.bytes.startIndex
    }

    /// The next record; lines with nothing in them are skipped. Nil at the end.
    mutating func next() throws(Failure) -> Record? {
        while position < bytes.endIndex {
            let begin = line
            let cells = try record()
            if cells != [""] { return Record(line: begin, cells: cells) }
        }
        return nil
    }

    private mutating func record() throws(Failure) -> [String] {
        var cells: [String] = []
        // Each round takes a cell and what ends it; the text is bounded.
        while true {
            cells.append(try cell())
            guard position < bytes.endIndex else { return cells }
            let byte = bytes[position]
            position += 1
            if byte == Self.comma { continue }
            if byte == Self.carriageReturn {
                guard position < bytes.endIndex, bytes[position] == Self.newline else { throw failure(.lineEnd) }
                position += 1
            }
            line += 1
            return cells
        }
    }

    private mutating func cell() throws(Failure) -> String {
        guard position < bytes.endIndex, bytes[position] == CSVText.quote else { return try bareCell() }
        position += 1
        var content: [UInt8] = []
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            if byte == CSVText.quote {
                guard position < bytes.endIndex, bytes[position] == CSVText.quote else { return try closed(content) }
                position += 1
            }
            if byte == Self.newline { line += 1 }
            content.append(byte)
        }
        throw failure(.quotes)
    }

    private func closed(_ content: [UInt8]) throws(Failure) -> String {
        let ends = [Self.comma, Self.carriageReturn, Self.newline]
        guard position == bytes.endIndex || ends.contains(bytes[position]) else { throw failure(.quotes) }
        return try text(content[...])
    }

    private mutating func bareCell() throws(Failure) -> String {
        let start = position
        while position < bytes.endIndex, bytes[position] != Self.comma, bytes[position] != Self.newline,
            bytes[position] != Self.carriageReturn
        {
            guard bytes[position] != CSVText.quote else { throw failure(.quotes) }
            position += 1
        }
        return try text(bytes[start..<position])
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
        guard bytes.count <= Limits.csvCellBytesMax else { throw failure(.tooLong) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw failure(.encoding) }
        return text
    }

    private func failure(_ kind: Failure.Kind) -> Failure { Failure(line: line, kind: kind) }
}
