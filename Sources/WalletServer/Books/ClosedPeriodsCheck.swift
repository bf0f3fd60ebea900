internal import Crypto
package import WalletDomain
package import WalletLedger

/// I16 of `BooksEquation`: each closed period is told again by what its close froze, and comes to what the close filed,
/// byte for byte.
///
/// Each period is a reading of the whole journal, one after the other, in the memory of one wallet.
package struct ClosedPeriodsCheck: Sendable {
    private let periods: BooksPeriodStore
    private let exporter: BooksExporter

    package init(_ database: LedgerDatabase, _ exporter: BooksExporter) {
        periods = BooksPeriodStore(database)
        self.exporter = exporter
    }

    /// - Returns: the report, with what it found of closed periods. They hold production only.
    package func check(
        _ report: BooksReport, onPeriod: (BooksMonth) -> Void = { _ in }
    ) async throws -> BooksReport {
        var report = report
        let history = try await periods.history()
        report.closedPeriods = 0
        for month in Set(history.events.map(\.period)).sorted() {
            guard let close = history.close(of: month), let freeze = close.freeze else { continue }
            onPeriod(month)
            let filed = try await periods.figures(of: close.number) ?? []
            report.compare(
                .closedPeriods, hexadecimal(SHA256.hash(filed)), hexadecimal(freeze.digest),
                at: "\(month.text), SHA-256 of what was filed")
            guard let told = try await told(month, &report) else { continue }
            if let line = FirstDifference(told, filed) {
                report.add(
                    .closedPeriods, at: "\(month.text), line \(line.number) of what was filed", found: line.first,
                    expected: line.second)
            }
            report.closedPeriods = (report.closedPeriods ?? 0) + 1
        }
        return report
    }

    /// - Returns: nil: it was opened again meanwhile, or cannot be told any more, which is noted.
    private func told(_ month: BooksMonth, _ report: inout BooksReport) async throws -> [UInt8]? {
        do {
            return try await exporter.figuresAgain(month)
        } catch let refusal as WalletTeller.Refusal {
            report.add(
                .closedPeriods, at: month.text,
                found: "the journal of wallet \(refusal.wallet.text) is wrong at \(refusal.sequence)",
                expected: "what was filed")
        } catch ExportError.totalsDisagree(let differences) {
            report.add(
                .closedPeriods, at: month.text, found: differences.joined(separator: "; "), expected: "what was filed")
        }
        return nil
    }
}

/// The first line in which two texts differ.
struct FirstDifference {
    /// From 1.
    let number: Int
    let first: String
    let second: String

    /// Nil: they are the same, byte for byte.
    init?(_ first: [UInt8], _ second: [UInt8]) {
        guard first != second else { return nil }
        let texts = [first, second].map { $0.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) }
        let same = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
        let lines = texts.map { lines in
            lines.indices.contains(same) ? String(decoding: lines[same], as: UTF8.self) : "no more lines"
        }
        number = same + 1
        self.first = lines[0].trimmingEnd
        self.second = lines[1].trimmingEnd
    }
}

extension String {
    fileprivate var trimmingEnd: String { last?.isNewline == true ? String(dropLast()) : self }
}
