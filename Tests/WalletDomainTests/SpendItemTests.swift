import Testing
import WalletDomain

@Suite struct SpendItemTests {
    private func ledger(_ offers: [Offer], coins: Int64 = 500) -> MemoryLedger {
        var ledger = MemoryLedger(wallets: [Samples.state(1), Samples.state(2)], offers: offers)
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: coins))))
        return ledger
    }

    private func entries(_ result: Result<Outcome, WalletError>) -> [Entry]? {
        guard case .success(.done(let entries, _)) = result else { return nil }
        return entries
    }

    @Test("A spend at the price shown takes exactly the price")
    func spends() {
        var ledger = ledger([Samples.offer("course-a", price: 288)])
        let done = entries(ledger.run(Samples.command(Samples.spend("course-a", price: 288))))
        #expect(done?.count == 1)
        #expect(done?[0].coins == 288)
        #expect(ledger.balances().paid == 212)
    }

    @Test(
        "A refusal names its reason and writes nothing",
        arguments: [
            ("nothing-here", 100, 1, .itemNotFound),
            ("draft", 100, 1, .itemNotFound),
            ("archived", 100, 1, .notForSale),
            ("unpriced", 0, 1, .notForSale),
            ("course-a", 287, 1, .priceChanged(current: Samples.coins(288))),
            ("course-a", 0, 1, .priceChanged(current: Samples.coins(288))),
            ("dear", 501, 1, .insufficientCoins(balance: Samples.coins(500), required: Samples.coins(501))),
            ("sticker", 100, 6, .insufficientCoins(balance: Samples.coins(500), required: Samples.coins(600))),
            ("course-a", 288, 2, .malformed("quantity")),
        ] as [(String, Int64, Int32, WalletError)])
    func refuses(item: String, price: Int64, quantity: Int32, expected: WalletError) {
        var ledger = ledger([
            Samples.offer("course-a", price: 288, kind: .once), Samples.offer("dear", price: 501),
            Samples.offer("sticker", price: 100), Samples.offer("draft", price: 100, status: .draft),
            Samples.offer("archived", price: 100, status: .archived),
            Offer(item: Samples.item("unpriced"), kind: .once, status: .published, versions: []),
        ])
        let before = ledger.journal.count
        let result = ledger.run(Samples.command(Samples.spend(item, price: price, quantity: quantity)))
        guard case .failure(let error) = result else {
            Issue.record("accepted")
            return
        }
        #expect(error == expected)
        #expect(ledger.journal.count == before)
        #expect(ledger.balances().paid == 500)
    }

    @Test("A once item is owned after the first spend; the second names the first")
    func ownsOnce() {
        var ledger = ledger([Samples.offer("course-a", price: 100, kind: .once)])
        let first = entries(ledger.run(Samples.command(Samples.spend("course-a", price: 100), key: 1)))
        let second = ledger.run(Samples.command(Samples.spend("course-a", price: 100), key: 2))
        guard case .failure(.alreadyOwned(let owner)) = second else {
            Issue.record("bought twice")
            return
        }
        #expect(owner.sequence == first?[0].operation)
        #expect(ledger.balances().paid == 400)
    }

    @Test("A price of 0 that an admin called free gives the item and moves no coins")
    func givesFree() {
        var ledger = ledger([Samples.offer("gift", price: 0, kind: .once)])
        let done = entries(ledger.run(Samples.command(Samples.spend("gift", price: 0))))
        #expect(done?.map(\.coins) == [0])
        #expect(ledger.states[Samples.wallet(1)]?.ownerships.count == 1)
        #expect(ledger.balances().paid == 500)
    }

    @Test("Promo coins go first by soonest expiry, then purchased coins, the oldest purchase first")
    func usesLotsInOrder() {
        let later = Samples.start.adding(milliseconds: 20_000)
        let sooner = Samples.start.adding(milliseconds: 10_000)
        var ledger = MemoryLedger(wallets: [Samples.state(1)], offers: [Samples.offer("all", price: 65)])
        let old = Samples.start.adding(milliseconds: -1_000)
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1, coins: 20, bonus: 5))),
            Samples.command(.credit(Samples.credit(2, coins: 20, at: old))),
            Samples.command(Samples.grant(10)),
            Samples.command(Samples.grant(10, expiresAt: later)),
            Samples.command(Samples.grant(10, expiresAt: sooner)),
        ])
        let done = entries(ledger.run(Samples.command(Samples.spend("all", price: 65))))
        #expect(done?.flatMap { $0.lots.map(\.lot) } == [6, 5, 4, 3, 1])
        #expect(done?.flatMap { $0.lots.map(\.coins) } == [10, 10, 10, 20, 15])
        #expect(ledger.balances() == Balances(paid: 5, bonus: 5, promo: 0, held: 0, debt: 0))
    }

    @Test("Expired promo coins cannot be spent; the accepted spend takes them out of the books")
    func expiresAtUse() {
        var ledger = ledger([Samples.offer("course-a", price: 288)], coins: 300)
        _ = ledger.run(Samples.command(Samples.grant(50, expiresAt: Samples.start.adding(milliseconds: 10))))
        ledger.at = Samples.start.adding(milliseconds: 10)
        let dear = ledger.run(Samples.command(Samples.spend("course-a", price: 288, quantity: 2)))
        guard case .failure(.insufficientCoins(let balance, _)) = dear else {
            Issue.record("spent expired coins")
            return
        }
        #expect(balance.coins == 300)
        #expect(ledger.balances().promo == 50)
        _ = ledger.run(Samples.command(Samples.spend("course-a", price: 288)))
        #expect(ledger.balances() == Balances(paid: 12, bonus: 0, promo: 0, held: 0, debt: 0))
        #expect(ledger.journal.suffix(2).map(\.kind) == [.expired, .spent])
    }

    @Test("In debt or frozen: no spend; erased: no command at all")
    func refusesByState() {
        var indebted = Samples.state(1)
        indebted.balances.debt = 5
        var frozen = Samples.state(2)
        frozen.status = .frozen
        var erased = Samples.state(3)
        erased.status = .erased
        var ledger = MemoryLedger(
            wallets: [indebted, frozen, erased], offers: [Samples.offer("gift", price: 0)])
        let results = ledger.run([
            Samples.command(Samples.spend("gift", price: 0)),
            Samples.command(Samples.spend("gift", price: 0), wallet: 2),
            Samples.command(Samples.grant(1), wallet: 3),
        ])
        let errors = results.map { result -> WalletError? in
            guard case .failure(let error) = result else { return nil }
            return error
        }
        #expect(errors == [.walletInDebt(debt: Samples.coins(5)), .walletFrozen, .userErased])
    }

    @Test("An entry is never dated before the wallet's last one, though the clock went back")
    func keepsOrderOfTime() {
        var ledger = ledger([Samples.offer("a", price: 1)])
        ledger.at = Samples.start.adding(milliseconds: -60_000)
        let done = entries(ledger.run(Samples.command(Samples.spend("a", price: 1))))
        #expect(done?[0].at == Samples.start)
    }
}
