package import WalletDomain

/// The books as plain text that other people's programs read and check: hledger and ledger, or beancount.
///
/// The file proves itself: it ends with what each account must have. Amounts carry all their decimals, so that no
/// program has to guess a precision.
package protocol PlainTextBooks: Sendable {
    init()
    /// Names the units and accounts, and brings what stood in the accounts before.
    func opening(_ balance: TrialBalance) -> String
    func text(_ posted: PostedEntry) -> String
    /// What the accounts hold at the end of the period.
    func closing(_ balance: TrialBalance) -> String
}

extension PlainTextBooks {
    static func day(_ day: Int64) -> String {
        let date = CivilDate(daysSince1970: day)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = String(date.year)
        return String(repeating: "0", count: max(0, 4 - year.count)) + "\(year)-\(two(date.month))-\(two(date.day))"
    }

    static func units(_ balance: TrialBalance) -> [BooksUnit] { Set(balance.rows.keys.map(\.unit)).sorted() }

    static func rows(_ balance: TrialBalance) -> [(key: TrialBalance.Key, row: TrialBalance.Row)] {
        balance.rows.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
