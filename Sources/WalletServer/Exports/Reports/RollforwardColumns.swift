internal import WalletDomain

/// How coins of one kind, or debts, came from opening to closing.
enum CoinColumn: String, CaseIterable {
    case sold
    case granted
    case spent
    case undone
    case clawedBack = "clawed_back"
    case restored
    case debtSettled = "debt_settled"
    case expired
    case moved
    case adjusted
    case forfeited
    case incurred
    case settled
    case cancelled
    case writtenOff = "written_off"

    var meaning: String {
        switch self {
        case .sold: "bought, and what came on top"
        case .granted: "given for nothing"
        case .spent: "used"
        case .undone: "spends taken back"
        case .clawedBack: "taken back by refunds"
        case .restored: "given back by reversed refunds"
        case .debtSettled: "met debts"
        case .expired: "free coins past their day"
        case .moved: "by merges of two users; zero over all users"
        case .adjusted: "given or taken by hand"
        case .forfeited: "taken away for cause"
        case .incurred: "debts: used coins that were refunded"
        case .settled: "debts: met by purchased coins"
        case .cancelled: "debts: by reversed refunds"
        case .writtenOff: "debts: given up"
        }
    }

    /// Where a kind of entry stands for a kind of coins, or for what is owed. Nil: it moves no coins.
    static func of(_ kind: BookEntry.Kind, isDebt: Bool) -> Self? {
        switch kind {
        case .sold: .sold
        case .granted: .granted
        case .spent: .spent
        case .undone: .undone
        case .refunded: isDebt ? .incurred : .clawedBack
        case .refundReversed: isDebt ? .cancelled : .restored
        case .debtSettled: isDebt ? .settled : .debtSettled
        case .expired: .expired
        case .adjusted: .adjusted
        case .forfeited: .forfeited
        case .debtWrittenOff: .writtenOff
        case .merged: .moved
        case .priced, .courseRecognised, .breakage, .breakageReversed, .settled, .paid: nil
        }
    }
}

/// How the money of unspent coins came from opening to closing.
enum MoneyColumn: String, CaseIterable {
    case sold
    case priced
    case spent
    case undone
    case debtSettled = "debt_settled"
    case refunded
    case restored
    case forfeited
    case breakage
    case breakageReversed = "breakage_reversed"

    var meaning: String {
        switch self {
        case .sold: "of new sales"
        case .priced: "of sales whose price became known later"
        case .spent: "used"
        case .undone: "spends taken back"
        case .debtSettled: "met debts"
        case .refunded: "taken back by refunds"
        case .restored: "given back by reversed refunds"
        case .forfeited: "taken away for cause"
        case .breakage: "taken to income unspent"
        case .breakageReversed: "and back, because it was spent after all"
        }
    }

    /// Nil: it does not touch what unspent coins are worth.
    static func of(_ kind: BookEntry.Kind) -> Self? {
        switch kind {
        case .sold: .sold
        case .priced: .priced
        case .spent: .spent
        case .undone: .undone
        case .debtSettled: .debtSettled
        case .refunded: .refunded
        case .refundReversed: .restored
        case .forfeited: .forfeited
        case .breakage: .breakage
        case .breakageReversed: .breakageReversed
        case .granted, .courseRecognised, .expired, .adjusted, .debtWrittenOff, .merged, .settled, .paid: nil
        }
    }
}
