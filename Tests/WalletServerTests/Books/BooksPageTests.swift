import Foundation
import TestSupport
import Testing
import WalletDomain
import WalletServer

/// The pages for accountants say what the code says.
@Suite struct BooksPageTests {
    @Test("the worked example of docs/books.md is what the books post for it")
    func example() throws {
        let books = try Self.october()
        let page = try Self.page("books.md")
        #expect(page.contains(try Self.table(books, .journalLines, Self.journalColumns)), "the journal")
        #expect(page.contains(try Self.table(books, .trialBalance, Self.balanceColumns)), "the trial balance")
        let kinds = try Self.table(books, .coinRollforward, Self.coinColumns) { ["paid", "debt"].contains($0["kind"]) }
        #expect(page.contains(kinds), "the coins")
        #expect(page.contains(try Self.table(books, .liabilityRollforward, Self.moneyColumns)), "the liability")
    }

    @Test("docs/books-columns.md lists every column of every report as the files have them")
    func columns() throws {
        var text = String(try Self.page("books-columns.md").components(separatedBy: "\n## ")[0])
        for kind in ReportKind.allCases { text += "\n" + Self.section(kind) }
        #expect(try Self.page("books-columns.md") == text)
        for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }

    private static let journalColumns = [
        "posting_date", "kind", "account", "account_name", "unit", "debit", "credit",
    ]
    private static let balanceColumns = ["account", "account_name", "unit", "debit", "credit", "closing"]
    private static let coinColumns = [
        "kind", "opening", "sold", "spent", "clawed_back", "debt_settled", "incurred", "settled", "closing",
    ]
    private static let moneyColumns = ["unit", "opening", "sold", "spent", "debt_settled", "refunded", "closing"]

    private static func page(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "docs/\(name)"), encoding: .utf8)
    }

    private static func table(
        _ books: WrittenBooks, _ kind: ReportKind, _ columns: [String],
        where isWanted: ([String: String]) -> Bool = { _ in true }
    ) throws -> String {
        var lines = [columns, columns.map { _ in "---" }].map { "| " + $0.joined(separator: " | ") + " |" }
        for row in try books.rows(kind).filter(isWanted) {
            lines.append("| " + columns.map { row[$0] ?? "" }.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ kind: ReportKind) -> String {
        var text = "## \(kind.number) `\(kind.rawValue)`\n\n\(sentence(kind.title)).\n\n"
        text += "| column | type | meaning |\n| --- | --- | --- |\n"
        for column in kind.columns {
            let type = column.unit.map { "integer, \($0.rawValue)" } ?? column.kind.rawValue
            text += "| `\(column.name)` | \(type) | \(column.meaning) |\n"
        }
        return text
    }

    private static func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }

    /// One user's October 2026: a pack, a course, Apple's refund of the pack, another pack.
    private static func october() throws -> WrittenBooks {
        func money(_ milliunits: Int64) throws -> SaleMoney {
            try SaleMoney(price: StorePrice(milliunits: milliunits, currency: "CNY"), tax: 0, commissionBP: 1_500)
        }
        let (first, second) = (try TransactionID("1"), try TransactionID("2"))
        let wallet = WalletID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)))
        func part(_ lot: Int32, _ coins: Int64) -> CoinMove.Part { .init(lot: lot, coins: coins) }
        let moves: [(day: String, move: CoinMove)] = [
            ("2026-10-03", .sold(first, paid: part(1, 600), bonus: nil, try money(68_000))),
            (
                "2026-10-05",
                .spent(operation: OperationID(wallet: wallet, sequence: 2), [part(1, 350)], term: nil)
            ), ("2026-10-12", .refunded(first, percent: 100_000, own: [part(1, 250)], owed: 350)),
            ("2026-10-20", .sold(second, paid: part(2, 1_280), bonus: nil, try money(128_000))),
            ("2026-10-20", .debtSettled([part(2, 350)])),
        ]
        let period = BooksPeriod(from: BooksPlay.day("2026-10-01", 0), to: BooksPlay.day("2026-10-31", 0))
        let order = BooksOrder(scope: BooksScope(period: period), policy: BooksPolicy(), format: .csv(.plain))
        return try WrittenBooks(order) { reports in
            var books = WalletBooks(policy: BooksPolicy())
            for (place, step) in moves.enumerated() {
                let day = BooksPlay.day(step.day, 0)
                for entry in books.post(step.move) {
                    try reports.hear(
                        PostedEntry(
                            id: "E\(place + 1)", entry: entry, day: day, postingDay: day, user: "U1", lots: [:]))
                }
            }
            try reports.hear(WalletAtEnd(wallet: wallet, user: "U1", books: books, lots: [:]))
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["COFFER_WRITE_PAGES"] != nil, "writes the pages' tables"))
    func write() throws {
        let books = try Self.october()
        print(try Self.table(books, .journalLines, Self.journalColumns))
        print(try Self.table(books, .trialBalance, Self.balanceColumns))
        print(
            try Self.table(books, .coinRollforward, Self.coinColumns) { ["paid", "debt"].contains($0["kind"]) })
        print(try Self.table(books, .liabilityRollforward, Self.moneyColumns))
        for kind in ReportKind.allCases { print(Self.section(kind)) }
    }
}
