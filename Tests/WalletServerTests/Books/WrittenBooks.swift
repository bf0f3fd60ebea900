import Foundation
import TestSupport
import Testing
import WalletDomain
import WalletServer

/// The files of an export, read back by readers of the tests' own.
struct WrittenBooks {
    let files: [(name: String, bytes: [UInt8])]
    let totals: TrialBalance

    init(
        _ vector: BooksVectors.Vector, _ period: BooksPeriod, format: ReportFormat = .csv(.plain),
        products: [BooksProduct] = BooksProduct.all, isDetailed: Bool = false, spoolBytes: Int = 1 << 20,
        accounts: [BooksAccount: String] = [:], periods: [BooksScope.PeriodFacts] = []
    ) throws {
        let order = BooksOrder(
            scope: BooksScope(period: period, accounts: accounts, periods: periods), policy: vector.policy.books,
            format: format, products: products, isDetailed: isDetailed)
        try self.init(order, spoolBytes: spoolBytes) { try BooksStage(vector).tell(&$0) }
    }

    init(_ order: BooksOrder, spoolBytes: Int = 1 << 20, _ tell: (inout BooksReports) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var reports = BooksReports(order, folder: folder, spoolBytes: spoolBytes)
        try tell(&reports)
        totals = reports.totals
        files = try reports.files().flatMap { $0 }.map { file in
            var (file, bytes): (ExportedFile, [UInt8]) = (file, [])
            while let piece = try file.next() { bytes += piece }
            return (file.name, bytes)
        }
    }

    func text(_ name: String) throws -> String {
        String(decoding: try #require(files.first { $0.name == name }, "no file \(name)").bytes, as: UTF8.self)
    }

    /// Rows by column.
    func rows(_ kind: ReportKind) throws -> [[String: String]] {
        let bytes = try #require(files.first { $0.name == "\(kind.rawValue).csv" }).bytes
        let records = try StrictCSV.read(bytes)
        #expect(records.first == kind.columns.map(\.name))
        return records.dropFirst().map { record in
            #expect(record.count == kind.columns.count)
            return Dictionary(zip(kind.columns.map(\.name), record)) { first, _ in first }
        }
    }

    /// The sum of a column.
    func sum(_ kind: ReportKind, _ column: String, where isWanted: ([String: String]) -> Bool = { _ in true }) throws
        -> Int64
    {
        try rows(kind).filter(isWanted).reduce(0) { $0 + (Int64($1[column] ?? "") ?? 0) }
    }

    func balance(_ account: BooksAccount, _ unit: String, _ column: KeyPath<TrialBalance.Row, Int64> = \.closing)
        -> Int64
    {
        totals.rows.reduce(0) { sum, row in
            row.key.account == account && row.key.unit.code == unit ? sum + row.value[keyPath: column] : sum
        }
    }

    var currencies: [String] { Set(totals.rows.keys.map(\.unit.code)).subtracting(["COIN"]).sorted() }
}

extension BooksVectors.Vector {
    /// From the first third of its entries on, so that something stands in the accounts before.
    var laterPeriod: BooksPeriod {
        get throws {
            let days = try BooksStage(self).all.map(\.postingDay).sorted()
            return BooksPeriod(from: days[days.count / 3], to: days.last ?? 0)
        }
    }

    /// The same, and it ends before the last entries.
    var middlePeriod: BooksPeriod {
        get throws {
            let days = try BooksStage(self).all.map(\.postingDay).sorted()
            return BooksPeriod(from: days[days.count / 3], to: days[days.count * 2 / 3])
        }
    }

    static var always: BooksPeriod { BooksPeriod(from: 0, to: 100_000) }
}
