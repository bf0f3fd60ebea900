import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

/// The books of wallets that the real Writer merged: only coins move, through 9580.
@Suite struct BooksMergeTests {
    private typealias Merges = MergeVerifyTests.Merges

    private func merge(_ merges: Merges, _ source: Int, into target: Int) async throws {
        _ = try await merges.close(source, into: target)
        #expect(try await !merges.takeOver(source, by: target).isEmpty)
    }

    private func refund(_ number: Int, by wallet: Int, in merges: Merges) async throws -> [Entry] {
        let key = StoreTransaction.Key(environment: .production, id: try TransactionID("2000000\(number)"))
        let moment = Instant(milliseconds: 1_790_000_000_000).adding(milliseconds: 3_600_000)
        let word = StoreWord(signedAt: moment, revocation: Revocation(at: moment, percentageMilli: 77_777))
        let command = Commands.make(.refund(RefundPurchase(key: key, word: word, policy: .debt)), wallet: wallet)
        let outcome = try await WriterFixture.settle(merges.fixture.writers.writer, command).get()
        guard case .done(let entries, _) = outcome else { return [] }
        return entries
    }

    @Test("twelve pairs become twelve wallets: money moves only where debts are met, and every equation holds")
    func keepsMoney() async throws {
        let merges = try await Merges()
        let before = try await HeardBooks.of(merges.fixture.run())
        for number in 0..<MergeVerifyTests.pairs {
            try await merge(merges, number, into: number + MergeVerifyTests.pairs)
        }
        let after = try await HeardBooks.of(merges.fixture.run())
        let old = Set(before.entries.map(\.id))
        let new = after.entries.filter { !old.contains($0.id) }
        #expect(Set(new.map(\.entry.kind)).subtracting([.merged, .debtSettled]).isEmpty)
        let moved = new.filter { $0.entry.kind == .merged }
        #expect(moved.count >= MergeVerifyTests.pairs)
        #expect(Set(moved.flatMap(\.entry.figures.keys).map(\.unit)) == [.coin])
        #expect(after.balance(.coinsMoved, .coin) == 0)
        let told = Dictionary(uniqueKeysWithValues: after.entries.map { ($0.id, $0.entry.figures) })
        #expect(before.entries.filter { told[$0.id] != $0.entry.figures }.isEmpty)
        let dollars = BooksUnit.money(try #require(Currency("USD")))
        let lots = after.wallets.flatMap(\.books.lots.values).reduce(0) { $0 + $1.liability }
        #expect(-after.balance(.coinLiability, dollars) == lots && lots > 0)
        // Names of lots do not change, so each lot's account is the same before and after.
        let names = Set(before.wallets.flatMap(\.lots.values).map(\.name))
        #expect(Set(after.wallets.flatMap(\.lots.values).map(\.name)) == names)
        #expect(after.wallets.filter(\.lots.isEmpty).count == MergeVerifyTests.pairs)
        #expect(try await BooksCheck(merges.fixture.run(), namedMax: 100).check().findings == [])
    }

    @Test("a chain of merges, refunds and spends after it: every equation holds, with courses over days too")
    func goesOn() async throws {
        let merges = try await Merges()
        try await merge(merges, 0, into: 12)
        try await merge(merges, 12, into: 13)
        #expect(try await !refund(0, by: 13, in: merges).isEmpty)
        #expect(try await !refund(12, by: 13, in: merges).isEmpty)
        try await merge(merges, 5, into: 13)
        #expect(try await !refund(5, by: 13, in: merges).isEmpty)
        for facts in [PlainFacts(), PlainFacts(days: 50)] {
            let end = Instant(milliseconds: Int64(Date().timeIntervalSince1970) * 1_000 + 100 * 86_400_000)
            let report = try await BooksCheck(merges.fixture.run(facts: facts, end: end), namedMax: 100).check()
            #expect(report.findings == [])
        }
        let heard = try await HeardBooks.of(merges.fixture.run())
        let account = heard.wallets.first { $0.wallet == Commands.wallet(13) }
        let percents = (account?.books.sales.values).map { $0.map(\.refundedPercent) } ?? []
        #expect(percents.filter { $0 == 77_777 }.count == 3)
    }

    @Test("prices that are learnt after a merge leave the accounts as if they had been known at once")
    func pricesLater() async throws {
        let merges = try await Merges()
        try await merge(merges, 1, into: 13)
        try await merge(merges, 13, into: 14)
        let late = LateFacts(by: Instant(milliseconds: Int64(Date().timeIntervalSince1970) * 1_000 + 3_600_000))
        let end = late.moment.adding(milliseconds: 1)
        let learnt = try await HeardBooks.of(merges.fixture.run(facts: late, end: end))
        let priced = learnt.entries.filter { $0.entry.kind == .priced }.compactMap(\.facts?.wallet)
        // Told by the wallet that has them now, about the sales of those that had them.
        #expect(Set(priced).isSuperset(of: [1, 13, 14].map(Commands.wallet)))
        let known = try await HeardBooks.of(merges.fixture.run(end: end))
        #expect(learnt.money == known.money)
        #expect(try await BooksCheck(merges.fixture.run(facts: late, end: end), namedMax: 100).check().findings == [])
    }

    @Test("between both halves the coins stand in 9580, and the lots keep their money")
    func holdsBetween() async throws {
        let merges = try await Merges()
        let before = try await HeardBooks.of(merges.fixture.run())
        _ = try await merges.close(0, into: 12)
        let between = try await HeardBooks.of(merges.fixture.run())
        #expect(between.money == before.money && between.balance(.coinsMoved, .coin) < 0)
        #expect(try await BooksCheck(merges.fixture.run(), namedMax: 100).check().findings == [])
    }
}

/// As `PlainFacts`, but nobody knew before.
private struct LateFacts: BooksFacts {
    let moment: Instant

    init(by moment: Instant) { self.moment = moment }

    func money(of sale: SaleFacts) -> LearnedMoney? {
        guard let known = PlainFacts().money(of: sale) else { return nil }
        return LearnedMoney(
            money: known.money, basis: .priceList, isCommissionFromCatalogue: false, learnedAt: moment)
    }

    func termDays(of item: ItemID, spentAt: Instant) -> Int64? { nil }
}
