internal import WalletDomain

/// R15: the periods until the end of this one, and what was posted after their close.
struct PeriodsReport: RowReport {
    static let kind = ReportKind.periods
    private let scope: BooksScope
    private var late: [Int: Int64] = [:]

    init(_ scope: BooksScope) { self.scope = scope }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        guard scope.isUntilEnd(posted), posted.day < posted.postingDay else { return }
        for (place, period) in scope.periods.enumerated()
        where period.days.from <= posted.day && posted.day <= period.days.to && period.days.to < posted.postingDay {
            late[place, default: 0] += 1
        }
    }

    mutating func finish(_ rows: inout ReportRows) throws {
        for (place, period) in scope.periods.enumerated() where period.days.from <= scope.period.to {
            try rows.add(
                [
                    .text(period.name), .day(period.days.from), .day(period.days.to),
                    .text(period.closedAt == nil ? "open" : "closed"), .moment(period.closedAt),
                    .number(period.closedBy), .text(period.filedSHA256), .number(late[place] ?? 0),
                ], on: period.days.to)
        }
    }
}

/// R16: the chart of accounts.
struct ChartReport: RowReport {
    static let kind = ReportKind.chart

    mutating func finish(_ rows: inout ReportRows) throws {
        for account in BooksAccount.allCases {
            try rows.add(
                [
                    .text(account.code), .text(account.path), .text(account.isDebitNormal ? "debit" : "credit"),
                    .text(account.measuresCoins ? "coins" : "money"),
                ], on: 0)
        }
    }
}

/// R17: the client's own account codes.
struct AccountMappingReport: RowReport {
    static let kind = ReportKind.accountMapping
    let scope: BooksScope

    mutating func finish(_ rows: inout ReportRows) throws {
        for account in BooksAccount.allCases {
            try rows.add([.text(account.code), .text(account.path), .text(scope.accounts[account])], on: 0)
        }
    }
}
