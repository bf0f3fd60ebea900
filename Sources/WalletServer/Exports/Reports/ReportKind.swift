/// The reports of the books. The raw value names the file, and the report in the API.
package enum ReportKind: String, CaseIterable, Hashable, Sendable {
    case journalLines = "journal_lines"
    case trialBalance = "trial_balance"
    case coinRollforward = "rollforward_coins"
    case liabilityRollforward = "rollforward_liability"
    case commissionRollforward = "rollforward_commission"
    case courseRollforward = "rollforward_courses"
    case revenue
    case lots
    case debts
    case salesRegister = "sales_register"
    case refundRegister = "refund_register"
    case grantsAndAdjustments = "grants_and_adjustments"
    case userStatement = "user_statement"
    case appleReconciliation = "apple_reconciliation"
    case prepaidBalance = "psa_base_date"
    case breakage
    case periods
    case chart
    case accountMapping = "account_mapping"

    /// Grows when a column changes its place or meaning; new columns are only ever added at the end.
    package static let schemaVersion: Int64 = 1

    /// As accountants count them.
    package var number: String {
        switch self {
        case .journalLines: "R1"
        case .trialBalance: "R2"
        case .coinRollforward: "R3"
        case .liabilityRollforward: "R4"
        case .commissionRollforward: "R4b"
        case .courseRollforward: "R4c"
        case .revenue: "R5"
        case .lots: "R6"
        case .debts: "R7"
        case .salesRegister: "R8"
        case .refundRegister: "R9"
        case .grantsAndAdjustments: "R10"
        case .userStatement: "R11"
        case .appleReconciliation: "R12"
        case .prepaidBalance: "R13"
        case .breakage: "R14"
        case .periods: "R15"
        case .chart: "R16"
        case .accountMapping: "R17"
        }
    }

    package var title: String {
        switch self {
        case .journalLines: "every line of every entry, by day of posting"
        case .trialBalance: "opening, debits, credits and closing of each account and unit"
        case .coinRollforward: "coins that users hold and owe, from opening to closing"
        case .liabilityRollforward: "what unspent coins are in money (account 2100)"
        case .commissionRollforward: "Apple's cut of unspent coins (account 1200)"
        case .courseRollforward: "courses that are still being delivered (accounts 2120 and 1210)"
        case .revenue: "what was earned or taken back, by day, course and product"
        case .lots: "each lot of coins at the end of the period, and what it is worth"
        case .debts: "what users owe in coins after refunds"
        case .salesRegister: "each sale of the period"
        case .refundRegister: "each refund of the period, and its reversal"
        case .grantsAndAdjustments: "free coins given, and coins given or taken by hand"
        case .userStatement: "one user's coins, movement by movement"
        case .appleReconciliation: "sales, Apple's sales and Apple's settlement side by side"
        case .prepaidBalance: "the balance of prepaid instruments at base dates (Japan)"
        case .breakage: "unspent coins that were taken to income"
        case .periods: "closed periods and what came after their close"
        case .chart: "the chart of accounts"
        case .accountMapping: "the client's own account codes"
        }
    }

    /// Part of an export of a period; a statement is about one user.
    package static let ofPeriod = allCases.filter { $0 != .userStatement }
}
