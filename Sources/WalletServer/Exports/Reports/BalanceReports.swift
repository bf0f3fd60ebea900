internal import WalletDomain

/// R2: the trial balance.
struct TrialBalanceReport: RowReport {
    static let kind = ReportKind.trialBalance
    private let scope: BooksScope
    private var balance: TrialBalance

    init(_ scope: BooksScope) {
        self.scope = scope
        balance = TrialBalance(scope.period)
    }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        balance.add(posted.entry, on: posted.postingDay)
    }

    mutating func finish(_ rows: inout ReportRows) throws {
        for (key, row) in balance.rows.sorted(by: { $0.key < $1.key }) {
            try rows.add(
                [
                    .text(key.account.code), .text(key.account.path), .text(scope.accounts[key.account]),
                    .text(key.unit.code), .number(Int64(key.unit.exponent)), .number(row.opening),
                    .number(row.debit), .number(row.credit), .number(row.closing),
                ], on: scope.period.to)
        }
    }
}

/// R3: coins of each kind and debts, from opening to closing.
struct CoinRollforwardReport: RowReport {
    static let kind = ReportKind.coinRollforward
    private let scope: BooksScope
    private var report: Rollforward

    private static let accounts: [(name: String, account: BooksAccount)] = [
        ("paid", .paidCoins), ("bonus", .bonusCoins), ("promo", .promoCoins), ("debt", .coinDebt),
    ]

    init(_ scope: BooksScope) {
        self.scope = scope
        report = Rollforward(scope.period)
    }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        report.add(posted.entry, on: posted.postingDay)
    }

    mutating func finish(_ rows: inout ReportRows) throws {
        for (name, account) in Self.accounts {
            let row = report.rows[TrialBalance.Key(account: account, unit: .coin)] ?? Rollforward.Row()
            let moves = CoinColumn.allCases.map { column in
                row.sum { CoinColumn.of($0, isDebt: account == .coinDebt) == column }
            }
            try rows.add(row, moves, "\(Self.kind.rawValue) \(name)", of: scope, [.text(name)])
        }
    }
}

/// What R4 and R4b have in common: unspent coins' money, and Apple's cut of it.
struct MoneyRollforward {
    private let scope: BooksScope
    private let account: BooksAccount
    private var report: Rollforward

    init(_ scope: BooksScope, _ account: BooksAccount) {
        self.scope = scope
        self.account = account
        report = Rollforward(scope.period)
    }

    mutating func hear(_ posted: PostedEntry) { report.add(posted.entry, on: posted.postingDay) }

    func finish(_ rows: inout ReportRows) throws {
        for (key, row) in report.rows.sorted(by: { $0.key < $1.key }) where key.account == account {
            let moves = MoneyColumn.allCases.map { column in row.sum { MoneyColumn.of($0) == column } }
            try rows.add(
                row, moves, "\(account.path) \(key.unit.code)", of: scope,
                [.text(key.unit.code), .number(Int64(key.unit.exponent))])
        }
    }
}

/// R4.
struct LiabilityRollforwardReport: RowReport {
    static let kind = ReportKind.liabilityRollforward
    private var report: MoneyRollforward

    init(_ scope: BooksScope) { report = MoneyRollforward(scope, .coinLiability) }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws { report.hear(posted) }
    mutating func finish(_ rows: inout ReportRows) throws { try report.finish(&rows) }
}

/// R4b.
struct CommissionRollforwardReport: RowReport {
    static let kind = ReportKind.commissionRollforward
    private var report: MoneyRollforward

    init(_ scope: BooksScope) { report = MoneyRollforward(scope, .deferredCommission) }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws { report.hear(posted) }
    mutating func finish(_ rows: inout ReportRows) throws { try report.finish(&rows) }
}

/// R4c: courses with a term, and Apple's cut of them.
struct CourseRollforwardReport: RowReport {
    static let kind = ReportKind.courseRollforward
    private let scope: BooksScope
    private var report: Rollforward

    init(_ scope: BooksScope) {
        self.scope = scope
        report = Rollforward(scope.period)
    }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        report.add(posted.entry, on: posted.postingDay)
    }

    mutating func finish(_ rows: inout ReportRows) throws {
        for (key, row) in report.rows.sorted(by: { $0.key < $1.key })
        where key.account == .courseLiability || key.account == .deferredCourseCommission {
            let moves = [row[.spent], row[.undone], row[.courseRecognised]]
            try rows.add(
                row, moves, "\(key.account.path) \(key.unit.code)", of: scope,
                [
                    .text(key.account.code), .text(key.account.path), .text(key.unit.code),
                    .number(Int64(key.unit.exponent)),
                ])
        }
    }
}

extension ReportRows {
    /// Opening, movements and closing, behind the period and what they are about.
    /// - Parameter name: for the refusal of a row that does not add up.
    fileprivate mutating func add(
        _ row: Rollforward.Row, _ moves: [Int64], _ name: String, of scope: BooksScope, _ about: [ReportCell]
    ) throws {
        try row.check(moves, name)
        let figures = [row.opening] + moves + [row.closing]
        try add(
            [.day(scope.period.from), .day(scope.period.to)] + about + figures.map { .number($0) },
            on: scope.period.to)
    }
}

extension Rollforward.Row {
    fileprivate func sum(_ isWanted: (BookEntry.Kind) -> Bool) -> Int64 {
        moves.reduce(0) { isWanted($1.key) ? $0 + $1.value : $0 }
    }

    /// A movement without a column would make a report that does not add up: there is none, rather than a wrong one.
    fileprivate func check(_ moves: [Int64], _ name: String) throws(ExportError) {
        let sum = moves.reduce(opening, +)
        guard sum == closing else {
            throw .totalsDisagree(["\(name): the columns come to \(sum), the account to \(closing)"])
        }
    }
}
