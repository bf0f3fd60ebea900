import Foundation
import TestSupport
import Testing
import WalletDomain
import WalletServer

/// Other people's programs read an export's plain-text books: they accept them, come to the trial balance's figures,
/// and refuse them when one figure is wrong by one minor unit.
@Suite(.enabled(if: BooksVectors.all != nil, "the worked examples beside the project are not there"))
struct ExportJudgeTests {
    private static let products: [BooksProduct] = [.report(.trialBalance), .ledgerBooks, .beancountBooks]

    private static func text(_ books: WrittenBooks, for judge: BooksJudge) throws -> String {
        try books.text(judge == .beancount ? "books.beancount" : "books.journal")
    }

    @Test("their balances are the trial balance's, to the last minor unit", arguments: BooksJudge.allCases)
    func balances(judge: BooksJudge) throws {
        guard let found = judge.located else { return print("SKIPPED judge of the books: no \(judge.rawValue)") }
        for vector in BooksVectors.all ?? [] {
            for period in [BooksVectors.Vector.always, try vector.middlePeriod] {
                let books = try WrittenBooks(vector, period, products: Self.products)
                let text = try Self.text(books, for: judge)
                let told = try found.judge(text)
                #expect(told.isGood, "\(vector.id): \(told.output.prefix(600))")
                var expected: [String: Int64] = [:]
                for row in try books.rows(.trialBalance) {
                    let minor = try #require(Int64(row["closing"] ?? ""))
                    let exponent = try #require(Int(row["exponent"] ?? ""))
                    guard minor != 0 else { continue }
                    expected["\(row["account_name"] ?? "") \(row["unit"] ?? "")"] =
                        minor * (0..<(3 - exponent)).reduce(1) { product, _ in product * 10 }
                }
                #expect(try found.balances(text).filter { $0.value != 0 } == expected, "\(vector.id)")
            }
        }
    }

    @Test("one minor unit wrong in an entry, and each of them refuses the books", arguments: BooksJudge.allCases)
    func refused(judge: BooksJudge) throws {
        guard let found = judge.located else { return print("SKIPPED judge of the books: no \(judge.rawValue)") }
        for vector in BooksVectors.all ?? [] {
            let books = try WrittenBooks(vector, BooksVectors.Vector.always, products: Self.products)
            let lines = try Self.text(books, for: judge).split(separator: "\n", omittingEmptySubsequences: false)
            let places = lines.indices.filter { lines[$0].contains(/^ +[A-Z][A-Za-z:]+  -?[0-9.]+ [A-Z]{3}($| )/) }
            for place in [places.last].compactMap({ $0 }) {
                var wrong = lines.map(String.init)
                wrong[place] = try Self.oneMore(wrong[place])
                #expect(try !found.judge(wrong.joined(separator: "\n")).isGood, "\(vector.id) \(lines[place])")
            }
        }
    }

    /// The last digit of the line's amount, one more or less.
    private static func oneMore(_ line: String) throws -> String {
        let match = try #require(line.firstMatch(of: /([0-9])( [A-Z]{3})/))
        let digit = match.1 == "9" ? "8" : String((Int(match.1) ?? 0) + 1)
        var text = line
        text.replaceSubrange(match.range, with: digit + match.2)
        return text
    }
}

extension BooksJudge.Located {
    /// What each account holds of each unit at the end, in thousandths, by the program's own reading of the entries.
    func balances(_ books: String) throws -> [String: Int64] {
        let file = FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString)")
        try Data(books.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var sums: [String: Int64] = [:]
        for posting in try postings(file) {
            let parts = posting.amount.split(separator: ".", omittingEmptySubsequences: false)
            let fraction = parts.count > 1 ? String(parts[1]) : ""
            let digits = String(parts[0]) + fraction + String(repeating: "0", count: max(0, 3 - fraction.count))
            let thousandths = try #require(Int64(digits), "\(posting.amount)")
            sums["\(posting.account) \(posting.unit)", default: 0] += thousandths
        }
        return sums
    }

    private func postings(_ file: URL) throws -> [(account: String, unit: String, amount: String)] {
        switch judge {
        case .hledger:
            // txnidx, date, date2, status, code, description, comment, account, amount, commodity, …
            return try cells(run(path, ["-f", file.path, "print", "-O", "csv"])).dropFirst().map {
                ($0[7], $0[9], $0[8])
            }
        case .ledger:
            // date, code, payee, account, commodity, amount, …
            return try cells(run(path, ["-f", file.path, "csv"])).map { ($0[3], $0[4], $0[5]) }
        case .beancount:
            let python = URL(filePath: path).deletingLastPathComponent().appending(path: "python").path
            let program = """
                import sys
                from beancount import loader
                for entry in loader.load_file(sys.argv[1])[0]:
                    for line in getattr(entry, "postings", []):
                        print('"%s","%s","%s"' % (line.account, line.units.currency, line.units.number))
                """
            return try cells(run(python, ["-c", program, file.path])).map { ($0[0], $0[1], $0[2]) }
        }
    }

    /// Quoted cells, without commas in them.
    private func cells(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != "\"" } }
        }
    }

    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
