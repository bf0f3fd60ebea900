internal import WalletDomain
internal import WalletLedger

/// Takes a financial report or a sales report of Apple's as it is, packed or not. The same file twice is once.
struct ImportAppleReport: Endpoint {
    static let route = Route(
        .post, "/v1/admin/books/reports", access: .keys([.books]), bodyBytesMax: Limits.appleReportBytesMax)
    let desk: AppleReportDesk

    struct Input: Sendable {
        let file: [UInt8]
        let region: String?
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["region"])
        let region = query["region"]
        guard region.map(AppleReportHistory.Region.isName) ?? true else { throw Problem.malformed("region") }
        return Input(file: call.file, region: region, origin: call.origin)
    }

    func run(_ input: Input, as caller: Caller) async throws -> ImportedReport {
        do {
            return ImportedReport(
                taken: try await desk.take(input.file, region: input.region, by: caller.id, origin: input.origin))
        } catch let refusal as RefusedReport {
            throw refusal.problem
        }
    }

    struct ImportedReport: Answer {
        let taken: AppleReportImport

        func write(to object: inout JSONWriter) {
            switch taken {
            case .imported: object.member("state", "imported")
            case .alreadyImported: object.member("state", "already_imported")
            }
            object.object("report") { $0.appleReport(taken.file) }
        }
    }
}

extension JSONWriter {
    mutating func appleReport(_ file: AppleReportFile) {
        member("report", Int64(file.number))
        member("kind", file.kind.name)
        member("from", ReportDays.text(file.from))
        member("to", ReportDays.text(file.to))
        member("fiscal_month", file.fiscalMonth)
        member("region", file.region.isEmpty ? nil : file.region)
        member("version", Int64(file.version))
        member("rows_count", Int64(file.rowCount))
        member("imported_at", file.importedAt.text)
        member("imported_by", file.callerName)
    }
}
