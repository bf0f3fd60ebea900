internal import Foundation
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer books import FILE…`: Apple's financial and sales reports, in the order in which they are named.
enum BooksImportCommand {
    private static let files = "FILE…"

    static let command = Subcommand(
        words: ["books", "import"], summary: "Takes Apple's financial and sales reports, as they were downloaded",
        flags: [
            .operand(files, "a report as Apple gave it", isRepeated: true),
            .value(
                "--region", "CODE",
                "of financial reports: two letters as in the file's name; default from the name, else ZZ (all)"),
        ],
        notes: [
            "Packed (.gz) or not. The same file again changes nothing. A newer report of the same month and region is",
            "a new version beside the old one. What is wrong with a file is named with its line; others go on.",
        ]
    ) { arguments in
        let region = arguments.text("--region")
        guard region.map(AppleReportHistory.Region.isName) ?? true else {
            throw Failure.usage("--region needs two capital letters or digits, as US, ZZ or Z1")
        }
        let progress = ProgressBar("reports")
        return try await AppleOffice.with { desk, caller in
            var refused = 0
            let paths = arguments.all(files)
            for (number, path) in paths.enumerated() {
                progress.show(Int64(number), of: Int64(paths.count))
                do {
                    let taken = try await desk.take(
                        try read(path), region: region ?? regionInName(path), by: caller, origin: AdminOffice.origin)
                    Console.write("\(path): \(words(taken))")
                } catch let refusal as RefusedReport {
                    refused += 1
                    Console.complain(["\(path): \(refusal.sentence)"])
                }
            }
            progress.show(Int64(paths.count), of: Int64(paths.count))
            progress.end()
            return refused == 0 ? .success : .failed
        }
    }

    private static func words(_ taken: AppleReportImport) -> String {
        let file = taken.file
        let what = [
            file.kind.name, file.fiscalMonth ?? "\(ReportDays.text(file.from))…\(ReportDays.text(file.to))",
            file.region.isEmpty ? nil : file.region, "version \(file.version)", "\(file.rowCount) rows",
        ].compactMap { $0 }.joined(separator: " ")
        switch taken {
        case .imported: return "imported \(what)"
        case .alreadyImported: return "already_imported \(what)"
        }
    }

    /// Apple names them `85012345_0125_US.txt`; whatever else is called otherwise holds all regions.
    private static func regionInName(_ path: String) -> String? {
        let name = URL(filePath: path).lastPathComponent
        let parts = name.prefix { $0 != "." }.split(separator: "_")
        guard parts.count == 3, parts[1].utf8.count == 4, Int(parts[1]) != nil,
            AppleReportHistory.Region.isName(String(parts[2]))
        else { return nil }
        return String(parts[2])
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(filePath: path))
        } catch {
            throw Failure("cannot read \(path)")
        }
        do {
            let data = try file.read(upToCount: Limits.appleReportBytesMax + 1) ?? Data()
            guard data.count <= Limits.appleReportBytesMax else {
                throw Failure("\(path) is longer than \(Limits.appleReportBytesMax) bytes")
            }
            return Array(data)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure("cannot read \(path)")
        }
    }
}

/// The database and the caller of what accountants tell of Apple.
enum AppleOffice {
    static func with(_ body: (AppleReportDesk, CallerID) async throws -> ExitCode) async throws -> ExitCode {
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let ledger = try OpenLedger(Config(needs: [.database]), log: log, connections: 1)
        let caller = try await KeyStore(ledger.database).caller(named: AdminOffice.callerName)
        let code = try await body(AppleReportDesk(ledger.database), caller)
        await ledger.close()
        return code
    }
}
