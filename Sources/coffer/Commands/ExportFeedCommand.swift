internal import Foundation
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer export feed`: what the journal has gained since the last time, for data warehouses.
enum ExportFeedCommand {
    static let command = Subcommand(
        words: ["export", "feed"], summary: "Appends to a file what the journal gained since the last time",
        flags: [
            .value("--after", "FILE", "where it stands: read if it is there, written for each page", isRequired: true),
            .value("--out", "FILE", "JSON Lines, appended to; may be moved away between two runs", isRequired: true),
            .value("--limit", "ROWS", "of one page; default \(Limits.feedRowsDefault)"),
        ],
        notes: [
            "A run that was cut off is taken up where it was: nothing is missing and nothing comes twice.",
            "Rows are explained in docs/feed.md.",
        ]
    ) { arguments in
        let limit = try arguments.number("--limit", in: 1...Limits.feedRowsMax) ?? Limits.feedRowsDefault
        var file = try FeedFile(
            state: try arguments.required("--after"), output: try arguments.required("--out"))
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let ledger = try OpenLedger(Config(needs: [.database]), log: log, connections: 1)
        let rows = try await follow(EventReader(ledger.database), &file, limit: limit)
        await ledger.close()
        Console.write("exported \(rows) rows")
        return .success
    }

    private static func follow(_ reader: EventReader, _ file: inout FeedFile, limit: Int) async throws -> Int64 {
        let progress = ExportProgress()
        var lines = FeedLines()
        var rows: Int64 = 0
        while true {
            guard let page = try await reader.page(after: file.cursor, limit: limit) else {
                throw Failure([
                    "the cursor lies ahead of this journal: it is of another database, or of a time before a restore",
                    "begin again without the file of --after, and know rows by their event_id",
                ])
            }
            if page.next != file.cursor {
                lines.removeAll()
                lines.append(page, cursor: FeedCursor.text(page.next))
                try file.append(lines.bytes, then: page.next)
                rows += Int64(page.events.count)
                progress.show(rows)
            }
            guard page.hasMore else {
                progress.end()
                return rows
            }
        }
    }
}
