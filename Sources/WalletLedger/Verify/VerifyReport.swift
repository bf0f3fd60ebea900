package import WalletDomain

/// What was looked at and what is wrong.
package struct VerifyReport: Sendable {
    package var wallets: Int64 = 0
    package var entries: Int64 = 0
    package var lots: Int64 = 0
    package var purchases: Int64 = 0
    package var holds: Int64 = 0
    package var ownerships: Int64 = 0
    package var seals: Int64 = 0
    package var auditRecords: Int64 = 0
    package var sums = AccountSums()
    package var findings: VerifyFindings

    package init(findings: VerifyFindings) { self.findings = findings }
}

/// Sums of the journal by environment and account: credits less debits. A wallet's coins count as positive.
package struct AccountSums: Sendable {
    private var sums: [StoreEnvironment: [Int128]] = [:]
    private static let codes = Account.allCases.map { $0.rawValue }
    private static let lowest = codes.min() ?? 0
    private static let places = Int((codes.max() ?? 0) - lowest) + 1

    package init() {}

    /// - Parameter moves: by account, from the lowest code on.
    mutating func add(_ moves: AccountMoves, in environment: StoreEnvironment) {
        var all = sums[environment] ?? [Int128](repeating: 0, count: Self.places)
        for move in moves.all {
            all[Int(move.debit.rawValue - Self.lowest)] -= Int128(move.coins)
            all[Int(move.credit.rawValue - Self.lowest)] += Int128(move.coins)
        }
        sums[environment] = all
    }

    package subscript(environment: StoreEnvironment, account: Account) -> Int128 {
        sums[environment]?[Int(account.rawValue - Self.lowest)] ?? 0
    }

    /// Zero if the books balance.
    package func total(of environment: StoreEnvironment) -> Int128 {
        sums[environment]?.reduce(0, +) ?? 0
    }
}

/// What one wallet's entries moved: a handful of pairs of accounts.
struct AccountMoves {
    private(set) var all: [(debit: Account, credit: Account, coins: Int64)] = []

    mutating func add(_ coins: Int64, from debit: Account, to credit: Account) {
        for index in all.indices where all[index].debit == debit && all[index].credit == credit {
            let (sum, overflow) = all[index].coins.addingReportingOverflow(coins)
            guard !overflow else { continue }
            all[index].coins = sum
            return
        }
        all.append((debit, credit, coins))
    }
}
