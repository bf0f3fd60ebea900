import WalletDomain

/// What all wallets' books add up to: one figure for each account and unit.
struct BooksSums {
    private typealias Key = TrialBalance.Key

    private let period: BooksPeriod
    private let policy: BooksPolicy
    private var trial: TrialBalance
    private var rollforward: Rollforward
    private var prepaid: [Currency: Int64] = [:]
    private var held = Held()
    /// What the rows of wallets say that users hold less what they owe.
    private var coinsOfRows: Int64 = 0
    /// What Apple's reports are held against; nil: there are none.
    private(set) var ledger: AppleLedgerSide?

    /// What stands in the wallets at the end.
    private struct Held {
        var coins: [BooksAccount: Int64] = [:]
        var liability: [Currency: Int64] = [:]
        var commission: [Currency: Int64] = [:]
        var prepaid: [Currency: Int64] = [:]
        /// Amounts and commissions of sales less those of their refunds, and taxes that we owe of them.
        var amount: [Currency: Int64] = [:]
        var carriedCommission: [Currency: Int64] = [:]
        var owedTax: [Currency: Int64] = [:]
    }

    init(_ frame: BooksFrame, ledger: AppleLedgerSide? = nil) {
        self.ledger = ledger
        // From the last close on, else the whole: both are rolled forward from what stood before.
        let last = frame.days.day(of: frame.end)
        let first = min(frame.calendar.closedThrough.map { $0 + 1 } ?? 0, last)
        period = BooksPeriod(from: first, to: Int64.max - 1)
        policy = frame.policy
        trial = TrialBalance(period)
        rollforward = Rollforward(period)
    }

    /// All but the ledger's side of Apple's reports: cheap to keep.
    var figures: BooksSums {
        var figures = self
        figures.ledger = nil
        return figures
    }

    /// Takes back what was added since: a sale without its wallet's end counts for nothing on the ledger's side.
    mutating func goBack(to figures: BooksSums) {
        let ledger = ledger
        self = figures
        self.ledger = ledger
    }

    mutating func add(_ posted: PostedEntry) {
        ledger?.hear(posted)
        trial.add(posted.entry, on: posted.postingDay)
        rollforward.add(posted.entry, on: posted.postingDay)
        for (currency, figures) in posted.entry.prepaid {
            prepaid[currency, default: 0] += figures.issued - figures.used - figures.refunded - figures.other
        }
    }

    mutating func add(_ wallet: WalletAtEnd, _ row: Balances) {
        ledger?.hear(wallet)
        coinsOfRows &+= row.paid &+ row.bonus &+ row.promo &- row.debt
        let isOnTheWay = wallet.books.hasLeft
        for lot in wallet.books.lots.values {
            if !isOnTheWay { held.coins[lot.kind.booksAccount, default: 0] += lot.live }
            guard let currency = lot.currency else { continue }
            held.liability[currency, default: 0] += lot.liability
            held.commission[currency, default: 0] += lot.deferredCommission
            held.prepaid[currency, default: 0] += lot.prepaidValue
        }
        held.coins[.coinDebt, default: 0] += wallet.books.debt
        for sale in wallet.books.sales.values { add(sale) }
    }

    private mutating func add(_ sale: BookedSale) {
        let currency = sale.money.currency
        let refunded = sale.refunded(sale.refundedPercent)
        held.amount[currency, default: 0] += sale.amount - refunded.net
        held.carriedCommission[currency, default: 0] += sale.commission - refunded.commission
        guard policy.taxMode == .operatorAtSale else { return }
        held.owedTax[currency, default: 0] += sale.money.tax - refunded.tax
    }

    func closing(_ account: BooksAccount, _ unit: BooksUnit) -> Int64 {
        trial.rows[Key(account: account, unit: unit)]?.closing ?? 0
    }

    func finish(_ report: inout BooksReport) {
        let house: [BooksAccount] = [
            .coinsSold, .bonusIssued, .coinsGranted, .coinsSpent, .coinsClawedBack, .refundsReversed, .coinsExpired,
            .coinsAdjusted, .debtWrittenOff, .coinsMoved,
        ]
        report.compare(
            .house, house.reduce(0) { $0 + closing($1, .coin) }, coinsOfRows, at: "\(BooksUnit.coin.code)")
        for (unit, sum) in unitSums.sorted(by: { $0.key < $1.key }) {
            report.compare(.trialBalance, sum, 0, at: unit.code)
        }
        for account in [BooksAccount.paidCoins, .bonusCoins, .promoCoins, .coinDebt] {
            let row = rollforward.rows[Key(account: account, unit: .coin)]
            report.compare(.rollforward, row?.closing ?? 0, held.coins[account] ?? 0, at: "coins, \(account.path)")
        }
        for currency in currencies { finish(currency, &report) }
    }

    private func finish(_ currency: Currency, _ report: inout BooksReport) {
        let unit = BooksUnit.money(currency)
        let liability = held.liability[currency] ?? 0
        let commission = held.commission[currency] ?? 0
        report.compare(.liabilities, -closing(.coinLiability, unit), liability, at: currency.code)
        report.compare(.liabilities, closing(.deferredCommission, unit), commission, at: "\(currency.code), commission")
        let rolled = rollforward.rows[Key(account: .coinLiability, unit: unit)]
        report.compare(.rollforward, rolled?.closing ?? 0, liability, at: currency.code)
        report.compare(.prepaid, prepaid[currency] ?? 0, held.prepaid[currency] ?? 0, at: currency.code)
        let income: [BooksAccount] = [
            .courseLiability, .courses, .breakage, .forfeited, .debtRecovery, .refunds, .salesTax,
        ]
        let earned = income.reduce(0) { $0 - closing($1, unit) }
        report.compare(
            .revenue, liability + earned - (held.owedTax[currency] ?? 0), held.amount[currency] ?? 0, at: currency.code)
        report.compare(
            .revenue, commission + closing(.deferredCourseCommission, unit) + closing(.commission, unit),
            held.carriedCommission[currency] ?? 0, at: "\(currency.code), commission")
    }

    private var unitSums: [BooksUnit: Int64] {
        trial.rows.reduce(into: [:]) { sums, row in sums[row.key.unit, default: 0] += row.value.closing }
    }

    private var currencies: [Currency] {
        Set(trial.rows.keys.compactMap(\.unit.currency)).union(held.amount.keys).sorted()
    }
}
