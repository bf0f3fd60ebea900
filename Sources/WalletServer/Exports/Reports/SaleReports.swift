internal import WalletDomain

/// What a refund, or its reversal, did to each account.
struct RefundFigures {
    let unit: BooksUnit
    /// Of the sale's amount, its tax that we owe, and Apple's cut. Negative: given back.
    let net: Int64
    let tax: Int64
    let commission: Int64
    let liability: Int64
    /// In account 4900.
    let contra: Int64

    init(_ entry: BookEntry, _ currency: Currency, isTaxAtSale: Bool) {
        let unit = BooksUnit.money(currency)
        let recovered = entry.sum(.debtRecovery, unit)
        let salesTax = entry.sum(.salesTax, unit)
        contra = entry.sum(.refunds, unit)
        // Income of debts that were met goes back into lots with a reversal, and is no part of the refund.
        liability = entry.sum(.coinLiability, unit) + recovered
        let usedTax = isTaxAtSale ? 0 : salesTax
        tax = isTaxAtSale ? salesTax : 0
        net = liability + contra + usedTax
        commission = net + tax + entry.sum(.accrued, unit)
        self.unit = unit
    }
}

/// R8: each sale of the period, as it stands at the period's end.
struct SalesReport: RowReport {
    static let kind = ReportKind.salesRegister
    private let scope: BooksScope
    private var sales: [Sale] = []
    /// All sales that the wallet's entries told of: what its books know beyond came with another wallet.
    private var told: Set<TransactionID> = []
    private var standings: [TransactionID: Standing] = [:]
    /// Sales whose lots went into another wallet, and what is known of such sales there.
    private var moved: [Sale] = []
    private var adopted: [TransactionID: Known] = [:]

    private struct Sale {
        let posted: PostedEntry
        let id: TransactionID
        /// In the wallet where it was made, if its lots went into another one.
        var standing = Standing()
    }

    /// What became of a sale until the period's end.
    private struct Standing {
        var isPriced = false
        var isRefunded = false
        var coinsTaken: Int64 = 0
        /// In account 1100, minor units: a refund may move money and no coin.
        var brought: Int64 = 0
        var takenBack: Int64 = 0

        static func + (left: Standing, right: Standing) -> Standing {
            Standing(
                isPriced: left.isPriced || right.isPriced, isRefunded: left.isRefunded || right.isRefunded,
                coinsTaken: left.coinsTaken + right.coinsTaken, brought: left.brought + right.brought,
                takenBack: left.takenBack + right.takenBack)
        }
    }

    /// What is known of a sale at the end of the wallet that has its lots.
    private struct Known {
        let lot: WalletAtEnd.LotFacts?
        let money: SaleMoney?
        let standing: Standing
    }

