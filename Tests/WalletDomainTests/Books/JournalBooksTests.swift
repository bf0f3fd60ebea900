import Testing
import WalletDomain

/// The books of generated histories: what the wallet's own decisions wrote, read as moves and posted.
@Suite struct JournalBooksTests {
    private static let histories = 3_000

    @Test("the books of all wallets follow from their journal, and agree with its coins to the last one, merged or not")
    func agree() throws {
        var merges = 0
        for seed in 0..<UInt64(Self.histories) {
            var history = GeneratedHistory(seed: seed)
            #expect(history.run() == nil)
            merges += history.takeovers.count
            let told = try ToldBooks(history.journal, history.takeovers, ToldBooks.frame(SampleFacts()))
            try Self.compare(told, history, "seed \(seed)")
        }
        #expect(merges > Self.histories / 10)
    }

    @Test("prices that are learnt later leave every account and lot as if they had been known at once")
    func priceLater() throws {
        var priced = 0
        for seed in 0..<UInt64(Self.histories) {
            var history = GeneratedHistory(seed: seed)
            #expect(history.run() == nil)
            var random = SeededRandom(seed: seed)
            let days: Int64? = random.chance(50) ? Int64(1 + random.below(90)) : nil
            var policy = BooksPolicy()
            if random.chance(30) { (policy.taxMode, policy.taxRateBP) = (.operatorAtSpend, 1_000) }
            // While the history lasts, after it, and when some of the courses are earned already.
            let waits = [3, 20, 60, 120, 86_400_000 * 40].map { Int64($0) }
            let shift = random.below(5)
            let late = SampleFacts(
                learnedAt: { Samples.start.adding(milliseconds: waits[((Int($0.text) ?? 0) + shift) % waits.count]) },
                days: days)
            let known = try ToldBooks(
                history.journal, history.takeovers, ToldBooks.frame(SampleFacts(days: days), policy))
            let learnt = try ToldBooks(history.journal, history.takeovers, ToldBooks.frame(late, policy))
            #expect(learnt.balances == known.balances, "seed \(seed)")
            priced += learnt.posted.count { $0.entry.kind == .priced }
            #expect(learnt.posted.filter { !$0.entry.isBalanced }.isEmpty, "seed \(seed)")
            for (left, right) in zip(learnt.wallets, known.wallets) {
                #expect(left.books.lots.mapValues(\.liability) == right.books.lots.mapValues(\.liability))
                #expect(left.books.unpriced.isEmpty)
                #expect(left.lots.mapValues(\.money?.money) == right.lots.mapValues(\.money?.money))
            }
        }
        #expect(priced > Self.histories / 2)
    }

    @Test("a sale whose price nobody tells stands in its coins and in no account of money")
    func neverPriced() throws {
        var kinds: Set<BookEntry.Kind> = []
        for seed in 0..<UInt64(500) {
            var history = GeneratedHistory(seed: seed)
            #expect(history.run() == nil)
            let told = try ToldBooks(history.journal, history.takeovers, ToldBooks.frame(SampleFacts { _ in nil }))
            for entry in told.posted.map(\.entry) {
                kinds.insert(entry.kind)
                #expect(entry.figures.keys.filter { $0.unit != .coin }.isEmpty)
            }
        }
        #expect(kinds.isSuperset(of: [.sold, .spent, .refunded, .debtSettled, .forfeited, .merged]))
    }

    @Test("what is told up to a row is told again when more was written since")
    func isStable() throws {
        for seed in 0..<UInt64(300) {
            var history = GeneratedHistory(seed: seed)
            #expect(history.run() == nil)
            guard history.takeovers.isEmpty, let middle = history.journal.dropFirst(4).first?.at else { continue }
            let facts = SampleFacts(learnedAt: { _ in Samples.start.adding(milliseconds: 40) })
            let whole = try ToldBooks(history.journal, [:], ToldBooks.frame(facts))
            let part = try ToldBooks(
                history.journal.filter { $0.at < middle }, [:], ToldBooks.frame(facts, end: middle))
            let again = Dictionary(uniqueKeysWithValues: whole.posted.map { ($0.id, $0) })
            for told in part.posted {
                #expect(again[told.id]?.entry.figures == told.entry.figures, "seed \(seed) \(told.id)")
            }
            #expect(whole.posted.map(\.id) == whole.posted.map(\.id).sorted())
        }
    }

    private static func compare(_ told: ToldBooks, _ history: GeneratedHistory, _ name: Comment) throws {
        #expect(told.posted.filter { !$0.entry.isBalanced }.isEmpty, name)
        #expect(told.balance(.coinsMoved, .coin) == 0, name)
        var owed: Int64 = 0
        for state in history.states.values { owed += state.balances.debt }
        #expect(told.balance(.coinDebt, .coin) == owed, name)
        let units = [BooksUnit.money(try #require(Currency("USD"))), .money(try #require(Currency("JPY")))]
        for unit in units {
            let lots = told.wallets.flatMap(\.books.lots.values).filter { $0.currency.map { .money($0) } == unit }
            #expect(-told.balance(.coinLiability, unit) == lots.reduce(0) { $0 + $1.liability }, name)
            #expect(told.balance(.deferredCommission, unit) == lots.reduce(0) { $0 + $1.deferredCommission }, name)
        }
        for wallet in told.wallets {
            guard let state = history.states[wallet.wallet] else { continue }
            let mine = told.posted.filter { $0.facts?.wallet == wallet.wallet }.map(\.entry)
            func coins(_ account: BooksAccount) -> Int64 {
                mine.reduce(0) { sum, entry in
                    entry.figures.reduce(sum) { $0 + ($1.key.account == account ? $1.value : 0) }
                }
            }
            let balances = state.balances
            #expect(
                [-coins(.paidCoins), -coins(.bonusCoins), -coins(.promoCoins), coins(.coinDebt)]
                    == [balances.paid, balances.bonus, balances.promo, balances.debt], name)
            for lot in state.lots where history.takeovers[wallet.wallet] == nil {
                #expect(wallet.books.lots[lot.number]?.live == lot.remaining, name)
            }
        }
    }
}
