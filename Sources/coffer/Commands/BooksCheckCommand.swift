internal import Foundation
internal import Postgres
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer books check`: tells the books of the whole database and holds them against themselves and the rows.
enum BooksCheckCommand {
    static let command = Subcommand(
        words: ["books", "check"], summary: "Works out the books and tells which of their equations hold",
        flags: [
            .value("--environment", "NAME", "production (default) or sandbox"),
            .value("--zone", "ZONE", "whose midnight ends a day; default the books' own"),
            .value("--first", "N", "how many wrong places of each equation are named; default 1"),
            .option("--programs", "also asks hledger, ledger and bean-check, where they are on the PATH (I17)"),
            .option("--json", "one JSON object on standard output, for machines"),
        ],
        notes: [
            "Reads one moment of the database, writes nothing, keeps one wallet in memory at a time; then everything",
            "once more for each closed period, which must come to what its close filed.",
            "--programs writes an export of everything to the folder of temporary files; they read it into memory.",
            "Exit code 1: an equation does not hold, or it could not be read. They are told in docs/books.md.",
        ]
    ) { arguments in
        let namedMax = try arguments.number("--first", in: 1...Limits.verifyNamedMax) ?? 1
        let isSandbox = try arguments.choice("--environment", of: ["production", "sandbox"]) == "sandbox"
        let environment: StoreEnvironment = isSandbox ? .sandbox : .production
        let config = try Config(needs: [.database])
        let zone = try arguments.text("--zone").map { name in
            guard let zone = ExportZone(name) else {
                throw Failure.usage("there is no zone \(name) here; give a name of the IANA database, or UTC")
            }
            return zone
        }
        let run = try await run(config, environment, zone)
        let started = ContinuousClock.now
        let progress = ProgressBar("entries")
        var report: BooksReport
        do {
            report = try await BooksCheck(run, namedMax: namedMax).check { progress.show($0, of: $1) }
            progress.end()
            if !isSandbox { report = try await tellPeriodsAgain(report, config) }
            if arguments.has("--programs") { report = try await askPrograms(report, environment, config) }
        } catch {
            progress.end()
            throw error
        }
        let rendering = BooksRendering(report, seconds: (ContinuousClock.now - started) / .seconds(1))
        Console.write(arguments.has("--json") ? rendering.json : rendering.text)
        return report.isWhole ? .success : .failed
    }

    private static func askPrograms(
        _ report: BooksReport, _ environment: StoreEnvironment, _ config: Config
    ) async throws -> BooksReport {
        let settings = LedgerSettings.export(conninfo: config.databaseURL, applicationName: "coffer/books")
        return try await BooksRequest.withDatabase(config, settings) { database in
            let exporter = BooksExporter(database, settings: settings)
            return try await PlainTextCheck(exporter, ask: ask).check(report, environment)
        }
    }

    private static func ask(_ program: PlainTextProgram, _ file: URL) -> PlainTextCheck.Verdict {
        guard ExternalProgram.find(program.rawValue) != nil else { return .missing }
        do {
            // Names in the books are in any language.
            try ExternalProgram.output(["env", "LC_ALL=C.UTF-8"] + program.command(file))
            return .agrees
        } catch {
            return .complains(error.lines.joined(separator: " "))
        }
    }

    private static func tellPeriodsAgain(_ report: BooksReport, _ config: Config) async throws -> BooksReport {
        let settings = LedgerSettings.export(conninfo: config.databaseURL, applicationName: "coffer/books")
        return try await BooksRequest.withDatabase(config, settings) { database in
            try await ClosedPeriodsCheck(database, BooksExporter(database, settings: settings)).check(report)
        }
    }

    /// By the settings that were told.
    private static func run(
        _ config: Config, _ environment: StoreEnvironment, _ zone: ExportZone?
    ) async throws -> BooksRun {
        let settings = LedgerSettings.export(conninfo: config.databaseURL, applicationName: "coffer/books")
        return try await BooksRequest.withDatabase(config, settings) { database in
            try await BooksExporter(database, settings: settings).everything(environment, zone: zone)
        }
    }
}

/// What `coffer books check` found, for people and for machines.
struct BooksRendering {
    private let report: BooksReport
    private let milliseconds: Int64

    init(_ report: BooksReport, seconds: Double) {
        self.report = report
        milliseconds = Int64(seconds * 1_000)
    }

    var text: String {
        var lines = BooksEquation.allCases.map { equation in
            let name = equation.rawValue.padding(to: 4)
            if let reason = report.unchecked(equation) { return "\(name)not checked  \(equation.title) (\(reason))" }
            guard let count = report.counts[equation] else { return "\(name)holds        \(equation.title)" }
            return "\(name)BROKEN \(count)  \(equation.title)"
        }
        for finding in report.findings {
            lines.append("\(finding.equation.rawValue): \(finding.place)")
            lines.append("    found:    \(finding.found)")
            lines.append("    expected: \(finding.expected)")
        }
        if report.unpriced > 0 { lines.append("\(report.unpriced) sales whose money is not known") }
        lines.append(
            "checked \(report.wallets) wallets, \(report.entries) entries, \(report.lots) lots, "
                + "\(report.posted) entries of the books in \(milliseconds) ms")
        lines.append(report.isWhole ? "the books hold" : "the books do NOT hold")
        return lines.joined(separator: "\n")
    }

    var json: String {
        var writer = JSONWriter()
        writer.object { object in
            object.member("ok", report.isWhole)
            object.member("wallets", report.wallets)
            object.member("entries", report.entries)
            object.member("lots", report.lots)
            object.member("posted", report.posted)
            object.member("unpriced", report.unpriced)
            object.member("closed_periods", report.closedPeriods)
            object.member("milliseconds", milliseconds)
            object.array("equations") { list in
                for equation in BooksEquation.allCases {
                    list.object { object in
                        object.member("equation", equation.rawValue)
                        object.member("title", equation.title)
                        object.member("unchecked", report.unchecked(equation))
                        if report.unchecked(equation) == nil { object.member("wrong", report.counts[equation] ?? 0) }
                    }
                }
            }
            object.array("findings") { list in
                for finding in report.findings {
                    list.object { object in
                        object.member("equation", finding.equation.rawValue)
                        object.member("place", finding.place)
                        object.member("found", finding.found)
                        object.member("expected", finding.expected)
                    }
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, width - count))
    }
}
