/// A tab-separated report: columns found by their names, unknown ones ignored.
struct ReportTable {
    /// A line's fields, and where it stood.
    struct Line {
        let number: Int
        let fields: [Substring]

        /// Nil: the line ends before.
        subscript(index: Int) -> Substring? { fields.indices.contains(index) ? fields[index] : nil }

        /// As names are compared.
        var firstName: String { fields.first.map { ReportTable.name($0) } ?? "" }
        var isBlank: Bool { fields.allSatisfy { $0.utf8.allSatisfy { $0 == UInt8(ascii: " ") } } }
        /// As rows begin, and no total does.
        var beginsWithDigit: Bool { fields.first?.utf8.first.map { (48...57).contains($0) } ?? false }
    }

    private var rest: ArraySlice<UInt8>
    private var number = 0

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    }

    /// The next line that is not blank; nil at the end.
    mutating func next() throws(AppleReportError) -> Line? {
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = rest[..<end]
            rest = rest[end...].dropFirst()
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            guard line.count <= Limits.appleReportLineBytesMax else { throw .lineTooLong(line: number) }
            guard let text = String(validating: line, as: UTF8.self) else { throw .notText(line: number) }
            let read = Line(number: number, fields: text.split(separator: "\t", omittingEmptySubsequences: false))
            if !read.isBlank { return read }
        }
        return nil
    }

    /// Apple writes `Country Of Sale` and `Country of Sale`, `ISRC/ISBN` and `ISRC / ISBN`.
    static func name(_ text: some StringProtocol) -> String {
        String(text.lowercased().filter { !$0.isWhitespace && $0 != "_" })
    }
}

/// Where columns stand in one report.
struct ReportColumns {
    /// Apple's name, and older ones.
    struct Column {
        let name: String
        /// As they are compared.
        fileprivate let keys: [String]

        init(_ names: String...) {
            name = names.first ?? ""
            keys = names.map { ReportTable.name($0) }
        }
    }

    private var places: [String: Int] = [:]

    init(_ header: ReportTable.Line) {
        for (index, field) in header.fields.enumerated() {
            let name = ReportTable.name(field)
            if places[name] == nil { places[name] = index }
        }
    }

    func place(_ column: Column) -> Int? {
        for key in column.keys {
            if let place = places[key] { return place }
        }
        return nil
    }

    func require(_ columns: [Column]) throws(AppleReportError) {
        let missing = columns.filter { place($0) == nil }.map(\.name)
        guard missing.isEmpty else { throw .missingColumns(missing) }
    }

    /// Without spaces around it; empty: the report has no such column.
    func text(_ column: Column, _ line: ReportTable.Line) -> String {
        guard let field = place(column).flatMap({ line[$0] }) else { return "" }
        let space = UInt8(ascii: " ")
        guard field.utf8.first == space || field.utf8.last == space else { return String(field) }
        let bytes = field.utf8.drop { $0 == space }
        let end = bytes.lastIndex { $0 != space }.map { bytes.index(after: $0) } ?? bytes.startIndex
        return String(Substring(bytes[..<end]))
    }

    func bad(_ column: Column, _ line: ReportTable.Line) -> AppleReportError {
        .badField(line: line.number, column: column.name)
    }

    func currency(_ column: Column, _ line: ReportTable.Line) throws(AppleReportError) -> Currency {
        guard let currency = Currency(text(column, line)) else { throw bad(column, line) }
        return currency
    }

    func amount(_ column: Column, _ line: ReportTable.Line, exponent: Int) throws(AppleReportError) -> Int64 {
        guard let amount = ExactDecimal.parse(text(column, line), exponent: exponent) else { throw bad(column, line) }
        return amount
    }

    /// `MM/DD/YYYY`, in days since 1970.
    func day(_ column: Column, _ line: ReportTable.Line) throws(AppleReportError) -> Int64 {
        guard let day = ReportDay.parse(text(column, line)) else { throw bad(column, line) }
        return day
    }
}

enum ReportDay {
    /// `01/31/2025`; nil for anything else.
    static func parse(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].utf8.count == 4,
            parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let month = Int64(parts[0]), let day = Int64(parts[1]), let year = Int64(parts[2])
        else { return nil }
        return CivilDate(year: year, month: month, day: day)?.daysSince1970
    }
}
