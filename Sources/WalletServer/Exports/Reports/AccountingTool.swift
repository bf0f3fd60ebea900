internal import WalletDomain

/// Programs of accountants that take journals as CSV: money only, one currency a file.
package enum AccountingTool: String, CaseIterable, Hashable, Sendable {
    case quickBooks = "qbo"
    case xero
    case netSuite = "netsuite"
    case sap

    /// Lines of one file; nil: no limit.
    var linesMax: Int? {
        switch self {
        case .xero: 300
        case .quickBooks, .netSuite, .sap: nil
        }
    }

    /// Decimals of an amount that it takes. What has more is left out, since rounding would unbalance the entries.
    var decimalsMax: Int? {
        switch self {
        case .netSuite: 2
        case .quickBooks, .xero, .sap: nil
        }
    }

    /// Sources: the vendors' import pages (QuickBooks Online journal entries, Xero manual journals, NetSuite journal
    /// entries, SAP F2548).
    var columns: [String] {
        switch self {
        case .quickBooks:
            [
                "JournalNo", "JournalDate", "AccountName", "Debits", "Credits", "Description", "Name", "Currency",
            ]
        case .xero: ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"]
        case .netSuite:
            ["External ID", "Subsidiary", "Currency", "Date", "Account", "Debit", "Credit", "Memo"]
        case .sap:
            [
                "Company Code", "Document Type", "Document Date", "Posting Date", "Currency", "Reference", "Item",
                "G/L Account", "Debit", "Credit", "Item Text",
            ]
        }
    }
}

/// A journal entry as tools know it: one day, one currency, one line for each account and side.
struct ToolJournal {
    struct Line {
        let account: BooksAccount
        /// Debit, or negative: credit.
        let figure: Int64
    }

    let number: String
    let day: Int64
    let unit: BooksUnit
    let memo: String
    let lines: [Line]

    init(number: String, day: Int64, unit: BooksUnit, memo: String, sums: ToolSums) {
        self.number = number
        self.day = day
        self.unit = unit
        self.memo = memo
        lines = sums.lines
    }
}

/// Debits and credits of accounts, each on its own.
struct ToolSums {
    private var sums: [BooksAccount: (debit: Int64, credit: Int64)] = [:]

    mutating func add(_ figure: Int64, to account: BooksAccount) {
        if figure > 0 { sums[account, default: (0, 0)].debit += figure }
        if figure < 0 { sums[account, default: (0, 0)].credit -= figure }
    }

    var lines: [ToolJournal.Line] {
        sums.sorted { $0.key < $1.key }.flatMap { account, sum in
            [sum.debit, -sum.credit].filter { $0 != 0 }.map { .init(account: account, figure: $0) }
        }
    }
}

extension AccountingTool {
    func header(_ flavour: CSVFlavour) -> [UInt8] {
        var csv = CSVBuffer(flavour)
        csv.mark()
        for column in columns { csv.text(column) }
        csv.endRow()
        return csv.bytes
    }

    func text(_ journal: ToolJournal, _ scope: BooksScope, _ flavour: CSVFlavour) -> [UInt8] {
        var csv = CSVBuffer(flavour)
        for (place, line) in journal.lines.enumerated() {
            row(journal, line, place + 1, scope, &csv)
            csv.endRow()
        }
        return csv.bytes
    }

    private func row(
        _ journal: ToolJournal, _ line: ToolJournal.Line, _ place: Int, _ scope: BooksScope, _ csv: inout CSVBuffer
    ) {
        let client = scope.accounts[line.account]
        let code = client ?? line.account.code
        switch self {
        case .quickBooks:
            csv.text(journal.number)
            csv.word(Self.american(journal.day))
            csv.text(client ?? line.account.path)
            sides(journal, line, &csv)
            csv.text(journal.memo)
            csv.empty()
            csv.word(journal.unit.code)
        case .xero:
            csv.text(journal.number)
            csv.word(Self.british(journal.day))
            csv.text(journal.memo)
            csv.text(code)
            csv.word("Tax Exempt")
            csv.word(journal.unit.decimal(line.figure))
        case .netSuite:
            csv.text(journal.number)
            csv.empty()
            csv.word(journal.unit.code)
            csv.word(BooksDay.text(journal.day))
            csv.text(code)
            sides(journal, line, &csv)
            csv.text(journal.memo)
        case .sap:
            csv.empty()
            csv.word("SA")
            csv.word(BooksDay.text(journal.day))
            csv.word(BooksDay.text(journal.day))
            csv.word(journal.unit.code)
            csv.text(journal.number)
            csv.number(Int64(place))
            csv.text(code)
            sides(journal, line, &csv)
            csv.text(journal.memo)
        }
    }

    private func sides(_ journal: ToolJournal, _ line: ToolJournal.Line, _ csv: inout CSVBuffer) {
        if line.figure > 0 { csv.word(journal.unit.decimal(line.figure)) } else { csv.empty() }
        if line.figure < 0 { csv.word(journal.unit.decimal(-line.figure)) } else { csv.empty() }
    }

    private static func american(_ day: Int64) -> String {
        let date = CivilDate(daysSince1970: day)
        return [(date.month, 2), (date.day, 2), (date.year, 4)].map(BooksDay.digits).joined(separator: "/")
    }

    private static func british(_ day: Int64) -> String {
        let date = CivilDate(daysSince1970: day)
        return [(date.day, 2), (date.month, 2), (date.year, 4)].map(BooksDay.digits).joined(separator: "/")
    }
}
