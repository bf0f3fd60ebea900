/// Opening, debits and credits of each account and unit over a period. Each unit sums to zero.
package struct TrialBalance: Sendable {
    package struct Key: Hashable, Comparable, Sendable {
        package let account: BooksAccount
        package let unit: BooksUnit

        package init(account: BooksAccount, unit: BooksUnit) {
            self.account = account
            self.unit = unit
        }

        package static func < (left: Self, right: Self) -> Bool {
            (left.unit, left.account) < (right.unit, right.account)
        }
    }

    package struct Row: Hashable, Sendable {
        package var opening: Int64 = 0
        package var debit: Int64 = 0
        package var credit: Int64 = 0

        package var closing: Int64 { opening + debit - credit }
    }

    package let period: BooksPeriod
    package private(set) var rows: [Key: Row] = [:]

    package init(_ period: BooksPeriod) { self.period = period }

    package mutating func add(_ entry: BookEntry, on day: Int64) {
        guard day <= period.to else { return }
        for (place, figure) in entry.figures {
            let key = Key(account: place.account, unit: place.unit)
            if day < period.from {
                rows[key, default: Row()].opening += figure
            } else if figure > 0 {
                rows[key, default: Row()].debit += figure
            } else {
                rows[key, default: Row()].credit -= figure
            }
        }
    }
}

/// How a balance came from its opening to its closing, by what happened: coins of one kind, what is owed, or what a
/// currency's unspent coins are worth.
package struct Rollforward: Sendable {
    package struct Row: Hashable, Sendable {
        package internal(set) var opening: Int64 = 0
        /// Signed: what came in is positive.
        package internal(set) var moves: [BookEntry.Kind: Int64] = [:]

        package init() {}

        package var closing: Int64 { moves.values.reduce(opening, +) }

        package subscript(kind: BookEntry.Kind) -> Int64 { moves[kind] ?? 0 }
    }

    package let period: BooksPeriod
    package private(set) var rows: [TrialBalance.Key: Row] = [:]

    package init(_ period: BooksPeriod) { self.period = period }

    /// Accounts that are rolled forward, and the sign of what stands on their usual side.
    private static func sign(_ account: BooksAccount) -> Int64? {
        switch account {
        case .paidCoins, .bonusCoins, .promoCoins, .coinLiability, .courseLiability: -1
        case .coinDebt, .deferredCommission, .deferredCourseCommission: 1
        case .bank, .accrued, .settled, .exchange, .brokenCommission, .withheldTax, .brokenLiability, .salesTax,
            .courses, .breakage, .forfeited, .debtRecovery, .refunds, .commission, .settlementDifference, .coinsSold,
            .bonusIssued, .coinsGranted, .coinsSpent, .coinsClawedBack, .refundsReversed, .coinsExpired,
            .coinsAdjusted, .debtWrittenOff, .coinsMoved:
            nil
        }
    }

    package mutating func add(_ entry: BookEntry, on day: Int64) {
        guard day <= period.to else { return }
        for (place, figure) in entry.figures {
            guard let sign = Self.sign(place.account) else { continue }
            let key = TrialBalance.Key(account: place.account, unit: place.unit)
            if day < period.from {
                rows[key, default: Row()].opening += sign * figure
            } else {
                rows[key, default: Row()].moves[entry.kind, default: 0] += sign * figure
            }
        }
    }
}
