import Foundation
import TestSupport
import Testing
import WalletDomain
import WalletServer

/// Files for other people's bookkeeping programs: money only, one currency a file, each journal in balance.
@Suite(.enabled(if: BooksVectors.all != nil, "the worked examples beside the project are not there"))
struct ToolExportTests {
    private static let tools = AccountingTool.allCases.map { BooksProduct.tool($0) }

    private static func tables(
        _ vector: BooksVectors.Vector, isDetailed: Bool, accounts: [BooksAccount: String] = [:]
    ) throws -> [String: [[String]]] {
        let books = try WrittenBooks(
            vector, BooksVectors.Vector.always, products: tools, isDetailed: isDetailed, accounts: accounts)
        return Dictionary(uniqueKeysWithValues: try books.files.map { ($0.name, try StrictCSV.read($0.bytes)) })
    }

    /// In the smallest unit that any currency has.
    private static func thousandths(_ text: String) throws -> Int64 {
        guard !text.isEmpty else { return 0 }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        let digits = String(parts[0]) + fraction + String(repeating: "0", count: 3 - fraction.count)
        return try #require(Int64(digits))
    }

    @Test(
        "every journal of every tool balances, summed or in detail", arguments: BooksVectors.all ?? [], [false, true])
    func balances(vector: BooksVectors.Vector, isDetailed: Bool) throws {
        for (name, table) in try Self.tables(vector, isDetailed: isDetailed) {
            let header = table[0]
            var sums: [String: Int64] = [:]
            for row in table.dropFirst() {
                #expect(row.count == header.count)
                let cells = Dictionary(zip(header, row)) { first, _ in first }
                let key = cells["JournalNo"] ?? cells["*Narration"] ?? cells["External ID"] ?? cells["Reference"]
                let debit = try Self.thousandths(cells["Debits"] ?? cells["Debit"] ?? cells["*Amount"] ?? "")
                let credit = try Self.thousandths(cells["Credits"] ?? cells["Credit"] ?? "")
                sums[try #require(key), default: 0] += debit - credit
            }
            #expect(!sums.isEmpty && sums.values.allSatisfy { $0 == 0 }, "\(name)")
        }
    }

    @Test("Xero gets at most 300 lines a file, and no journal is cut in two")
    func xeroLimit() throws {
        let vector = try #require(BooksVectors.all?.first { $0.id == "V03" })
        let order = BooksOrder(
            scope: BooksScope(period: BooksVectors.Vector.always), policy: vector.policy.books, format: .csv(.plain),
            products: [.tool(.xero)], isDetailed: true)
        let stage = try BooksStage(vector)
        let books = try WrittenBooks(order) { reports in
            for _ in 0..<200 { try stage.tell(&reports) }
        }
        var journals: [String: Set<String>] = [:]
        for file in books.files {
            let table = try StrictCSV.read(file.bytes)
            #expect(table.count <= 301)
            for row in table.dropFirst() { journals[row[0], default: []].insert(file.name) }
        }
        #expect(books.files.count > 5 && journals.values.allSatisfy { $0.count == 1 })
        #expect(Set(books.files.map(\.name)).count == books.files.count)
    }

    @Test("NetSuite has no file of a currency with three decimals, and the manifest says why")
    func threeDecimals() throws {
        let vector = try #require(BooksVectors.all?.first { $0.id == "V11" })
        let names = try Self.tables(vector, isDetailed: false).keys
        #expect(names.contains("netsuite_JPY.csv") && !names.contains("netsuite_KWD.csv"))
        #expect(names.contains("qbo_KWD.csv"))
        let order = BooksOrder(
            scope: BooksScope(period: BooksVectors.Vector.always), policy: vector.policy.books, format: .csv(.plain))
        var reports = BooksReports(order, folder: FileManager.default.temporaryDirectory)
        try BooksStage(vector).tell(&reports)
        let inputs = BooksManifest.Inputs(
            environment: .production, periodName: nil, zone: "UTC", isClosed: false, asOf: Instant(microseconds: 0),
            cut: [:], settings: 0)
        let manifest = BooksManifest(order, inputs).bytes(reports, [], products: [])
        #expect(String(decoding: manifest, as: UTF8.self).contains("netsuite takes 2 decimals and KWD has 3"))
    }

    @Test("tools get the client's own account codes")
    func clientAccounts() throws {
        let vector = try #require(BooksVectors.all?.first { $0.id == "V03" })
        let tables = try Self.tables(vector, isDetailed: false, accounts: [.courses: "8400-Kurse"])
        for name in ["qbo_CNY.csv", "xero_CNY_001.csv", "netsuite_CNY.csv", "sap_CNY.csv"] {
            #expect(tables[name]?.contains { $0.contains("8400-Kurse") } == true, "\(name)")
        }
    }

    @Test("with the option for spreadsheets text cannot run, and figures stay figures")
    func spreadsheets() throws {
        let vector = try #require(BooksVectors.all?.first { $0.id == "V03" })
        func rows(_ format: ReportFormat) throws -> [[String]] {
            let books = try WrittenBooks(
                vector, BooksVectors.Vector.always, format: format,
                products: [.report(.accountMapping), .report(.trialBalance)],
                accounts: [.courses: "=cmd|' /C calc'!A0", .refunds: "1234567890123456", .bank: "-1,5"])
            return try books.files.flatMap { try StrictCSV.read($0.bytes) }
        }
        let (plain, guarded) = (try rows(.csv(.plain)), try rows(.csv(.spreadsheet)))
        #expect(plain.map(\.count) == guarded.map(\.count))
        #expect(plain.contains { $0.contains("=cmd|' /C calc'!A0") } && plain.contains { $0.contains("-1,5") })
        #expect(guarded.contains { $0.contains("'=cmd|' /C calc'!A0") } && guarded.contains { $0.contains("'-1,5") })
        #expect(guarded.contains { $0.contains("'1234567890123456") })
        #expect(guarded.contains { $0.contains("-6978") }, "negative figures stay bare")
        let marked = try WrittenBooks(
            vector, BooksVectors.Vector.always, format: .csv(.marked), products: [.report(.chart)])
        #expect(marked.files[0].bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    }
}
