import Testing
import WalletDomain

@Suite struct UndoSpendTests {
    private func ledger(_ offers: [Offer] = [Samples.offer("a", price: 30)]) -> MemoryLedger {
        MemoryLedger(wallets: [Samples.state(1), Samples.state(2)], offers: offers)
    }

    /// The number of the spend.
    private func spend(_ ledger: inout MemoryLedger, _ item: String = "a", price: Int64 = 30, _ quantity: Int32 = 1)
        -> Int64
    {
        let result = ledger.run(Samples.command(Samples.spend(item, price: price, quantity: quantity)))
        guard case .success(.done(let entries, _)) = result else { return 0 }
        return entries[0].operation
    }

    private func entries(_ result: Result<Outcome, WalletError>) -> [Entry] {
        guard case .success(.done(let entries, _)) = result else { return [] }
        return entries
    }

    private func error(_ result: Result<Outcome, WalletError>) -> WalletError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    private func lots(_ ledger: MemoryLedger) -> [[Int64]] {
        (ledger.states[Samples.wallet(1)]?.lots ?? []).map { [$0.consumed, $0.removed] }
    }

    @Test("Undone as a whole, every coin is back in the lot it came from")
    func wholly() {
        var ledger = ledger()
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1, coins: 50, bonus: 10))), Samples.command(Samples.grant(5)),
        ])
        let before = ledger.balances()
        let spend = spend(&ledger, 2)
        #expect(lots(ledger) == [[50, 0], [5, 0], [5, 0]])
        let undone = entries(ledger.run(Samples.command(Samples.undo(spend))))
        #expect(ledger.balances() == before)
        #expect(lots(ledger) == [[0, 0], [0, 0], [0, 0]])
        #expect(undone.map(\.kind) == [.undone, .undone, .undone])
        #expect(undone.map(\.credit) == [.bonus, .paid, .promo])
        #expect(undone.allSatisfy { $0.debit == .spent && $0.references.refersTo == spend })
        #expect(undone.flatMap(\.lots).map(\.usedBefore) == [5, 50, 5])
    }

    private func spend(_ ledger: inout MemoryLedger, _ quantity: Int32) -> Int64 {
        spend(&ledger, "a", price: 30, quantity)
    }

    @Test("The lot used last gives first, among paid and bonus coins of several purchases")
    func reverseOrder() {
        var ledger = ledger([Samples.offer("all", price: 60)])
        let old = Samples.start.adding(milliseconds: -1_000)
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1, coins: 20, bonus: 5))),
            Samples.command(.credit(Samples.credit(2, coins: 20, bonus: 5, at: old))),
            Samples.command(Samples.grant(10)),
        ])
        // Used in the order 5, 3, 4, 1, 2.
        let spend = spend(&ledger, "all", price: 60)
        var came: [[Int32: Int64]] = []
        for coins in [3, 4, 20, 15] as [Int64] {
            let undone = entries(ledger.run(Samples.command(Samples.undo(spend, coins: coins))))
            came.append(Dictionary(uniqueKeysWithValues: undone.flatMap(\.lots).map { ($0.lot, $0.coins) }))
        }
        #expect(came == [[2: 3], [2: 2, 1: 2], [1: 18, 4: 2], [4: 3, 3: 12]])
        #expect(lots(ledger) == [[0, 0], [0, 0], [8, 0], [0, 0], [10, 0]])
    }

    @Test("Any number of times up to what was paid, and not one coin more")
    func upToWhatWasPaid() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        let spend = spend(&ledger)
        for undone in 0..<30 as Range<Int64> {
            let tooMuch = ledger.run(Samples.command(Samples.undo(spend, coins: 31 - undone)))
            #expect(error(tooMuch) == .moreThanPaid(paid: Samples.coins(30), undone: Samples.coins(undone)))
            #expect(entries(ledger.run(Samples.command(Samples.undo(spend, coins: 1)))).map(\.coins) == [1])
        }
        for coins in [nil, 1] as [Int64?] {
            let again = ledger.run(Samples.command(Samples.undo(spend, coins: coins)))
            #expect(error(again) == .moreThanPaid(paid: Samples.coins(30), undone: Samples.coins(30)))
        }
        #expect(ledger.balances().paid == 100)
    }

    @Test("Two undos of one batch see each other; a repeat under the key answers the same entries")
    func batchAndReplay() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        let spend = spend(&ledger)
        let results = ledger.run([
            Samples.command(Samples.undo(spend, coins: 20), key: 1),
            Samples.command(Samples.undo(spend, coins: 20), key: 2),
            Samples.command(Samples.undo(spend, coins: 20), key: 1), Samples.command(Samples.undo(spend), key: 3),
        ])
        #expect(error(results[1]) == .moreThanPaid(paid: Samples.coins(30), undone: Samples.coins(20)))
        guard case .success(.done(let repeated, replayed: true)) = results[2] else {
            Issue.record("undone twice")
            return
        }
        #expect(repeated == entries(results[0]))
        #expect(entries(results[3]).map(\.coins) == [10])
        #expect(ledger.balances().paid == 100)
    }

    @Test("What is no spend of this wallet is not found", arguments: [0, 1, 2, 4, 99] as [Int64])
    func notFound(number: Int64) {
        var ledger = ledger()
        _ = ledger.run([Samples.command(.credit(Samples.credit(1))), Samples.command(Samples.grant(1))])
        #expect(spend(&ledger) == 3)
        #expect(error(ledger.run(Samples.command(Samples.undo(number)))) == .spendNotFound)
        #expect(error(ledger.run(Samples.command(Samples.undo(3), wallet: 2))) == .spendNotFound)
        #expect(error(ledger.run(Samples.command(Samples.undo(3), wallet: 7))) == .spendNotFound)
        #expect(ledger.balances().paid == 71)
    }

    @Test("Promo coins whose time is over come back and leave at once; others stay")
    func expiresAtOnce() {
        var ledger = ledger()
        let expiry = Samples.start.adding(milliseconds: 10)
        _ = ledger.run([
            Samples.command(Samples.grant(10, expiresAt: expiry)), Samples.command(Samples.grant(10)),
            Samples.command(.credit(Samples.credit(1))),
        ])
        let spend = spend(&ledger)
        ledger.at = expiry
        let undone = entries(ledger.run(Samples.command(Samples.undo(spend), key: 1)))
        #expect(undone.map(\.kind) == [.undone, .undone, .expired])
        #expect(undone.map(\.coins) == [10, 20, 10])
        #expect(undone[0].first?.entryCount == 3)
        #expect(undone[2].first?.idempotency == nil)
        #expect(ledger.balances() == Balances(paid: 100, bonus: 0, promo: 10, held: 0, debt: 0))
    }

    @Test("Coins of a refunded purchase meet the debt; a reversal gives back as if nothing had been spent")
    func meetsDebt() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        let spend = spend(&ledger, 3)
        ledger.hear(Samples.word(1, percent: 100_000), about: 1)
        #expect(ledger.balances() == Balances(paid: 0, bonus: 0, promo: 0, held: 0, debt: 90))
        let part = entries(ledger.run(Samples.command(Samples.undo(spend, coins: 60))))
        #expect(part.map(\.kind) == [.undone, .debtSettled])
        #expect(ledger.balances() == Balances(paid: 0, bonus: 0, promo: 0, held: 0, debt: 30))
        _ = ledger.run(Samples.command(Samples.undo(spend)))
        #expect(ledger.balances() == .zero)
        #expect(lots(ledger) == [[0, 100]])
        ledger.hear(Samples.word(2, percent: nil), about: 1)
        #expect(ledger.balances().paid == 100)
        #expect(lots(ledger) == [[0, 0]])
    }

    @Test("Promo coins that come back meet no debt; a wallet frozen for its debt opens once it is met")
    func frozen() {
        var ledger = ledger()
        _ = ledger.run([Samples.command(Samples.grant(10)), Samples.command(.credit(Samples.credit(1, coins: 20)))])
        let spend = spend(&ledger)
        ledger.hear(Samples.word(1, percent: 100_000), about: 1, policy: .freeze)
        #expect(ledger.states[Samples.wallet(1)]?.status == .frozen)
        _ = ledger.run(Samples.command(Samples.undo(spend)))
        #expect(ledger.balances() == Balances(paid: 0, bonus: 0, promo: 10, held: 0, debt: 0))
        #expect(ledger.states[Samples.wallet(1)]?.status == .open)
    }

    @Test("An item bought once may be bought again when all of its price is back, not before")
    func endsOwnership() {
        var ledger = ledger([Samples.offer("course", price: 40, kind: .once)])
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        let first = spend(&ledger, "course", price: 40)
        #expect(entries(ledger.run(Samples.command(Samples.undo(first, coins: 39)))).map(\.kind) == [.undone])
        #expect(spend(&ledger, "course", price: 40) == 0)
        let rest = entries(ledger.run(Samples.command(Samples.undo(first))))
        #expect(rest.map(\.kind) == [.undone, .ownershipEnded])
        #expect(rest[1].references.item == Samples.item("course"))
        let second = spend(&ledger, "course", price: 40)
        #expect(second > 0)
        // The first spend has nothing to take any more.
        #expect(error(ledger.run(Samples.command(Samples.undo(first)))) != nil)
        #expect(ledger.states[Samples.wallet(1)]?.ownerships[Samples.item("course")]?.operation == second)
    }

    @Test("A free item is given back once, and moves no coins")
    func free() {
        var ledger = ledger([Samples.offer("gift", price: 0, kind: .once)])
        let gift = spend(&ledger, "gift", price: 0)
        #expect(error(ledger.run(Samples.command(Samples.undo(gift, coins: 1)))) != nil)
        let undone = entries(ledger.run(Samples.command(Samples.undo(gift))))
        #expect(undone.map(\.kind) == [.undone, .ownershipEnded])
        #expect(undone.map(\.coins) == [0, 0])
        #expect(error(ledger.run(Samples.command(Samples.undo(gift)))) != nil)
        #expect(ledger.states[Samples.wallet(1)]?.ownerships.isEmpty == true)
    }

    @Test("Coins do not come back beyond what a wallet can count; an erased user is gone")
    func bounds() {
        var ledger = ledger([Samples.offer("a", price: 30)])
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        let spend = spend(&ledger)
        _ = ledger.run(Samples.command(Samples.grant(CoinAmount.coinsMax - 80)))
        #expect(error(ledger.run(Samples.command(Samples.undo(spend)))) == .amountOutOfRange(CoinAmount.coinsMax + 20))
        #expect(entries(ledger.run(Samples.command(Samples.undo(spend, coins: 10)))).map(\.coins) == [10])
    }

    @Test("A spend is undone in so many parts as each must sum up, and not in one more")
    func undosMax() {
        var ledger = ledger([Samples.offer("a", price: 2_000)])
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 2_000))))
        let spend = spend(&ledger, price: 2_000)
        let parts = ledger.run((0..<Limits.undosMax).map { _ in Samples.command(Samples.undo(spend, coins: 1)) })
        #expect(parts.flatMap { entries($0) }.count == Limits.undosMax)
        #expect(error(ledger.run(Samples.command(Samples.undo(spend, coins: 1)))) == .tooManyUndos)
        #expect(error(ledger.run(Samples.command(Samples.undo(spend)))) == .tooManyUndos)
        #expect(ledger.balances().paid == Int64(Limits.undosMax))
    }
}
