internal import WalletDomain

/// A report made of rows. It hears the books and says its rows, each with the day that it is sorted by.
protocol RowReport: Sendable {
    static var kind: ReportKind { get }
    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws
    mutating func hear(_ wallet: WalletAtEnd, _ rows: inout ReportRows) throws
    mutating func hear(_ apple: AppleAtEnd, _ rows: inout ReportRows) throws
    /// After the last wallet.
    mutating func finish(_ rows: inout ReportRows) throws
}

extension RowReport {
    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {}
    mutating func hear(_ wallet: WalletAtEnd, _ rows: inout ReportRows) throws {}
    mutating func hear(_ apple: AppleAtEnd, _ rows: inout ReportRows) throws {}
    mutating func finish(_ rows: inout ReportRows) throws {}
}

/// Where a report's rows go.
struct ReportRows: Sendable {
    private var text: ReportText
    private(set) var spool: DaySpool
    private(set) var count: Int64 = 0

    init(_ kind: ReportKind, _ format: ReportFormat, _ spool: DaySpool) {
        text = ReportText(kind, format)
        self.spool = spool
    }

    mutating func add(_ cells: [ReportCell], on day: Int64) throws {
        try spool.add(text.row(cells), on: day)
        count += 1
    }

    var header: [UInt8] { text.header() }
}

/// Hears the books and has files afterwards.
protocol BooksWriter: BooksAudience, Sendable {
    /// - Parameter totals: of everything that was heard.
    mutating func files(_ totals: TrialBalance) throws -> [ExportedFile]
}

/// A file of an export, piece by piece.
package struct ExportedFile: Sendable {
    package let name: String
    package let contentType: String
    /// Rows, lines or entries.
    package let count: Int64
    private var head: [UInt8]
    private var pieces: DaySpool.Pieces?
    private var tail: [UInt8]

    init(
        name: String, contentType: String, count: Int64, head: [UInt8] = [], pieces: DaySpool.Pieces? = nil,
        tail: [UInt8] = []
    ) {
        self.name = name
        self.contentType = contentType
        self.count = count
        self.head = head
        self.pieces = pieces
        self.tail = tail
    }

    /// Nil at the end.
    package mutating func next() throws -> [UInt8]? {
        if !head.isEmpty {
            defer { head = [] }
            return head
        }
        if let piece = try pieces?.next() { return piece }
        pieces = nil
        guard !tail.isEmpty else { return nil }
        defer { tail = [] }
        return tail
    }
}

/// One report of rows as a file.
struct RowWriter<Report: RowReport>: BooksWriter {
    private var report: Report
    private var rows: ReportRows
    private let format: ReportFormat

    init(_ report: Report, _ format: ReportFormat, _ spool: DaySpool) {
        self.report = report
        self.format = format
        rows = ReportRows(Report.kind, format, spool)
    }

    mutating func hear(_ posted: PostedEntry) throws { try report.hear(posted, &rows) }

    mutating func hear(_ wallet: WalletAtEnd) throws { try report.hear(wallet, &rows) }

    mutating func hear(_ apple: AppleAtEnd) throws { try report.hear(apple, &rows) }

    mutating func files(_ totals: TrialBalance) throws -> [ExportedFile] {
        try report.finish(&rows)
        let name = "\(Report.kind.rawValue).\(format.fileExtension)"
        return [
            ExportedFile(
                name: name, contentType: format.contentType, count: rows.count, head: rows.header,
                pieces: rows.spool.pieces())
        ]
    }
}
