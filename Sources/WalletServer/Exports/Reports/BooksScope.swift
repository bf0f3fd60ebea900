package import WalletDomain

/// What the reports of one export are about, beside the entries.
package struct BooksScope: Sendable {
    /// A period as the books know it.
    package struct PeriodFacts: Hashable, Sendable {
        package let name: String
        package let days: BooksPeriod
        package let closedAt: Instant?
        package let closedBy: Int64?
        package let filedSHA256: String?

        package init(
            name: String, days: BooksPeriod, closedAt: Instant? = nil, closedBy: Int64? = nil,
            filedSHA256: String? = nil
        ) {
            self.name = name
            self.days = days
            self.closedAt = closedAt
            self.closedBy = closedBy
            self.filedSHA256 = filedSHA256
        }
    }

    package let period: BooksPeriod
    /// The client's own codes; an account without one has none.
    package let accounts: [BooksAccount: String]
    package let periods: [PeriodFacts]

    package init(
        period: BooksPeriod, accounts: [BooksAccount: String] = [:], periods: [PeriodFacts] = []
    ) {
        self.period = period
        self.accounts = accounts
        self.periods = periods
    }

    func isInside(_ posted: PostedEntry) -> Bool {
        period.from <= posted.postingDay && posted.postingDay <= period.to
    }

    func isUntilEnd(_ posted: PostedEntry) -> Bool { posted.postingDay <= period.to }
}

extension BooksAccount {
    /// As text: it is a name made of digits, not a number.
    var code: String { String(rawValue) }

    /// The side on which its balance usually stands.
    var isDebitNormal: Bool {
        switch self {
        case .bank, .accrued, .settled, .exchange, .deferredCommission, .deferredCourseCommission, .withheldTax,
            .brokenLiability, .refunds, .commission, .settlementDifference, .coinDebt, .coinsSold, .bonusIssued,
            .coinsGranted, .refundsReversed, .coinsAdjusted, .debtWrittenOff, .coinsMoved:
            true
        case .brokenCommission, .coinLiability, .courseLiability, .salesTax, .courses, .breakage, .forfeited,
            .debtRecovery, .paidCoins, .bonusCoins, .promoCoins, .coinsSpent, .coinsClawedBack, .coinsExpired:
            false
        }
    }

    var measuresCoins: Bool { rawValue >= Self.paidCoins.rawValue }
}
