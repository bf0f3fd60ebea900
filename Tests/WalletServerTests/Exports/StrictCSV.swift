/// A reader of RFC 4180 that forgives nothing, written for the tests alone.
enum StrictCSV {
    struct Malformed: Error {
        let what: String
        let offset: Int
    }

    /// The records of `bytes`: every line ends with CRLF, a quote stands only where the grammar has one.
    static func read(_ bytes: [UInt8]) throws -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var place = 0
        while place < bytes.count {
            record.append(try cell(bytes, &place))
            guard place < bytes.count else { throw Malformed(what: "no line end", offset: place) }
            if bytes[place] == UInt8(ascii: ",") {
                place += 1
                continue
            }
            guard bytes[place...].starts(with: [0x0D, 0x0A]) else { throw Malformed(what: "bare end", offset: place) }
            place += 2
            records.append(record)
            record = []
        }
        guard record.isEmpty else { throw Malformed(what: "a last comma", offset: place) }
        return records
    }

    private static func cell(_ bytes: [UInt8], _ place: inout Int) throws -> String {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return try bareCell(bytes, &place) }
        var found: [UInt8] = []
        place += 1
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "\"") {
                place += 1
                guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return try text(found, place) }
            }
            found.append(bytes[place])
            place += 1
        }
        throw Malformed(what: "an open quote", offset: place)
    }

    private static func bareCell(_ bytes: [UInt8], _ place: inout Int) throws -> String {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: ","), bytes[place] != 0x0D {
            guard bytes[place] != UInt8(ascii: "\""), bytes[place] != 0x0A else {
                throw Malformed(what: "a quote or line feed in a bare cell", offset: place)
            }
            place += 1
        }
        return try text(Array(bytes[start..<place]), place)
    }

    private static func text(_ bytes: [UInt8], _ place: Int) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Malformed(what: "not UTF-8", offset: place)
        }
        return text
    }
}
