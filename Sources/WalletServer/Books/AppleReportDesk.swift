internal import Crypto
internal import Gzip
package import WalletDomain
package import WalletLedger

/// Takes Apple's reports and payments, from the API and from the command line.
package struct AppleReportDesk: Sendable {
    package let reports: AppleReportStore
    package let payments: ApplePaymentStore
    package let years: FiscalYearStore

    package init(_ database: LedgerDatabase) {
        reports = AppleReportStore(database)
        payments = ApplePaymentStore(database)
        years = FiscalYearStore(database)
    }

    /// - Parameters:
    ///   - file: as Apple gave it, packed or not.
    ///   - region: of a financial report; nil: all of them. Sales reports have none.
    /// - Throws: `RefusedReport` for what is no report, or none that can stand beside the others.
    package func take(
        _ file: [UInt8], region: String?, by caller: CallerID, origin: String
    ) async throws -> AppleReportImport {
        let report = try await BlockingWork.run {
            Result { () throws(AppleReportError) in try Self.read(file) }
        }.mapError { RefusedReport(.report($0)) }.get()
        var month: FiscalMonth?
        if report.kind == .financial {
            month = try await years.calendar().month(from: report.from, to: report.to)
            guard month != nil else {
                throw RefusedReport(.report(.notAFiscalMonth(from: report.from, to: report.to)))
            }
        }
        let draft = AppleReportStore.Draft(
            report: report, digest: SHA256.hash(file), month: month,
            region: report.kind == .financial ? region ?? AppleReportHistory.Region.all : "", caller: caller,
            origin: origin)
        return try await reports.add(draft).mapError { RefusedReport(.beside($0)) }.get()
    }

    private static func read(_ file: [UInt8]) throws(AppleReportError) -> AppleReport {
        guard GzipReader.isGzip(file) else { return try AppleReport.read(file) }
        let unpacked: [UInt8]
        do throws(GzipError) {
            unpacked = try GzipReader.unpack(file, bytesMax: Limits.appleReportUnpackedBytesMax)
        } catch {
            switch error {
            case .damaged: throw .damagedFile
            case .tooLarge(let bytesMax): throw .tooLarge(bytesMax: bytesMax)
            }
        }
        return try AppleReport.read(unpacked)
    }
}
