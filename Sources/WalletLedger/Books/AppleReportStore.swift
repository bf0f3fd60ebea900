internal import Postgres
package import WalletDomain

/// Apple's reports, one after the other: two that are brought at once wait for each other.
package struct AppleReportStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// What is brought.
    package struct Draft: Sendable {
        package let report: AppleReport
        /// SHA-256 of the file.
        package let digest: [UInt8]
        /// Of a financial report.
        package let month: FiscalMonth?
        package let region: String
        package let caller: CallerID
        package let origin: String

        package init(
            report: AppleReport, digest: [UInt8], month: FiscalMonth?, region: String, caller: CallerID,
            origin: String
        ) {
            self.report = report
            self.digest = digest
            self.month = month
            self.region = region
            self.caller = caller
            self.origin = origin
        }
    }

    /// Takes a report with all its rows, or nothing of it. The same file twice is once.
    package func add(_ draft: Draft) async throws(WalletError) -> Result<AppleReportImport, AppleReportRefusal> {
        let shiftMs = database.clockShiftMs
        let rows = draft.report.summed
        do {
            return .success(try await database.attempt { step in try Self.add(draft, rows, step, shiftMs) })
        } catch let refusal as AppleReportRefusal {
            return .failure(refusal)
        } catch let error as PostgresError {
            throw database.walletError(error, during: "AppleReportStore.add", writes: true)
        } catch {
            throw database.unforeseen(error, during: "AppleReportStore.add")
        }
    }

    private static func add(
        _ draft: Draft, _ rows: [AppleReport.Row], _ step: LedgerTransaction, _ shiftMs: Int64
    ) throws -> AppleReportImport {
        try step.change(LockAppleReports())
        if let known = try step.rows(FindAppleReport(digest: draft.digest)).first { return .alreadyImported(known) }
        if draft.report.kind == .sales,
            let other = try step.rows(FindOverlappingSales(from: draft.report.from, to: draft.report.to)).first
        {
            throw AppleReportRefusal.daysOverlap(report: other)
        }
        let number = try step.rows(NextAppleReport()).first ?? 1
        try step.change(
            InsertAppleReport(number: number, draft: draft, rowCount: Int32(rows.count), clockShiftMs: shiftMs))
        for start in stride(from: 0, to: rows.count, by: Limits.appleRowsAtOnceMax) {
            let part = rows[start..<min(start + Limits.appleRowsAtOnceMax, rows.count)]
            try step.change(InsertAppleReportRows(report: number, firstLine: Int32(start) + 1, rows: Array(part)))
        }
        guard let file = try step.rows(FindAppleReport(digest: draft.digest)).first else {
            throw PostgresError.unexpectedShape("a report that was written is not there")
        }
        var record = InsertAuditRecord(
            caller: draft.caller, action: "import_apple_report", subject: .other("apple_report", String(number)),
            origin: draft.origin, clockShiftMs: shiftMs)
        record.tell(
            AuditedFigures([("version", .number(Int64(file.version) - 1))]),
            became: AuditedFigures([
                ("version", .number(Int64(file.version))), ("kind", .word(file.kind.name)),
                ("region", .word(file.region)), ("from", .number(file.from)), ("to", .number(file.to)),
                ("rows", .number(Int64(file.rowCount))),
            ]))
        try step.change(record)
        return .imported(file)
    }

    /// The newest first; those before `before`.
    package func list(before: Int64?, limit: Int) async throws(WalletError) -> [AppleReportFile] {
        try await database.rows(ListAppleReports(before: before, limit: pageRows(limit)))
    }

    /// All that came, in their order, with their rows: what reconciliation and settlement are worked out from.
    ///
    /// - Parameters:
    ///   - calendar: whose months they are; a report of days that are no month any more counts for none.
    ///   - moment: what came later is left out.
    ///   - day: of a moment in the books' zone, since 1970.
    package func history(
        _ calendar: FiscalCalendar, until moment: Instant, day: @Sendable (Instant) -> Int64
    ) async throws(WalletError) -> AppleReportHistory {
        var kept: [AppleReportHistory.Kept] = []
        let files = try await everyPage(\.number) { before throws(WalletError) in
            try await list(before: before, limit: Limits.pageRowsMax)
        }
        for file in files.reversed() where file.importedAt <= moment {
            kept.append(
                AppleReportHistory.Kept(
                    number: file.number, kind: file.kind, from: file.from, to: file.to,
                    month: calendar.month(from: file.from, to: file.to), region: file.region,
                    importedAt: file.importedAt, importedDay: day(file.importedAt),
                    rows: try await database.rows(ListAppleReportRows(report: file.number))))
        }
        return AppleReportHistory(kept)
    }
}
