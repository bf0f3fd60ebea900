internal import WalletDomain

/// The books as one text for other people's programs, in order of days.
struct PlainTextWriter<Format: PlainTextBooks>: BooksWriter {
    private let format = Format()
    private let name: String
    private let scope: BooksScope
    private var spool: DaySpool
    private var count: Int64 = 0

    init(_ name: String, _ scope: BooksScope, _ spool: DaySpool) {
        self.name = name
        self.scope = scope
        self.spool = spool
    }

    mutating func hear(_ posted: PostedEntry) throws {
        guard scope.isInside(posted) else { return }
        try spool.add(Array(format.text(posted).utf8), on: posted.postingDay)
        count += 1
    }

    mutating func hear(_ wallet: WalletAtEnd) {}

    mutating func files(_ totals: TrialBalance) -> [ExportedFile] {
        [
            ExportedFile(
                name: name, contentType: "text/plain; charset=utf-8", count: count,
                head: Array(format.opening(totals).utf8), pieces: spool.pieces(),
                tail: Array(format.closing(totals).utf8))
        ]
    }
}
