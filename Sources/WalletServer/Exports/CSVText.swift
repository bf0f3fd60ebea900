/// Which texts a reader of CSV takes for something else.
enum CSVText {
    static let quote = UInt8(ascii: "\"")
    static let guardMark = UInt8(ascii: "'")

    static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == quote || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
    }

    /// Would a spreadsheet run it as a formula (CWE-1236; OWASP ASVS 1.2.10), or round it as a number?
    static func misleads(_ utf8: String.UTF8View) -> Bool {
        guard let first = utf8.first else { return false }
        switch first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"),
            UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            return true
        case fullWidthLead:
            return fullWidthTriggers.contains(Array(utf8.prefix(3)))
        default:
            return utf8.count > CSVBuffer.spreadsheetDigitsMax && utf8.allSatisfy(isDigit)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// ＝ ＋ － ＠, which East Asian versions treat like their narrow twins.
    private static let fullWidthLead: UInt8 = 0xEF
    private static let fullWidthTriggers: [[UInt8]] = [
        [0xEF, 0xBC, 0x9D], [0xEF, 0xBC, 0x8B], [0xEF, 0xBC, 0x8D], [0xEF, 0xBC, 0xA0],
    ]
}
