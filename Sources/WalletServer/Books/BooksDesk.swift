package import WalletDomain
package import WalletLedger

/// What accountants tell, for the API, the console and the command line alike.
package struct BooksDesk: Sendable {
    package let settings: BooksSettingsStore
    package let sales: SalesReader
    private let periods: BooksPeriodStore

    package init(_ database: LedgerDatabase) {
        settings = BooksSettingsStore(database)
        sales = SalesReader(database)
        periods = BooksPeriodStore(database)
    }

    /// What is told now, as CSV: an import takes it back as it is.
    package func sheet() async throws(WalletError) -> (bytes: [UInt8], version: Int64) {
        let told = try await settings.read()
        return (BooksSheet.write(told, zone: ExportZone(told.rules.zone) ?? .utc), told.version)
    }

    /// Reads a sheet against what is told. Writes nothing.
    package func read(_ bytes: [UInt8]) async throws(WalletError) -> BooksSheetReport {
        let told = try await settings.read()
        let isClosed = try await periods.history().latest != nil
        return BooksSheetReport(bytes, against: told, areRulesFixed: isClosed)
    }

    /// Takes a sheet, if all of it is right.
    /// - Parameter expected: the version that the caller saw; nil: the one that the report was held against.
    /// - Returns: the settings after it; nil if the report has errors, and nothing happened.
    package func tell(
        _ report: BooksSheetReport, expected: Int64?, reason: String, by caller: CallerID, from origin: String
    ) async throws(WalletError) -> Result<BooksSettings, BooksRefusal>? {
        guard report.errorCount == 0 else { return nil }
        return try await settings.tell(
            BooksSettingsStore.Change(
                settings: report.settings, rules: report.rules, reason: reason, caller: caller, origin: origin,
                expected: expected ?? report.version))
    }

    /// Sales without money.
    package func unpriced(limit: Int) async throws(WalletError) -> SalesReader.Summary {
        try await sales.unpriced(try await settings.read(), limit: limit)
    }
}
