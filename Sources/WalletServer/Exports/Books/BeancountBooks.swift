package import WalletDomain

/// A file for beancount (3). Balances are asserted in the morning of the day after the period.
package struct BeancountBooks: PlainTextBooks {
    package init() {}

    package func opening(_ balance: TrialBalance) -> String {
        let first = Self.day(balance.period.from)
        var text = ""
        for unit in Self.units(balance) { text += "\(first) commodity \(unit.code)\n" }
        for account in BooksAccount.allCases { text += "\(first) open \(account.path)\n" }
        let before = Self.rows(balance).filter { $0.row.opening != 0 }
        guard !before.isEmpty else { return text + "\n" }
        text += "\n\(first) * \"opening\"\n"
        for (key, row) in before { text += Self.line(key, row.opening) }
        return text + "\n"
    }

    package func text(_ posted: PostedEntry) -> String {
        var text = "\(Self.day(posted.postingDay)) * \"\(posted.entry.kind.rawValue)\" \"\(posted.id)\"\n"
        if posted.postingDay != posted.day { text += "  occurred: \(Self.day(posted.day))\n" }
        if let user = posted.user { text += "  user: \"\(user)\"\n" }
        for (place, figure) in posted.entry.figures.sorted(by: { $0.key < $1.key }) {
            text += Self.line(TrialBalance.Key(account: place.account, unit: place.unit), figure)
            if let lot = place.lot.flatMap({ posted.lots[$0] }) { text += "    lot: \"\(lot)\"\n" }
        }
        return text + "\n"
    }

    package func closing(_ balance: TrialBalance) -> String {
        let morning = Self.day(balance.period.to + 1)
        return Self.rows(balance).map { key, row in
            "\(morning) balance \(key.account.path)  \(key.unit.decimal(row.closing)) \(key.unit.code)\n"
        }.joined()
    }

    private static func line(_ key: TrialBalance.Key, _ figure: Int64) -> String {
        "  \(key.account.path)  \(key.unit.decimal(figure)) \(key.unit.code)\n"
    }
}