    init(_ scope: BooksScope) { self.scope = scope }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        guard scope.isUntilEnd(posted) else { return }
        let id = posted.facts?.transaction
        switch posted.entry.kind {
        case .sold:
            guard let id else { return }
            told.insert(id)
            noteMoney(posted, of: id)
            guard scope.isInside(posted) else { return }
            sales.append(Sale(posted: posted, id: id))
        case .refunded, .refundReversed:
            guard let id else { return }
            let account = posted.entry.kind == .refunded ? BooksAccount.coinsClawedBack : .refundsReversed
            standings[id, default: Standing()].coinsTaken -= posted.entry.sum(account, .coin)
            standings[id]?.takenBack -= Self.accrued(posted)
            standings[id]?.isRefunded = true
        case .priced: if let id { noteMoney(posted, of: id) }
        case .granted, .spent, .undone, .courseRecognised, .debtSettled, .expired, .breakage, .breakageReversed,
            .adjusted, .forfeited, .debtWrittenOff, .merged, .settled, .paid:
            break
        }
    }

    private mutating func noteMoney(_ posted: PostedEntry, of id: TransactionID) {
        guard !posted.entry.currencies.isEmpty else { return }
        standings[id, default: Standing()].isPriced = true
        standings[id]?.brought += Self.accrued(posted)
    }

    /// A sale is in one currency.
    private static func accrued(_ posted: PostedEntry) -> Int64 {
        posted.entry.currencies.reduce(0) { $0 + posted.entry.sum(.accrued, .money($1)) }
    }

    mutating func hear(_ wallet: WalletAtEnd, _ rows: inout ReportRows) throws {
        defer {
            sales.removeAll(keepingCapacity: true)
            told.removeAll(keepingCapacity: true)
            standings.removeAll(keepingCapacity: true)
        }
        let lots = Dictionary(
            wallet.lots.sorted { $0.key < $1.key }.compactMap { _, lot in lot.sale.map { ($0.transaction, lot) } }
        ) { first, _ in first }
        func known(_ id: TransactionID) -> Known {
            Known(
                lot: lots[id], money: wallet.books.sales[id]?.money, standing: standings[id] ?? Standing())
        }
        for id in lots.keys where !told.contains(id) { adopted[id] = known(id) }
        for sale in sales {
            if lots[sale.id] == nil {
                moved.append(Sale(posted: sale.posted, id: sale.id, standing: standings[sale.id] ?? Standing()))
            } else {
                try rows.add(cells(sale, known(sale.id)), on: sale.posted.postingDay)
            }
        }
    }

    mutating func finish(_ rows: inout ReportRows) throws {
        for sale in moved { try rows.add(cells(sale, adopted[sale.id]), on: sale.posted.postingDay) }
    }

    private func cells(_ sale: Sale, _ known: Known?) -> [ReportCell] {
        let posted = sale.posted
        let standing = sale.standing + (known?.standing ?? Standing())
        let learned = standing.isPriced ? known?.lot?.money : nil
        let money = standing.isPriced ? known?.money ?? learned?.money : nil
        let facts = known?.lot?.sale
        let (paid, bonus) = (-posted.entry.sum(.paidCoins, .coin), -posted.entry.sum(.bonusCoins, .coin))
        return [
            .text(posted.id), .text(sale.id.text), .text(posted.user), .text(facts?.product ?? posted.facts?.product),
            .number(facts.map { Int64($0.quantity) }), .number(paid), .number(bonus),
            .text(facts?.storefront ?? posted.facts?.storefront), .text(facts?.channel ?? posted.facts?.channel),
            .moment(facts?.purchasedAt), .day(posted.day), .day(posted.postingDay), .text(money?.currency.code),
            .number(money.map { Int64($0.currency.exponent) }), .number(facts?.price?.milliunits),
            .number(money?.price), .number(money?.tax), .number(money?.commission),
            .number(money.map { $0.price - $0.tax - $0.commission }), .text(learned?.basis.rawValue),
            .text(learned.map { $0.isCommissionFromCatalogue ? "catalogue" : "rate" }),
            .text(Self.status(standing, of: paid + bonus)), .number(standing.coinsTaken),
        ]
    }

    private static func status(_ standing: Standing, of coins: Int64) -> String {
        guard standing.isRefunded else { return standing.isPriced ? "accrued" : "unpriced" }
        guard standing.coinsTaken > 0 || standing.takenBack > 0 else { return "reversed" }
        let isMoneyGone = standing.brought > 0 && standing.takenBack >= standing.brought
        return standing.coinsTaken >= coins || isMoneyGone ? "refunded" : "part_refunded"
    }
}

/// R9: each refund of the period, and each reversal.
struct RefundsReport: RowReport {
    static let kind = ReportKind.refundRegister
    private let scope: BooksScope
    private let isTaxAtSale: Bool
    private var waiting: [PostedEntry] = []
    /// Reversals until the period's end, by what they take back.
    private var reversals: [TransactionID: [(place: Int, name: String)]] = [:]

    init(_ scope: BooksScope, _ policy: BooksPolicy) {
        self.scope = scope
        isTaxAtSale = policy.taxMode == .operatorAtSale
    }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        let isReversal = posted.entry.kind == .refundReversed
        guard isReversal || posted.entry.kind == .refunded, scope.isUntilEnd(posted) else { return }
        if isReversal, let id = posted.facts?.transaction {
            reversals[id, default: []].append((waiting.count, posted.id))
        }
        if scope.isInside(posted) { waiting.append(posted) }
    }

    mutating func hear(_ wallet: WalletAtEnd, _ rows: inout ReportRows) throws {
        defer {
            waiting.removeAll(keepingCapacity: true)
            reversals.removeAll(keepingCapacity: true)
        }
        for (place, posted) in waiting.enumerated() {
            let id = posted.facts?.transaction
            let reversal = id.flatMap { reversals[$0]?.first { $0.place > place } }
            let currencies = posted.entry.currencies
            for currency in currencies.isEmpty ? [nil] : currencies.map(Optional.some) {
                let isReversal = posted.entry.kind == .refundReversed
                try rows.add(
                    cells(posted, currency, reversedBy: isReversal ? nil : reversal?.name),
                    on: posted.postingDay)
            }
        }
    }

    private func cells(_ posted: PostedEntry, _ currency: Currency?, reversedBy: String?) -> [ReportCell] {
        let entry = posted.entry
        let unspent = entry.lotCoins.reduce(0) { $0 + $1.coins }
        let owed = entry.sum(.coinDebt, .coin)
        let money = currency.map { RefundFigures(entry, $0, isTaxAtSale: isTaxAtSale) }
        return [
            .text(posted.id), .text(entry.kind.rawValue), .text(posted.facts?.transaction?.text),
            .text(posted.user), .text(posted.facts?.product), .day(posted.day), .day(posted.postingDay),
            .number(unspent + owed), .number(unspent), .number(owed), .text(currency?.code),
            .number(currency.map { Int64($0.exponent) }), .number(money?.net), .number(money?.tax),
            .number(money?.commission), .number(money?.liability), .number(money?.contra), .text(reversedBy),
        ]
    }
}
