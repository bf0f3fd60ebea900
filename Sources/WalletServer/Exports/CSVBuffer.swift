/// How text cells are written. Numbers are bare in both.
package enum CSVFlavour: Sendable {
    /// UTF-8 without a mark, text unchanged.
    case plain
    /// A byte-order mark first, text unchanged.
    case marked
    /// For programs that guess: a byte-order mark first, text that would run as a formula or be taken for a number
    /// and lose digits begins with an apostrophe.
    case spreadsheet
}

/// Bytes of a CSV text (RFC 4180): commas, CRLF, quotes only where a cell needs them. Its memory is used again and
/// again; nothing here makes a String (short literals need no memory).
struct CSVBuffer {
    private(set) var bytes: [UInt8] = []
    private let flavour: CSVFlavour
    private var isRowEmpty = true

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// Excel keeps 15 digits of a number; transaction ids have more.
    static let spreadsheetDigitsMax = 15

    init(_ flavour: CSVFlavour, capacityBytes: Int = 0) {
        self.flavour = flavour
        bytes.reserveCapacity(capacityBytes)
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func mark() {
        if flavour != .plain { bytes += Self.byteOrderMark }
    }

    mutating func endRow() {
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
        isRowEmpty = true
    }

    mutating func empty() { beginCell() }

    /// A cell with known letters in it: no comma, quote, line end or formula.
    mutating func word(_ word: String) {
        beginCell()
        append(word)
    }

    mutating func text(_ text: String) {
        beginCell()
        let utf8 = text.utf8
        let isGuarded = flavour == .spreadsheet && CSVText.misleads(utf8)
        guard utf8.contains(where: CSVText.needsQuotes) else {
            if isGuarded { bytes.append(CSVText.guardMark) }
            bytes.append(contentsOf: utf8)
            return
        }
        bytes.append(CSVText.quote)
        if isGuarded { bytes.append(CSVText.guardMark) }
        for byte in utf8 {
            if byte == CSVText.quote { bytes.append(CSVText.quote) }
            bytes.append(byte)
        }
        bytes.append(CSVText.quote)
    }

    mutating func number(_ value: Int64) {
        beginCell()
        append(value)
    }

    /// Several pieces make the cell: they follow with `append`.
    mutating func beginCell() {
        if isRowEmpty { isRowEmpty = false } else { bytes.append(UInt8(ascii: ",")) }
    }

    mutating func append(_ letters: String) { bytes.append(contentsOf: letters.utf8) }

    mutating func append(byte: UInt8) { bytes.append(byte) }

    /// Turns around what was appended since the buffer had `start` bytes: digits come out lowest first.
    mutating func reverse(from start: Int) {
        var (first, last) = (start, bytes.count - 1)
        while first < last {
            bytes.swapAt(first, last)
            first += 1
            last -= 1
        }
    }
}
