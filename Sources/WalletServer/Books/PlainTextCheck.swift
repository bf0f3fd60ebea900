package import Foundation
package import WalletDomain
package import WalletLedger

/// A program of others that adds up plain-text books by itself.
package enum PlainTextProgram: String, CaseIterable, Sendable {
    case hledger
    case ledger
    case beancount = "bean-check"

    /// What it reads. It ends with what must be in each account, so whoever comes to anything else fails.
    var product: BooksProduct {
        switch self {
        case .hledger, .ledger: .ledgerBooks
        case .beancount: .beancountBooks
        }
    }

    /// The program and what it is told, for a file.
    package func command(_ file: URL) -> [String] {
        switch self {
        case .hledger:
            [
                rawValue, "-f", file.path, "check", "accounts", "commodities", "balancednoautoconversion",
                "ordereddates",
            ]
        case .ledger: [rawValue, "-f", file.path, "--strict", "--pedantic", "balance"]
        case .beancount: [rawValue, file.path]
        }
    }
}

/// I17 of `BooksEquation`: what programs of others say of an export of everything. They keep it in memory as a whole.
package struct PlainTextCheck: Sendable {
    package enum Verdict: Sendable {
        case agrees
        case complains(String)
        /// It is not on this machine.
        case missing
    }

    private let exporter: BooksExporter
    private let ask: @Sendable (PlainTextProgram, _ file: URL) -> Verdict

    /// - Parameter ask: runs a program over a file. May block.
    package init(_ exporter: BooksExporter, ask: @escaping @Sendable (PlainTextProgram, _ file: URL) -> Verdict) {
        self.exporter = exporter
        self.ask = ask
    }

    /// - Returns: the report, with what they found.
    package func check(_ report: BooksReport, _ environment: StoreEnvironment) async throws -> BooksReport {
        // What cannot be posted cannot be exported either.
        guard report.counts[.journal] == nil else { return report }
        let wish = BooksWish(
            .days(BooksPeriod(from: 0, to: BooksDay.last)), environment: environment,
            products: [.ledgerBooks, .beancountBooks])
        let prepared = try await exporter.prepare(wish)
        return try await BooksRun.onThread {
            let folder = TemporaryFolder.place()
            try TemporaryFolder.make(folder)
            defer { try? FileManager.default.removeItem(at: folder) }  // Whatever is left, the system removes.
            _ = try prepared.export(to: folder, onProgress: { _, _ in }, onFile: { _ in })
            return judged(report, folder)
        }
    }

    private func judged(_ report: BooksReport, _ folder: URL) -> BooksReport {
        var (report, judges) = (report, BooksReport.Judges())
        for program in PlainTextProgram.allCases {
            switch ask(program, folder.appending(path: program.product.name)) {
            case .agrees: judges.agreeing.append(program.rawValue)
            case .missing: judges.missing.append(program.rawValue)
            case .complains(let text):
                report.add(.plainText, at: program.rawValue, found: text, expected: "the trial balance")
            }
        }
        report.judges = judges
        return report
    }
}
