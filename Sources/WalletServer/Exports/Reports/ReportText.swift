internal import WalletDomain

/// How a report is written.
package enum ReportFormat: Hashable, Sendable {
    case csv(CSVFlavour)
    /// One JSON object a line, without a header.
    case jsonLines

    package var fileExtension: String {
        switch self {
        case .csv: "csv"
        case .jsonLines: "jsonl"
        }
    }

    package var contentType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8; header=present"
        case .jsonLines: "application/jsonl; charset=utf-8"
        }
    }
}

/// Rows of one report as text. Every row has the report's columns, in their order and of their types.
struct ReportText {
    private let columns: [ReportColumn]
    private let format: ReportFormat
    private var csv: CSVBuffer

    init(_ kind: ReportKind, _ format: ReportFormat) {
        columns = kind.columns
        self.format = format
        switch format {
        case .csv(let flavour): csv = CSVBuffer(flavour)
        case .jsonLines: csv = CSVBuffer(.plain)
        }
    }

    /// What stands in front of the first row.
    func header() -> [UInt8] {
        guard case .csv(let flavour) = format else { return [] }
        var buffer = CSVBuffer(flavour)
        buffer.mark()
        for column in columns { buffer.word(column.name) }
        buffer.endRow()
        return buffer.bytes
    }

    /// The bytes of one row, its end included.
    mutating func row(_ cells: [ReportCell]) -> [UInt8] {
        precondition(
            cells.count == columns.count && zip(cells, columns).allSatisfy { $0.fits($1.kind) },
            "a row has its report's columns")
        switch format {
        case .csv:
            csv.removeAll()
            for cell in cells { append(cell) }
            csv.endRow()
            return csv.bytes
        case .jsonLines:
            return json(cells)
        }
    }

    private mutating func append(_ cell: ReportCell) {
        switch cell {
        case .text(let text): csv.text(text)
        case .number(let number): csv.number(number)
        case .day(let day): csv.word(BooksDay.text(day))
        case .moment(let moment): csv.word(moment.text)
        case .flag(let flag): csv.word(flag ? "true" : "false")
        case .none: csv.empty()
        }
    }

    private func json(_ cells: [ReportCell]) -> [UInt8] {
        var writer = JSONWriter(reservingBytes: 512)
        writer.object { object in
            for (column, cell) in zip(columns, cells) {
                switch cell {
                case .text(let text): object.member(column.name, text)
                case .number(let number): object.member(column.name, number)
                case .day(let day): object.member(column.name, BooksDay.text(day))
                case .moment(let moment): object.member(column.name, moment.text)
                case .flag(let flag): object.member(column.name, flag)
                case .none: object.nullMember(column.name)
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
