internal import Foundation
internal import Postgres
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer export journal`: the journal for accountants. Nothing but the export goes to standard output.
enum ExportJournalCommand {
    static let command = Subcommand(
        words: ["export", "journal"], summary: "Writes the journal with control totals, for accountants",
        flags: [
            .value("--from", "DAY", "first day, as 2026-03-31, by the time of recording", isRequired: true),
            .value("--to", "DAY", "the day after the last one", isRequired: true),
            .value("--format", "csv", "csv (RFC 4180, UTF-8); nothing else yet"),
            .value("--zone", "ZONE", "whose midnight ends a day, as Asia/Shanghai; default COFFER_ZONE, else UTC"),
            .value("--environment", "NAME", "production (default) or sandbox; never both in one file"),
            .value("--out", "FILE", "written beside it first and moved when it is whole; default standard output"),
            .option("--spreadsheet", "for Excel and its kin: a byte-order mark, and text that cannot run as a formula"),
        ],
        notes: [
            "One line for each lot that a movement touches, then lines whose kind begins with total:.",
            "If lines and totals disagree, the export fails with status 1 and is not to be used.",
            "Columns are explained in docs/export.md.",
        ]
    ) { arguments in
        let request = try ExportRequest(arguments)
        let config = try Config(needs: [.database])
        let period = try request.period(configuredZone: config.zone)
        let output = try ExportOutput(path: request.path)
        let lines = try await export(request, period, config, to: output)
        try output.finish()
        if request.path != nil { Console.write("exported \(lines) lines") }
        return .success
    }

    private static func export(
        _ request: ExportRequest, _ period: ExportPeriod, _ config: Config, to output: ExportOutput
    ) async throws -> Int64 {
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let pool = PostgresPool(LedgerSettings.export(conninfo: config.databaseURL), size: 1)
        let database = LedgerDatabase(pool: pool) { fault in
            log.add(LogEvent(.error, "ledger fault", [("fault", .text(fault))]))
        }
        let export = JournalExport(
            JournalReader(database), environment: request.environment, period: period, flavour: request.flavour)
        let progress = ExportProgress()
        do throws(ExportError) {
            let lines = try await export.write(onProgress: progress.show) { bytes in try output.write(bytes) }
            progress.end()
            await pool.close()
            return lines
        } catch {
            progress.end()
            await pool.close()
            throw Failure(ExportRequest.explain(error))
        }
    }
}
