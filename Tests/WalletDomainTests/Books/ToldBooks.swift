import FoundationEssentials
import WalletDomain

/// Odd prices for every sale, learnt when the test says so; courses over days, if it says so.
struct SampleFacts: BooksFacts {
    /// Nil: nobody ever tells.
    var learnedAt: @Sendable (TransactionID) -> Instant? = { _ in Instant(microseconds: 0) }
    var days: Int64?

    func money(of sale: SaleFacts) -> LearnedMoney? {
        guard let learnedAt = learnedAt(sale.transaction) else { return nil }
        let number = Int64(sale.transaction.text) ?? 1
        let code = number % 3 == 0 ? "JPY" : "USD"
        let milliunits = code == "JPY" ? (991 + number) * 1_000 : 9_990 + number * 10
        let money = try? SaleMoney(
            price: StorePrice(milliunits: milliunits, currency: code), tax: 77 + number, commissionBP: 1_501)
        return money.map {
            LearnedMoney(money: $0, basis: .priceList, isCommissionFromCatalogue: false, learnedAt: learnedAt)
        }
    }

    func termDays(of item: ItemID, spentAt: Instant) -> Int64? { item.text == "a" ? days : nil }
}

/// The books of all wallets of a journal that was written in memory.
struct ToldBooks {
    private(set) var posted: [PostedEntry] = []
    private(set) var wallets: [WalletAtEnd] = []

    static func frame(
        _ facts: SampleFacts, _ policy: BooksPolicy = BooksPolicy(), _ calendar: BooksCalendar = BooksCalendar(),
        end: Instant = Samples.start.adding(milliseconds: 200 * 86_400_000)
    ) -> BooksFrame {
        BooksFrame(policy: policy, facts: facts, calendar: calendar, days: .utc, end: end)
    }

    init(
        _ journal: [Entry], _ takeovers: [WalletID: WalletTakeover], _ frame: BooksFrame,
        beat: (Entry) -> Int64 = { _ in 1 }
    ) throws {
        for wallet in Set(journal.map(\.wallet)).sorted() {
            var told: [PostedEntry] = []
            var teller = try Self.teller(wallet, journal, takeovers, frame, beat) { told.append($0) }
            if takeovers[wallet] != nil { teller.handOver() }
            posted += told
            wallets.append(teller.atEnd)
        }
    }

    private static func teller(
        _ wallet: WalletID, _ journal: [Entry], _ takeovers: [WalletID: WalletTakeover], _ frame: BooksFrame,
        _ beat: (Entry) -> Int64, _ hear: (PostedEntry) -> Void
    ) throws -> WalletTeller {
        var estates: [Int64: (teller: WalletTeller, offset: Int32)] = [:]
        let own = journal.filter { $0.wallet == wallet }
        for (source, takeover) in takeovers where source != wallet && own.contains(where: { $0.isArrival }) {
            let estate = try teller(source, journal, takeovers, frame, beat) { _ in }
            estates[takeover.operation] = (estate, takeover.lotOffset)
        }
        var teller = WalletTeller(
            wallet, user: "u\(wallet.uuid.uuid.0)", frame: frame, origins: [:], estates: estates)
        for entry in own {
            try teller.add(JournalRecord(entry: entry, lane: 0, beat: beat(entry), hash: []), hear)
        }
        try teller.finish(takenOverAt: takeovers[wallet]?.at, hear)
        return teller
    }

    /// What the accounts hold at the end, lots told apart where they are.
    var balances: [String: Int64] {
        var sums: [String: Int64] = [:]
        for told in posted {
            for (place, figure) in told.entry.figures {
                let lot = place.lot.flatMap { told.lots[$0] } ?? ""
                sums["\(place.account.rawValue) \(place.unit.code) \(lot)", default: 0] += figure
            }
        }
        return sums.filter { $0.value != 0 }
    }

    func balance(_ account: BooksAccount, _ unit: BooksUnit) -> Int64 {
        posted.reduce(0) { sum, told in
            told.entry.figures.reduce(sum) {
                $0 + ($1.key.account == account && $1.key.unit == unit ? $1.value : 0)
            }
        }
    }
}
