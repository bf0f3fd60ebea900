import FoundationEssentials
import Postgres
import Testing
import WalletDomain
import WalletLedger

/// The books of what the real Writer wrote.
@Suite struct BooksRunTests {
    @Test("the books of a database are told in key order, balance, and end with its wallets' coins and lots")
    func tellsAll() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(24)
        let heard = try await HeardBooks.of(fixture.run())
        #expect(heard.wallets.count == 24)
        #expect(heard.entries.filter { !$0.entry.isBalanced }.isEmpty)
        #expect(heard.entries.map(\.id) == heard.entries.map(\.id).sorted())
        #expect(Set(heard.entries.map(\.id)).count == heard.entries.count)
        let writers = fixture.writers
        for (account, column) in [
            (BooksAccount.paidCoins, "paid"), (.bonusCoins, "bonus"), (.promoCoins, "promo"),
        ] {
            let coins = try await writers.number("SELECT sum(\(column))::bigint AS count FROM wallets")
            #expect(-heard.balance(account, .coin) == coins, "\(column)")
        }
        let debt = try await writers.number("SELECT sum(debt)::bigint AS count FROM wallets")
        #expect(heard.balance(.coinDebt, .coin) == debt && debt > 0)
        let dollars = BooksUnit.money(try #require(Currency("USD")))
        let lots = heard.wallets.flatMap(\.books.lots.values)
        #expect(-heard.balance(.coinLiability, dollars) == lots.reduce(0) { $0 + $1.liability })
        #expect(heard.balance(.courses, dollars) < 0 && heard.balance(.refunds, dollars) != 0)
    }

    @Test("an entry tells where it stands in the journal, whose it is and what it is about")
    func tellsFacts() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(2)
        let heard = try await HeardBooks.of(fixture.run())
        let sold = try #require(heard.entries.first { $0.entry.kind == .sold })
        let facts = try #require(sold.facts)
        #expect(facts.product == "coins_100" && facts.storefront == "USA" && facts.channel == "app_store")
        #expect(facts.transaction?.text.hasPrefix("2000000") == true && facts.hash.count == 32)
        let wallet = facts.wallet.uuid.uuidString.lowercased().filter { $0 != "-" }
        let bucket = String(String(facts.wallet.bucket + 4_096, radix: 16).suffix(3))
        #expect(sold.id == "\(bucket)\(wallet)-0000000002-0001" && facts.sequences == 1...2)
        #expect(sold.user?.count == 18 && sold.lots.values.allSatisfy { $0.hasPrefix(sold.user ?? "?") })
        // Apple's purchase date, not the day on which it was written down.
        #expect(sold.day == 1_790_000_000 / 86_400)
        let spent = try #require(heard.entries.first { $0.entry.kind == .spent })
        #expect(spent.facts?.item?.text == "course" && spent.day > sold.day)
        let undone = try #require(heard.entries.first { $0.entry.kind == .undone })
        #expect(undone.facts?.corrects?.hasPrefix("op_") == true)
        let end = try #require(heard.wallets.first?.lots[1])
        #expect(end.sale?.product == "coins_100" && end.money?.money.commission == 14)
    }

    @Test("a cut holds what was written below it, and is told the same however much is written since")
    func keepsToTheCut() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(6)
        let pool = PostgresPool(fixture.writers.settings, size: 1)
        let cut = try await EventReader(LedgerDatabase(pool: pool) { _ in }).cut()
        let end = Instant(microseconds: Int64.max / 4)
        let before = try await HeardBooks.of(fixture.run(.cut(cut), end: end))
        let all = try await HeardBooks.of(fixture.run(end: end))
        #expect(before.entries.map(\.id) == all.entries.map(\.id))
        let grant = Commands.make(try Commands.grant(5), wallet: 1, key: UUID())
        _ = try await WriterFixture.settle(fixture.writers.writer, grant).get()
        let again = try await HeardBooks.of(fixture.run(.cut(cut), end: end))
        #expect(again.entries.map(\.id) == before.entries.map(\.id))
        #expect(again.entries.map(\.entry.figures) == before.entries.map(\.entry.figures))
        #expect(try await HeardBooks.of(fixture.run(end: end)).entries.count == all.entries.count + 1)
    }

    @Test("what lies below a closed period's cut counts in it, what came later on the day after")
    func keepsPeriodsClosed() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(2)
        let pool = PostgresPool(fixture.writers.settings, size: 1)
        let cut = try await EventReader(LedgerDatabase(pool: pool) { _ in }).cut()
        let close = PeriodClose(lastDay: 30_000, beats: cut.beats)
        let late = Commands.make(try Commands.credit(77), wallet: 1)
        _ = try await WriterFixture.settle(fixture.writers.writer, late).get()
        let heard = try await HeardBooks.of(fixture.run(calendar: BooksCalendar([close])))
        let sales = heard.entries.filter { $0.facts?.transaction?.text == "77" && $0.entry.kind == .sold }
        #expect(sales.map(\.postingDay) == [30_001] && sales.map(\.day) == [1_790_000_000 / 86_400])
        let others = heard.entries.filter { $0.facts?.transaction?.text != "77" && $0.postingDay > 30_000 }
        #expect(Set(others.map(\.entry.kind)).isSubset(of: [.debtSettled]))
    }

    @Test("courses with a term are earned at the end of each month and of the term")
    func recognises() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(3)
        let later = Instant(milliseconds: Int64(Date().timeIntervalSince1970) * 1_000 + 200 * 86_400_000)
        let heard = try await HeardBooks.of(fixture.run(facts: PlainFacts(days: 90), end: later))
        let earned = heard.entries.filter { $0.entry.kind == .courseRecognised }
        #expect(earned.count > 9)
        let dollars = BooksUnit.money(try #require(Currency("USD")))
        #expect(heard.balance(.courseLiability, dollars) == 0)
        let atOnce = try await HeardBooks.of(fixture.run(end: later))
        #expect(heard.money == atOnce.money)
        #expect(earned.allSatisfy { $0.postingDay == $0.day && $0.facts?.item?.text == "course" })
    }

    @Test("nothing of the sandbox reaches the books of production")
    func keepsEnvironmentsApart() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(2)
        try await fixture.writers.execute("UPDATE wallets SET environment = 2")
        let heard = try await HeardBooks.of(fixture.run())
        #expect(heard.entries.isEmpty && heard.wallets.isEmpty)
    }

    @Test("Apple's percentage stands in the journal of a refund, and in no quantity")
    func keepsPercentage() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(6)
        let kept = try await fixture.writers.number(
            "SELECT count(*) FROM entries WHERE kind = 5 AND quantity IN (33333, 50000, 100000)")
        #expect(kept > 0)
        let lost = "SELECT count(*) FROM entries WHERE kind IN (5, 7) AND quantity IS NULL"
        #expect(try await fixture.writers.number(lost) == 0)
        let heard = try await HeardBooks.of(fixture.run())
        let taken = heard.wallets.flatMap(\.books.sales.values).map(\.refundedPercent)
        #expect(taken.contains(33_333) && taken.contains(50_000) && taken.contains(100_000))
    }
}
