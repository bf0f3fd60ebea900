/// What must be true of the books, whoever counts.
package enum BooksEquation: String, CaseIterable, Sendable {
    case journal = "I0"
    case balanced = "I1"
    case lines = "I2"
    case wallets = "I3"
    case notNegative = "I4"
    case lots = "I5"
    case lotMoney = "I6"
    case liabilities = "I7"
    case house = "I8"
    case days = "I9"
    case freeCoins = "I10"
    case rollforward = "I11"
    case trialBalance = "I12"
    case revenue = "I13"
    case settlements = "I14"
    case prepaid = "I15"
    case closedPeriods = "I16"
    case plainText = "I17"
    case chain = "I18"

    package var title: String {
        switch self {
        case .journal: "every movement of the journal can be posted"
        case .balanced: "each entry's debits equal its credits, unit by unit"
        case .lines: "each line is a debit or a credit, never zero"
        case .wallets: "wallets hold and owe what the coin accounts say"
        case .notNegative: "no coin account of a user is ever below zero"
        case .lots: "each lot has the coins that its lines say"
        case .lotMoney: "each lot's money is what its counters say"
        case .liabilities: "all lots together are the liability and the deferred commission"
        case .house: "the house's coin accounts are what users hold less what they owe"
        case .days: "nothing counts before it happened, nor in a period that was closed without it"
        case .freeCoins: "free coins carry no money"
        case .rollforward: "opening and movements give what is there"
        case .trialBalance: "all accounts of a unit add up to zero"
        case .revenue: "sales less refunds are what is owed in coins and what was earned"
        case .settlements: "what Apple settled and the difference are what was accrued"
        case .prepaid: "issued less used, refunded and other is the prepaid balance"
        case .closedPeriods: "a closed period is told again byte for byte"
        case .plainText: "hledger, ledger and beancount agree"
        case .chain: "the hash chain is unbroken"
        }
    }

    /// What a reading of the journal cannot tell; nil: it can.
    package var unchecked: String? {
        switch self {
        case .closedPeriods: "production alone has closed periods"
        case .plainText: "nobody asked them: --programs"
        case .journal, .balanced, .lines, .wallets, .notNegative, .lots, .lotMoney, .liabilities, .house, .days,
            .freeCoins, .rollforward, .trialBalance, .revenue, .settlements, .prepaid, .chain:
            nil
        }
    }
}

/// What does not hold, and where.
package struct BooksFinding: Hashable, Sendable {
    package let equation: BooksEquation
    /// A wallet, an entry, a lot, or a currency.
    package let place: String
    package let found: String
    package let expected: String
}

package struct BooksReport: Sendable {
    /// Names of programs; those that complain are among the findings.
    package struct Judges: Hashable, Sendable {
        package var agreeing: [String] = []
        /// Not on this machine.
        package var missing: [String] = []

        package init() {}
    }

    package internal(set) var wallets: Int64 = 0
    package internal(set) var entries: Int64 = 0
    package internal(set) var posted: Int64 = 0
    package internal(set) var lots: Int64 = 0
    /// Sales whose money nobody has told.
    package internal(set) var unpriced: Int64 = 0
    package private(set) var findings: [BooksFinding] = []
    package private(set) var counts: [BooksEquation: Int64] = [:]
    /// How many closed periods were told again; nil: nobody looked at them.
    package var closedPeriods: Int64?
    /// Programs of others that read an export of it; nil: none was asked.
    package var judges: Judges?
    private let namedMax: Int

    init(namedMax: Int) { self.namedMax = namedMax }

    package var isWhole: Bool { counts.isEmpty }

    /// Why it says nothing about an equation; nil: it does.
    package func unchecked(_ equation: BooksEquation) -> String? {
        if counts[equation] != nil { return nil }
        if equation == .closedPeriods, closedPeriods != nil { return nil }
        guard equation == .plainText, let judges else { return equation.unchecked }
        guard !judges.missing.isEmpty else { return nil }
        let missing = judges.missing.joined(separator: ", ")
        return judges.agreeing.isEmpty
            ? "not on this machine: \(missing)"
            : "not on this machine: \(missing); \(judges.agreeing.joined(separator: ", ")) agree"
    }

    /// Notes it unless both are the same.
    package mutating func compare<Value: Equatable>(
        _ equation: BooksEquation, _ found: Value, _ expected: Value, at place: @autoclosure () -> String
    ) {
        guard found != expected else { return }
        add(equation, at: place(), found: "\(found)", expected: "\(expected)")
    }

    package mutating func add(_ equation: BooksEquation, at place: String, found: String, expected: String) {
        counts[equation, default: 0] += 1
        guard counts[equation, default: 0] <= namedMax else { return }
        findings.append(BooksFinding(equation: equation, place: place, found: found, expected: expected))
    }
}
