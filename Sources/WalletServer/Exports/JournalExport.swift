package import WalletDomain
package import WalletLedger

/// Writes a part of the journal as CSV, in constant memory: lines, then control totals that the database counted on
/// its own in the same snapshot. If both disagree, the export fails before the totals are written.
package struct JournalExport: Sendable {
    private let reader: JournalReader
    private let environment: StoreEnvironment
    private let period: ExportPeriod
    private let flavour: CSVFlavour

    package init(_ reader: JournalReader, environment: StoreEnvironment, period: ExportPeriod, flavour: CSVFlavour) {
        self.reader = reader
        self.environment = environment
        self.period = period
        self.flavour = flavour
    }

    /// - Parameters:
    ///   - onProgress: is told the number of lines so far, every ten thousand or so.
    ///   - output: takes the next bytes; the following rows are fetched meanwhile.
    /// - Returns: how many lines there are, totals not counted.
    @discardableResult
    package func write(
        isolation: isolated (any Actor)? = #isolation, onProgress: (Int64) -> Void = { _ in },
        to output: ([UInt8]) async throws -> Void
    ) async throws(ExportError) -> Int64 {
        var csv = JournalCSV(flavour, zone: period.zone, capacityBytes: Limits.exportBufferBytes)
        csv.header()
        do {
            let range = JournalRange(environment: environment, from: period.from, to: period.to)
            let totals = try await reader.read(range) { row in
                csv.append(row)
            } afterBatch: {
                try await Self.flush(&csv, output)
                onProgress(csv.tally.lines)
            }
            let differences = totals.differences(from: csv.tally.totals)
            guard differences.isEmpty else { throw ExportError.totalsDisagree(differences) }
            csv.appendTotals(totals)
            try await Self.flush(&csv, output)
        } catch let error as ExportError {
            throw error
        } catch let error as WalletError {
            throw .ledger(error)
        } catch {
            throw .outputFailed("\(error)")
        }
        return csv.tally.lines
    }

    private static func flush(
        _ csv: inout JournalCSV, isolation: isolated (any Actor)? = #isolation,
        _ output: ([UInt8]) async throws -> Void
    ) async throws {
        try await output(csv.buffer.bytes)
        csv.buffer.removeAll()
    }
}
