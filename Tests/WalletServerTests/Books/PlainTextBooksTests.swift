import Foundation
import TestSupport
import Testing
import WalletDomain
import WalletServer

/// Other people's programs judge the books: each reads the file, balances every entry, and finds the end as told.
@Suite(.enabled(if: BooksVectors.all != nil, "the worked examples beside the project are not there"))
struct PlainTextBooksTests {
    static let judges = [BooksJudge.hledger, .ledger, .beancount]

    @Test("hledger, ledger and beancount accept the books of every worked example", arguments: judges)
    func accepted(judge: BooksJudge) throws {
        guard let found = judge.located else { return print("SKIPPED judge of the books: no \(judge.rawValue)") }
        for vector in BooksVectors.all ?? [] {
            let told = try found.judge(Self.books(of: vector, for: judge))
            #expect(told.isGood, "\(vector.id): \(told.output.prefix(600))")
        }
    }

    @Test("one minor unit too much anywhere, and each of them refuses the books", arguments: judges)
    func refused(judge: BooksJudge) throws {
        guard let found = judge.located else { return print("SKIPPED judge of the books: no \(judge.rawValue)") }
        for vector in BooksVectors.all ?? [] {
            let good = try Self.books(of: vector, for: judge)
            let wrong = try #require(Self.oneMore(in: good), "\(vector.id): no money to be wrong about")
            #expect(try !found.judge(wrong).isGood, "\(vector.id) with a figure changed")
        }
    }

    @Test(
        "amounts are written with all their decimals",
        arguments: [
            (0, "CNY", "0.00"), (5, "CNY", "0.05"), (-1_380, "USD", "-13.80"), (510, "JPY", "510"),
            (-1, "KWD", "-0.001"),
            (Int64.min, "USD", "-92233720368547758.08"),
        ] as [(Int64, String, String)])
    func decimals(minor: Int64, code: String, text: String) throws {
        #expect(BooksUnit.money(try #require(Currency(code))).decimal(minor) == text)
    }

    private static func books(of vector: BooksVectors.Vector, for judge: BooksJudge) throws -> String {
        var play = BooksPlay(vector)
        try play.run()
        let posted = play.posted.sorted { ($0.postingDay, $0.id) < ($1.postingDay, $1.id) }
        let last = posted.map(\.postingDay).max() ?? 0
        // From the middle on: what was before stands in the opening.
        let from = posted[posted.count / 3].postingDay
        var balance = TrialBalance(BooksPeriod(from: from, to: last))
        for entry in posted { balance.add(entry.entry, on: entry.postingDay) }
        let format: any PlainTextBooks = judge == .beancount ? BeancountBooks() : LedgerBooks()
        let entries = posted.filter { $0.postingDay >= from }.map { format.text($0) }.joined()
        return format.opening(balance) + entries + format.closing(balance)
    }

    /// The first amount of a currency in an entry, one minor unit more.
    private static func oneMore(in books: String) -> String? {
        let line = /(?m)^( +[A-Z][A-Za-z:]+  )(-?[0-9]+)(\.[0-9]*)?( (?:CNY|USD|JPY|KWD|EUR|GBP))/
        guard let found = books.firstMatch(of: line), let whole = Int(found.2) else { return nil }
        let decimals = found.3.map(String.init) ?? ""
        var text = books
        text.replaceSubrange(found.range, with: "\(found.1)\(whole + (whole < 0 ? -1 : 1))\(decimals)\(found.4)")
        return text
    }
}
