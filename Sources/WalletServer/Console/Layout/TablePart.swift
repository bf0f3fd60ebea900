/// A table: caption, one header a column, rows. It scrolls in itself where it is too wide, and says so to readers.
struct TablePart<Row: Sendable>: Sendable {
    let caption: Phrase
    /// For whom sees: what the heading above says already need not be said twice.
    var isCaptionShown = true
    let empty: Phrase
    let columns: [Column<Row>]

    func write(_ rows: [Row], to page: inout HTMLWriter) {
        guard !rows.isEmpty else {
            page(.p, .class("empty"), phrase: empty)
            return
        }
        let id = page.newID("table")
        page(.div, .class("table"), .role("region"), .labelled(by: id), .focusable) { region in
            region(.table) { table in
                table(.caption, .id(id), isCaptionShown ? nil : .class("unseen"), phrase: caption)
                table(.thead) { head in
                    head(.tr) { row in
                        for column in columns { row(.th, .columnScope, column.style, phrase: column.title) }
                    }
                }
                table(.tbody) { body in
                    for row in rows { write(row, to: &body) }
                }
            }
        }
    }

    private func write(_ row: Row, to body: inout HTMLWriter) {
        body(.tr) { line in
            for column in columns {
                if column.isHeader {
                    line(.th, .rowScope, column.style) { column.write(row, &$0) }
                } else {
                    line(.td, column.style) { column.write(row, &$0) }
                }
            }
        }
    }
}

/// One column of a table.
struct Column<Row: Sendable>: Sendable {
    let title: Phrase
    let kind: ColumnKind
    let isHeader: Bool
    let write: @Sendable (Row, inout HTMLWriter) -> Void

    init(
        _ title: Phrase, _ kind: ColumnKind = .text, isHeader: Bool = false,
        write: @escaping @Sendable (Row, inout HTMLWriter) -> Void
    ) {
        self.title = title
        self.kind = kind
        self.isHeader = isHeader
        self.write = write
    }

    /// What names the row.
    static func header(_ title: Phrase, write: @escaping @Sendable (Row, inout HTMLWriter) -> Void) -> Column {
        Column(title, isHeader: true, write: write)
    }

    static func number(_ title: Phrase, _ value: @escaping @Sendable (Row) -> Int64) -> Column {
        Column(title, .number) { row, cell in cell.text(Figures.grouped(value(row))) }
    }

    fileprivate var style: HTMLAttribute? {
        switch kind {
        case .text: nil
        case .number: .class("number")
        case .time: .class("time")
        }
    }
}

enum ColumnKind: Sendable {
    case text
    /// Right-aligned, digits under digits.
    case number
    /// Never broken.
    case time
}
