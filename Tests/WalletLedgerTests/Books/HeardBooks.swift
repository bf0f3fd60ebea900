import FoundationEssentials
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// All that a run tells, kept.
struct HeardBooks: BooksAudience, Sendable {
    private(set) var entries: [PostedEntry] = []
    private(set) var wallets: [WalletAtEnd] = []
    private(set) var apple: AppleAtEnd?

    mutating func hear(_ entry: PostedEntry) { entries.append(entry) }
    mutating func hear(_ wallet: WalletAtEnd) { wallets.append(wallet) }
    mutating func hear(_ apple: AppleAtEnd) { self.apple = apple }

    static func of(_ run: BooksRun) async throws -> HeardBooks {
        try await BooksRun.onThread {
            var heard = HeardBooks()
            try run.tell(&heard)
            return heard
        }
    }

    /// What an account holds, debits less credits.
    func balance(_ account: BooksAccount, _ unit: BooksUnit) -> Int64 {
        entries.reduce(0) { sum, told in
            told.entry.figures.reduce(sum) {
                $0 + ($1.key.account == account && $1.key.unit == unit ? $1.value : 0)
            }
        }
    }

    /// All accounts of money; lots told apart.
    var money: [String: Int64] {
        var sums: [String: Int64] = [:]
        for told in entries {
            for (place, figure) in told.entry.figures where place.unit != .coin {
                let lot = place.lot.flatMap { told.lots[$0] } ?? ""
                sums["\(place.account.rawValue) \(place.unit.code) \(lot)", default: 0] += figure
            }
        }
        return sums.filter { $0.value != 0 }
    }
}

/// 15 % of what was signed is Apple's; known at once.
struct PlainFacts: BooksFacts {
    var days: Int64?

    func money(of sale: SaleFacts) -> LearnedMoney? {
        guard let price = sale.price, let money = try? SaleMoney(price: price, tax: 7, commissionBP: 1_500) else {
            return nil
        }
        return LearnedMoney(
            money: money, basis: .signed, isCommissionFromCatalogue: false, learnedAt: sale.recordedAt)
    }

    func termDays(of item: ItemID, spentAt: Instant) -> Int64? { days }
}

extension VerifyFixture {
    func run(
        _ extent: BooksExtent = .everything, facts: any BooksFacts = PlainFacts(),
        calendar: BooksCalendar = BooksCalendar(), end: Instant? = nil, apple: AppleBooks? = nil
    ) -> BooksRun {
        BooksRun(settings, extent: extent, facts: facts, calendar: calendar, end: end, apple: apple)
    }
}
