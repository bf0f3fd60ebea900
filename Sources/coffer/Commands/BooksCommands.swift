internal import Foundation
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer books …`: what accountants tell, and the periods that they close.
enum BooksCommands {
    private static let monthName = "MONTH"
    private static let month = Flag.operand(monthName, "which period, as 2026-10")

    static let show = Subcommand(
        words: ["books", "settings", "show"], summary: "Lists rates, prices, terms and accounts that were told",
        flags: [.option("--history", "also what counts no more")]
    ) { arguments in
        try await withOffice { try await $0.show(history: arguments.has("--history")) }
    }

    static let export = Subcommand(
        words: ["books", "settings", "export"], summary: "Writes what is told as CSV; an import takes it back",
        flags: [.value("--out", "FILE", "default standard output")]
    ) { arguments in
        let output = try ExportOutput(path: arguments.text("--out"))
        return try await withOffice { office in
            try output.write(try await office.export())
            try output.finish()
            return []
        }
    }

    static let tell = Subcommand(
        words: ["books", "settings", "import"], summary: "Takes a CSV of settings: all of it, or nothing",
        flags: [
            .value("--file", "FILE", "the CSV, as the export writes it", isRequired: true),
            .option("--dry-run", "tells what every row would do, and changes nothing"),
            .value("--reason", "TEXT", "kept in the audit log; nothing about people"),
        ],
        notes: [
            "What is told stays. A row about the same thing and moment counts from now on; `none` takes back.",
            "presentation, tax_mode and the like change only while no period is closed.",
        ]
    ) { arguments in
        let bytes = try read(arguments.required("--file"))
        let why = try reason(arguments) ?? "told on the command line"
        return try await withOffice {
            try await $0.tell(bytes, dryRun: arguments.has("--dry-run"), reason: why)
        }
    }

    static let unpriced = Subcommand(
        words: ["books", "unpriced"], summary: "Lists sales that the books have no money for, and what is missing",
        flags: [.value("--limit", "N", "sales that are named, 0 to \(Limits.pageRowsMax); default 50")]
    ) { arguments in
        let limit = try arguments.number("--limit", in: 0...Limits.pageRowsMax) ?? Limits.pageRowsDefault
        return try await withOffice { try await $0.unpriced(limit: limit) }
    }

    static let periods = Subcommand(
        words: ["books", "periods"], summary: "Lists closes and reopenings, and which period is next"
    ) { _ in
        try await withOffice { try await $0.list() }
    }

    static let close = Subcommand(
        words: ["books", "close"], summary: "Closes the next period, once it is over and every check holds",
        flags: [
            month, .option("--allow-unpriced", "sales without money stay out until their prices are told"),
            .value(
                "--accept", "A,B", "other findings that may be accepted, as history_not_swept of an app sold no more"),
            .option("--dry-run", "tells what keeps it from being closed, and closes nothing"),
            .value("--reason", "TEXT", "kept with the close; nothing about people"),
        ]
    ) { arguments in
        let (period, why) = (try arguments.required(monthName), try reason(arguments))
        let named = arguments.text("--accept")?.split(separator: ",").map(String.init) ?? []
        let unpriced = arguments.has("--allow-unpriced") ? [ClosingCheck.unpricedSales] : []
        return try await withOffice {
            try await $0.close(
                period, accepting: Set(named + unpriced), dryRun: arguments.has("--dry-run"), reason: why)
        }
    }

    static let reopen = Subcommand(
        words: ["books", "reopen"], summary: "Asks for the latest closed period to be opened again",
        flags: [month, .value("--reason", "TEXT", "why, about the books", isRequired: true)],
        notes: ["Nothing happens until somebody else agrees: in the console, or with a key of the scope books."]
    ) { arguments in
        let period = try arguments.required(monthName)
        guard let why = try reason(arguments) else { throw Failure.usage("--reason is needed") }
        return try await withOffice { try await $0.reopen(period, reason: why) }
    }

    static let approve = Subcommand(
        words: ["books", "approve"], summary: "Agrees, as another person, that a period is opened again",
        flags: [.operand("APPROVAL", "as coffer books periods lists it, apr_…")]
    ) { arguments in
        let approval = try arguments.required("APPROVAL")
        return try await withOffice { try await $0.approve(approval) }
    }

    private static func reason(_ arguments: Arguments) throws(Failure) -> String? {
        guard let text = arguments.text("--reason") else { return nil }
        guard (1...Limits.noteBytesMax).contains(text.utf8.count), text.first != " ", text.last != " ",
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        else { throw .usage("--reason needs one line of at most \(Limits.noteBytesMax) bytes") }
        return text
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        // Whatever keeps it from being read, the path says enough.
        guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= Limits.csvBodyBytesMax else {
            throw Failure("cannot read \(path): a CSV of at most \(Limits.csvBodyBytesMax) bytes is wanted")
        }
        return Array(data)
    }

    private static func withOffice(_ body: (BooksOffice) async throws -> [String]) async throws -> ExitCode {
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let ledger = try OpenLedger(Config(needs: [.database]), log: log, connections: 1)
        do {
            for line in try await body(BooksOffice(ledger.database, reports: ledger.reports)) { Console.write(line) }
        } catch let refusal as BooksOffice.Refusal {
            throw Failure(refusal.lines)
        }
        await ledger.close()
        return .success
    }
}
