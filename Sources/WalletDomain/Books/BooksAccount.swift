/// The chart of accounts of the books: what the coins that users hold and owe mean in money.
///
/// Coin accounts carry the numbers of `Account`, with one unit (COIN); the others money, each currency on its own.
package enum BooksAccount: Int16, CaseIterable, Comparable, Sendable {
    case bank = 1010
    /// Proceeds expected from Apple, provisional.
    case accrued = 1100
    /// Proceeds in Apple's financial report, not paid yet.
    case settled = 1110
    /// Both legs of an exchange of currencies; the accountant values it.
    case exchange = 1190
    /// Apple's cut of unspent coins, lot by lot.
    case deferredCommission = 1200
    /// The same of courses that are still being delivered.
    case deferredCourseCommission = 1210
    case brokenCommission = 1290
    case withheldTax = 1300
    /// Unspent coins in money, lot by lot.
    case coinLiability = 2100
    /// Spent coins whose course is still being delivered.
    case courseLiability = 2120
    case brokenLiability = 2190
    /// Tax that we owe ourselves, where Apple does not collect it.
    case salesTax = 2300
    case courses = 4100
    case breakage = 4200
    case forfeited = 4210
    case debtRecovery = 4300
    /// Refunds of used coins, and the rounding of partial ones.
    case refunds = 4900
    case commission = 5100
    case settlementDifference = 5120

    case paidCoins = 9100
    case bonusCoins = 9110
    case promoCoins = 9120
    case coinDebt = 9200
    case coinsSold = 9510
    case bonusIssued = 9515
    case coinsGranted = 9520
    case coinsSpent = 9530
    case coinsClawedBack = 9540
    case refundsReversed = 9545
    case coinsExpired = 9550
    case coinsAdjusted = 9560
    case debtWrittenOff = 9570
    case coinsMoved = 9580

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The account's place in the tree, as plain-text books name it.
    package var path: String {
        switch self {
        case .bank: "Assets:Bank"
        case .accrued: "Assets:AppStore:Accrued"
        case .settled: "Assets:AppStore:Settled"
        case .exchange: "Assets:FxClearing"
        case .deferredCommission: "Assets:DeferredCommission:Coins"
        case .deferredCourseCommission: "Assets:DeferredCommission:Courses"
        case .brokenCommission: "Assets:DeferredCommission:BreakageContra"
        case .withheldTax: "Assets:WithholdingTax"
        case .coinLiability: "Liabilities:ContractLiability:Coins"
        case .courseLiability: "Liabilities:ContractLiability:Courses"
        case .brokenLiability: "Liabilities:ContractLiability:BreakageContra"
        case .salesTax: "Liabilities:SalesTax"
        case .courses: "Income:Courses"
        case .breakage: "Income:Breakage"
        case .forfeited: "Income:Forfeited"
        case .debtRecovery: "Income:DebtRecovery"
        case .refunds: "Income:Refunds"
        case .commission: "Expenses:AppStoreCommission"
        case .settlementDifference: "Expenses:AppStoreSettlementDifference"
        case .paidCoins: "Liabilities:Coins:Paid"
        case .bonusCoins: "Liabilities:Coins:Bonus"
        case .promoCoins: "Liabilities:Coins:Promo"
        case .coinDebt: "Assets:CoinDebt"
        case .coinsSold: "Equity:CoinFlow:Sold"
        case .bonusIssued: "Equity:CoinFlow:BonusIssued"
        case .coinsGranted: "Equity:CoinFlow:Granted"
        case .coinsSpent: "Equity:CoinFlow:Spent"
        case .coinsClawedBack: "Equity:CoinFlow:ClawedBack"
        case .refundsReversed: "Equity:CoinFlow:RefundReversed"
        case .coinsExpired: "Equity:CoinFlow:Expired"
        case .coinsAdjusted: "Equity:CoinFlow:Adjusted"
        case .debtWrittenOff: "Equity:CoinFlow:DebtWrittenOff"
        case .coinsMoved: "Equity:CoinFlow:Moved"
        }
    }
}

extension Lot.Kind {
    /// Where its coins stand in the books.
    package var booksAccount: BooksAccount {
        switch self {
        case .paid: .paidCoins
        case .bonus: .bonusCoins
        case .promo: .promoCoins
        }
    }
}
