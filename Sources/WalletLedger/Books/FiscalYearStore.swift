internal import Postgres
package import WalletDomain

/// Apple's fiscal calendar as it is known: the rule, and the years that accountants corrected.
package struct FiscalYearStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// - Parameter moment: as it was known then; nil: as it is now.
    package func calendar(until moment: Instant? = nil) async throws(WalletError) -> FiscalCalendar {
        do {
            return try FiscalCalendar(try await corrections(until: moment))
        } catch let error as WalletError {
            throw error
        } catch {
            // Each was checked before it was written.
            throw database.unforeseen(error, during: "FiscalYearStore.calendar")
        }
    }

    /// The newest of each year.
    package func corrections(until moment: Instant? = nil) async throws(WalletError) -> [FiscalCalendar.Correction] {
        try await database.rows(ListFiscalYears(until: moment))
    }

    /// Tells of years together: all of them, or none. What is told already is told once.
    package func tell(
        _ years: [FiscalCalendar.Correction], by caller: CallerID, origin: String
    ) async throws(WalletError) -> Result<FiscalCalendar, FiscalCalendar.Refusal> {
        let shiftMs = database.clockShiftMs
        do {
            return .success(
                try await database.attempt { step in try Self.tell(years, by: caller, origin: origin, step, shiftMs) })
        } catch let refusal as FiscalCalendar.Refusal {
            return .failure(refusal)
        } catch let error as PostgresError {
            throw database.walletError(error, during: "FiscalYearStore.tell", writes: true)
        } catch {
            throw database.unforeseen(error, during: "FiscalYearStore.tell")
        }
    }

    private static func tell(
        _ years: [FiscalCalendar.Correction], by caller: CallerID, origin: String, _ step: LedgerTransaction,
        _ shiftMs: Int64
    ) throws -> FiscalCalendar {
        try step.change(LockAppleReports())
        let known = try step.rows(ListFiscalYears(until: nil))
        let told = Set(years.map(\.year))
        let calendar = try FiscalCalendar(known.filter { !told.contains($0.year) } + years)
        let new = years.filter { !known.contains($0) }
        guard !new.isEmpty else { return calendar }
        for year in new {
            try step.change(InsertFiscalYear(correction: year, caller: caller, clockShiftMs: shiftMs))
        }
        var record = InsertAuditRecord(
            caller: caller, action: "correct_fiscal_years", subject: .other("books", "fiscal_years"), origin: origin,
            clockShiftMs: shiftMs)
        func lastDays(_ years: [FiscalCalendar.Correction]) -> AuditedFigures {
            AuditedFigures(years.sorted { $0.year < $1.year }.map { ("last_day_\($0.year)", .number($0.lastDay)) })
        }
        record.tell(lastDays(known), became: lastDays(known.filter { !told.contains($0.year) } + years))
        try step.change(record)
        return calendar
    }
}
