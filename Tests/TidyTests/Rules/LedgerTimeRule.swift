/// A batch has one time, `clock_timestamp()` read once after its locks. So no statement and no column default
/// asks for the time of its transaction.
enum LedgerTimeRule {
    static func violations(inSQL text: String, path: String) -> [Violation] {
        numberedLines(withoutComments(text)).compactMap { number, line in violation(line, path: path, number) }
    }

    static func violations(in file: SwiftText) -> [Violation] {
        guard file.isSource, file.target == "WalletLedger" else { return [] }
        return numberedLines(file.strings).compactMap { violation($0.text, path: file.path, $0.number) }
    }

    private static func violation(_ line: Substring, path: String, _ number: Int) -> Violation? {
        let clocks =
            #/
            \b(?: now\s*\( | current_(?:timestamp|date|time)\b | localtime(?:stamp)?\b
            | transaction_timestamp\s*\( | statement_timestamp\s*\( | timeofday\s*\( )
            /#.ignoresCase()
        guard let match = line.firstMatch(of: clocks) else { return nil }
        let what = "\(match.0)…: money is dated by the batch's clock_timestamp(), given as a parameter"
        return Violation(path: path, line: number, what: what)
    }

    /// SQL comments to the end of a line; the migrations use no other kind.
    private static func withoutComments(_ text: String) -> String {
        numberedLines(text).map { line in
            String(line.text.firstRange(of: "--").map { line.text[..<$0.lowerBound] } ?? line.text)
        }.joined(separator: "\n")
    }
}
