package import WalletDomain

/// One file that both hledger (1.25 and later) and ledger (3.3) accept.
///
/// For units without decimals hledger wants a format line that ledger refuses, so those have none; the day on which
/// something happened stands behind the day on which it counts.
package struct LedgerBooks: PlainTextBooks {
    package init() {}

    package func opening(_ balance: TrialBalance) -> String {
        var text = ""
        for unit in Self.units(balance) {
            text += "commodity \(unit.code)\n"
            if unit.exponent > 0 {
                text += "    format 1000.\(String(repeating: "0", count: unit.exponent)) \(unit.code)\n"
            }
        }
        for account in BooksAccount.allCases { text += "account \(account.path)\n" }
        text += "tag lot\ntag user\n\n"
        let before = Self.rows(balance).filter { $0.row.opening != 0 }
        guard !before.isEmpty else { return text }
        text += "\(Self.day(balance.period.from)) * opening\n"
        for (key, row) in before { text += Self.line(key, row.opening) }
        return text + "\n"
    }

    package func text(_ posted: PostedEntry) -> String {
        let days = [posted.postingDay, posted.day].map(Self.day)
        let day = posted.postingDay == posted.day ? days[0] : days.joined(separator: "=")
        var text = "\(day) * (\(posted.id)) \(posted.entry.kind.rawValue)\n"
        if let user = posted.user { text += "    ; user:\(user)\n" }
        for (place, figure) in posted.entry.figures.sorted(by: { $0.key < $1.key }) {
            let lot = place.lot.flatMap { posted.lots[$0] }
            text += Self.line(TrialBalance.Key(account: place.account, unit: place.unit), figure, lot: lot)
        }
        return text + "\n"
    }

    package func closing(_ balance: TrialBalance) -> String {
        var text = "\(Self.day(balance.period.to)) * closing balances\n"
        for (key, row) in Self.rows(balance) {
            text += "    \(key.account.path)  0 \(key.unit.code) = \(key.unit.decimal(row.closing)) \(key.unit.code)\n"
        }
        return text
    }

    private static func line(_ key: TrialBalance.Key, _ figure: Int64, lot: String? = nil) -> String {
        let tag = lot.map { "  ; lot:\($0)" } ?? ""
        return "    \(key.account.path)  \(key.unit.decimal(figure)) \(key.unit.code)\(tag)\n"
    }
}
