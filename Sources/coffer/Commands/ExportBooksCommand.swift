internal import Foundation
internal import Postgres
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer export books`: a period's reports in a folder.
enum ExportBooksCommand {
    static let command = Subcommand(
        words: ["export", "books"], summary: "Writes the books of a period, for accountants",
        flags: [
            .value("--out", "DIR", "folder, made if it is not there; what is whole in it stays", isRequired: true),
            .value("--period", "MONTH", "as 2026-10; a closed one gives the same bytes for ever"),
            .value("--from", "DAY", "instead of a period: first day of posting, as 2026-10-01"),
            .value("--to", "DAY", "the day after the last one"),
            .value("--reports", "NAMES", "some of them, as trial_balance,revenue; default all"),
            .value("--format", "csv", "csv (RFC 4180, UTF-8) or jsonl"),
            .value("--environment", "NAME", "production (default) or sandbox; never both"),
            .option("--detail", "files for other bookkeeping programs entry by entry, not summed by day and account"),
            .option("--bom", "CSV begins with a byte-order mark"),
            .option("--spreadsheet", "for Excel and its kin: the mark, and text that cannot run as a formula"),
        ],
        notes: [
            "Days count in the books' zone, which the settings tell.",
            "manifest.json comes last: a folder with one is complete. Cut short, it is taken up by the same command.",
            "What each report is: docs/books.md; columns: docs/books-columns.md.",
            "Names: " + BooksProduct.all.map(\.name).joined(separator: ", "),
        ]
    ) { arguments in
        let wish = try BooksRequest.wish(arguments)
        let folder = URL(filePath: try arguments.required("--out"), directoryHint: .isDirectory)
        let config = try Config(needs: [.database])
        try await export(wish, to: folder, config)
        return .success
    }

    private static func export(_ wish: BooksWish, to folder: URL, _ config: Config) async throws {
        let settings = LedgerSettings.export(conninfo: config.databaseURL)
        let prepared = try await BooksRequest.withDatabase(config, settings) { database in
            try await BooksExporter(database, settings: settings).prepare(wish)
        }
        do {
            try await write(prepared, to: folder)
        } catch {
            throw BooksRequest.failure(error)
        }
    }

    private static func write(_ prepared: PreparedBooks, to folder: URL) async throws {
        let progress = ExportProgress()
        let written = try await BooksRun.onThread {
            defer { progress.end() }
            let written = try prepared.export(
                to: folder, onProgress: { progress.show($0, of: $1) }, onFile: { progress.show($0.name) })
            return written.map { (count: $0.files.count, sha256: $0.manifestSHA256) }
        }
        let status = prepared.inputs.isClosed ? "closed" : "open"
        guard let written else {
            return Console.write("\(folder.path) is complete already (\(status) period)")
        }
        Console.write("wrote \(written.count) files (\(status) period); manifest.json has SHA-256 \(written.sha256)")
    }
}

extension BooksExporter {
    init(_ database: LedgerDatabase, settings: PostgresSettings) {
        self.init(database, makeRun: Self.runs(settings))
    }

    /// - Parameter settings: of sessions meant for long reads.
    static func runs(_ settings: PostgresSettings) -> @Sendable (BooksQuestion) -> BooksRun {
        { question in
            BooksRun(
                settings, environment: question.environment, extent: question.extent, policy: question.policy,
                facts: question.facts, calendar: question.calendar, days: question.days, end: question.end,
                apple: question.apple)
        }
    }
}
