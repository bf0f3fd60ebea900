/// Columns of reports about what stands at the end, or how it came about. Their order is the files' order.
extension ReportKind {
    private static let period: [ReportColumn] = [
        .day("from", "first day of the period"), .day("to", "last day of the period"),
    ]
    private static let account: [ReportColumn] = [
        .text("account", "code of the chart of accounts"), .text("account_name", "its name"),
    ]

    static let trialBalanceColumns: [ReportColumn] =
        account + [
            .text("client_account", "the client's own code"), unit, exponent,
            .minor("opening", "debits less credits before the period"), .minor("debit", "of the period"),
            .minor("credit", "of the period"), .minor("closing", "opening plus debit less credit"),
        ]

    static let coinRollforwardColumns: [ReportColumn] =
        period + [.text("kind", "paid, bonus, promo or debt"), .coins("opening", "at the period's beginning")]
        + CoinColumn.allCases.map { .coins($0.rawValue, $0.meaning) } + [.coins("closing", "the sum of all before")]

    static let moneyRollforwardColumns: [ReportColumn] =
        period + [unit, exponent, .minor("opening", "at the period's beginning")]
        + MoneyColumn.allCases.map { .minor($0.rawValue, $0.meaning) }
        + [.minor("closing", "the sum of all before")]

    static let courseRollforwardColumns: [ReportColumn] =
        period + account + [
            unit, exponent, .minor("opening", "at the period's beginning"),
            .minor("moved_in", "spent on courses with a term"), .minor("undone", "spends taken back"),
            .minor("recognised", "earned day by day"), .minor("closing", "the sum of all before"),
        ]

    static let lotsColumns: [ReportColumn] = [
        .day("as_of", "last day of the period"), .text("lot_id", "the lot of coins"), user,
        .text("kind", "paid, bonus or promo"), transaction, product, storefront, channel,
        .moment("acquired_at", "when it was credited"), .day("acquired", "the day of that, in the books' zone"),
        .moment("expires_at", "free coins only"), unit, exponent, .coins("coins", "as it was opened"),
        .coins("consumed", "used, or gone into debts"),
        .coins("removed", "taken back, expired or forfeited"), .coins("live", "what is left"),
        .coins("live_broken", "of live, taken to income already"),
        .minor("amount", "what the lot carried at first; empty: not known yet"),
        .minor("liability", "what its live coins are in money"), .minor("commission", "Apple's cut at first"),
        .minor("deferred_commission", "Apple's cut of its live coins"),
        .minor("customer_price", "what the customer paid for it"), .count("age_months", "whole months", .months),
        .day("last_activity", "the day of its last movement"),
        .text("amount_basis", "signed or price_list; empty: no money, or not known yet"),
    ]

    static let debtsColumns: [ReportColumn] = [
        .text("debt_id", "the refund that it began with"), user, transaction,
        .coins("incurred", "used coins that were refunded"), .coins("settled", "met by purchased coins"),
        .coins("cancelled", "by reversals of the refund"), .coins("written_off", "given up"),
        .coins("moved", "came from a user who was merged into this one; negative: went"),
        .coins("open", "incurred plus moved less all others"), .day("opened", "the day of the first refund"),
        .count("age_days", "at the end of the period", .days),
    ]

    static let reconciliationColumns: [ReportColumn] = [
        .text("product_id", "Apple's product id"), .text("country", "two letters; empty: a proof without one"),
        .text("customer_currency", "ISO 4217 code"),
        .count("unit_price", "what the customer paid for one", .customerMinor),
        .text("sale_or_return", "S or R; all counts and amounts of R are negative"),
        .count("ledger_units", "sold by our books in the fiscal month"),
        .count("sales_units", "by Apple's sales reports; empty: not all days of the month are there"),
        .count("settled_units", "by Apple's financial report; empty: the month has none"),
        .count("in_transit_units", "sold and not settled at the month's end"),
        .day("oldest_in_transit", "the day of the oldest of them"),
        .count("accrued_proceeds", "what the books expected for the settled units", .customerMinor),
        .count("settled_proceeds", "what Apple settled for them", .proceedsMinor),
        .count("difference", "accrued less settled; empty: two currencies", .customerMinor),
        .text("proceeds_currency", "ISO 4217 code; empty: not settled"),
        .text("fiscal_month", "of Apple's fiscal year, as 2026-01 for October 2025"),
        .text("status", "match, timing, price, missing_in_apple or missing_in_ledger"),
    ]

    static let prepaidColumns: [ReportColumn] = [
        .day("base_date", "31 March or 30 September"), unit, exponent, .minor("opening", "at the base date before"),
        .minor("issued", "what customers paid"), .minor("used", "of used coins"),
        .minor("refunded", "of refunded coins"), .minor("other", "of coins forfeited"),
        .minor("closing", "the unspent balance"), .flag("over_threshold", "more than the threshold"),
        .minor("deposit_at_least", "half of the balance, rounded up, once it is over"),
        .flag("refund_within_20pct_of_prior_issued", "refunds are small by the first measure"),
        .flag("refund_within_5pct_of_opening", "refunds are small by the second measure"),
        .coins("free_coins", "unspent bonus and promo coins, which are outside"),
    ]

    static let breakageColumns: [ReportColumn] = [
        unit, exponent, .minor("recognised_before", "at the period's beginning"),
        .minor("recognised", "taken to income"), .minor("reversed", "taken back by late spends"),
        .minor("recognised_after", "the sum of all before"),
    ]

    static let periodsColumns: [ReportColumn] = [
        .text("period", "its month or days"), .day("from", "first day"), .day("to", "last day"),
        .text("status", "open or closed"), .moment("closed_at", "when"),
        .count("closed_by", "number of the person"), .text("filed_sha256", "of what its close filed"),
        .count("late_entries", "entries of its days that were posted later"),
    ]

    static let chartColumns: [ReportColumn] =
        account + [.text("normal", "debit or credit"), .text("measures", "money or coins")]

    static let mappingColumns: [ReportColumn] = account + [.text("client_account", "the client's own code")]

    package var columns: [ReportColumn] {
        switch self {
        case .journalLines: Self.journalLinesColumns
        case .trialBalance: Self.trialBalanceColumns
        case .coinRollforward: Self.coinRollforwardColumns
        case .liabilityRollforward, .commissionRollforward: Self.moneyRollforwardColumns
        case .courseRollforward: Self.courseRollforwardColumns
        case .revenue: Self.revenueColumns
        case .lots: Self.lotsColumns
        case .debts: Self.debtsColumns
        case .salesRegister: Self.salesRegisterColumns
        case .refundRegister: Self.refundRegisterColumns
        case .grantsAndAdjustments: Self.grantsColumns
        case .userStatement: Self.userStatementColumns
        case .appleReconciliation: Self.reconciliationColumns
        case .prepaidBalance: Self.prepaidColumns
        case .breakage: Self.breakageColumns
        case .periods: Self.periodsColumns
        case .chart: Self.chartColumns
        case .accountMapping: Self.mappingColumns
        }
    }
}
