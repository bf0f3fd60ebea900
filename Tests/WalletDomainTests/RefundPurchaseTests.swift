import Testing
import WalletDomain

@Suite struct RefundPurchaseTests {
    private func fresh(_ offers: [Offer] = [Samples.offer("a", price: 30)]) -> MemoryLedger {
        MemoryLedger(wallets: [Samples.state(1), Samples.state(2)], offers: offers)
    }

    @Test(
        "Apple's share of the coins, half a coin rounded up",
        arguments: [
            (300, 33_333, 100), (300, 66_667, 200), (300, 100_000, 300), (100, 0, 0), (1, 49_999, 0), (1, 50_000, 1),
            (3, 50_000, 2), (10, 5_000, 1), (10, 4_999, 0), (9_007_199_254_740_991, 99_999, 9_007_109_182_748_444),
        ] as [(Int64, Int, Int64)])
    func rounds(coins: Int64, percent: Int, refunded: Int64) {
        #expect(Samples.word(1, percent: percent).refundedCoins(of: coins) == refunded)
    }

    @Test("3 x 100 refunded at 33.333 %, then at 66.667 %, then reversed: 100, 100 more, all of it back")
    func partialThenMoreThenReversed() {
        var ledger = fresh()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 300))))
        ledger.hear(Samples.word(1, percent: 33_333), about: 1)
        #expect(ledger.balances().paid == 200)
        ledger.hear(Samples.word(2, percent: 66_667), about: 1)
        #expect(ledger.balances().paid == 100)
        ledger.hear(Samples.word(3, percent: nil), about: 1)
        #expect(ledger.balances() == Balances(paid: 300, bonus: 0, promo: 0, held: 0, debt: 0))
        #expect(ledger.journal.map(\.kind) == [.sold, .refunded, .refunded, .refundReversed])
        #expect(ledger.journal.map(\.coins) == [300, 100, 100, 200])
        // Each keeps Apple's percentage after it, and none of them a quantity.
        #expect(ledger.journal.map(\.references.revocationMilli) == [nil, 33_333, 66_667, 0])
        #expect(ledger.journal.map(\.references.quantity) == [1, nil, nil, nil])
    }

    @Test("The same share told anew posts nothing, and an older word changes nothing")
    func repeatsPostNothing() {
        var ledger = fresh()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        ledger.hear(Samples.word(5, percent: 50_000), about: 1)
        for milliseconds in [5, 6, 4, 1] { ledger.hear(Samples.word(milliseconds, percent: 50_000), about: 1) }
        ledger.hear(Samples.word(2, percent: nil), about: 1)
        #expect(ledger.balances().paid == 50)
        #expect(ledger.journal.count == 2)
    }

    @Test("A share that moves no coin is told by an entry of no coins, once, and back again")
    func sharesWithoutCoins() {
        var ledger = fresh()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 100))))
        _ = ledger.accepted(Samples.forfeit())
        ledger.hear(Samples.word(1, percent: 100_000), about: 1)
        ledger.hear(Samples.word(2, percent: 100_000), about: 1)
        ledger.hear(Samples.word(3, percent: nil), about: 1)
        // Of another purchase so little that it is no coin, then more, which is none either, then one coin.
        _ = ledger.run(Samples.command(.credit(Samples.credit(2, coins: 100))))
        for (milliseconds, percent) in [(4, 100), (5, 200), (6, 1_000)] {
            ledger.hear(Samples.word(milliseconds, percent: percent), about: 2)
        }
        let told = ledger.journal.filter { $0.kind == .refunded || $0.kind == .refundReversed }
        #expect(told.map(\.kind) == [.refunded, .refundReversed, .refunded, .refunded, .refunded])
        #expect(told.map(\.coins) == [0, 0, 0, 0, 1])
        #expect(told.map(\.references.revocationMilli) == [100_000, 0, 100, 200, 1_000])
        #expect(told.dropLast().allSatisfy { $0.lots.isEmpty })
        #expect(ledger.balances() == Balances(paid: 99, bonus: 0, promo: 0, held: 0, debt: 0))
    }

    @Test("A purchase of which so little was refunded before it was seen that it is no coin tells that too")
    func shareBeforeCredit() {
        var ledger = fresh()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, word: Samples.word(1, percent: 100)))))
        #expect(ledger.journal.map(\.kind) == [.sold, .refunded] && ledger.journal.map(\.coins) == [100, 0])
        #expect(ledger.journal.last?.references.revocationMilli == 100)
    }

    @Test("A refund that moved no coin is no older than one that did: debts are met in the order of coins")
    func orderOfDebts() {
        var ledger = fresh([Samples.offer("a", price: 200)])
        for transaction in [1, 2] { _ = ledger.run(Samples.command(.credit(Samples.credit(transaction)))) }
        ledger.hear(Samples.word(1, percent: 100), about: 1)
        _ = ledger.accepted(Samples.spend("a", price: 200))
        ledger.hear(Samples.word(2, percent: 100_000), about: 2)
        ledger.hear(Samples.word(3, percent: 100_000), about: 1)
        _ = ledger.run(Samples.command(.credit(Samples.credit(3, coins: 150))))
        let met = ledger.journal.filter { $0.kind == .debtSettled }
        #expect(met.map(\.references.transaction) == [Samples.credit(2).key.id, Samples.credit(1).key.id])
        #expect(met.map(\.coins) == [100, 50])
    }

    @Test("Bonus coins leave before paid ones")
    func bonusFirst() {
        var ledger = fresh()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 100, bonus: 20))))
        ledger.hear(Samples.word(1, percent: 50_000), about: 1)
        #expect(ledger.balances() == Balances(paid: 60, bonus: 0, promo: 0, held: 0, debt: 0))
    }

    @Test("Coins that were spent are owed; promo coins never meet a debt, the next purchase does")
    func debtIsMetByTheNextPurchase() {
        var ledger = fresh()
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1))), Samples.command(Samples.spend("a", price: 30, quantity: 3)),
            Samples.command(Samples.grant(500)),
        ])
        ledger.hear(Samples.word(1, percent: 100_000), about: 1)
        #expect(ledger.balances() == Balances(paid: 0, bonus: 0, promo: 500, held: 0, debt: 90))
        let refused = ledger.run(Samples.command(Samples.spend("a", price: 30)))
        #expect(throws: WalletError.walletInDebt(debt: Samples.coins(90))) { try refused.get() }
        _ = ledger.run(Samples.command(.credit(Samples.credit(2))))
        #expect(ledger.balances() == Balances(paid: 10, bonus: 0, promo: 500, held: 0, debt: 0))
    }

    @Test("A reversal cancels what is owed and returns what met it, to the lots it came from")
    func reversalReturnsWhatMetTheDebt() {
        var ledger = fresh()
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1))), Samples.command(Samples.spend("a", price: 30, quantity: 3)),
            Samples.command(.credit(Samples.credit(2, coins: 50))),
        ])
        ledger.hear(Samples.word(1, percent: 100_000), about: 1)
        #expect(ledger.balances() == Balances(paid: 0, bonus: 0, promo: 0, held: 0, debt: 40))
        ledger.hear(Samples.word(2, percent: nil), about: 1)
        #expect(ledger.balances() == Balances(paid: 60, bonus: 0, promo: 0, held: 0, debt: 0))
        let lots = ledger.states[Samples.wallet(1)]?.lots.map { [$0.consumed, $0.removed] }
        #expect(lots == [[90, 0], [0, 0]])
    }

    @Test("Forgiven coins are written down and not collected; a frozen wallet opens when nothing is owed")
    func policies() {
        var forgiving = fresh()
        _ = forgiving.run([
            Samples.command(.credit(Samples.credit(1))), Samples.command(Samples.spend("a", price: 30)),
            Samples.command(.credit(Samples.credit(2, coins: 50))),
        ])
        forgiving.hear(Samples.word(1, percent: 100_000), about: 1, policy: .writeOff)
        #expect(forgiving.balances() == Balances(paid: 50, bonus: 0, promo: 0, held: 0, debt: 0))
        #expect(forgiving.journal.suffix(3).map(\.kind) == [.refunded, .refunded, .debtWrittenOff])
        forgiving.hear(Samples.word(2, percent: nil), about: 1, policy: .writeOff)
        #expect(forgiving.balances().paid == 120)

        var freezing = fresh()
        _ = freezing.run([
            Samples.command(.credit(Samples.credit(1))), Samples.command(Samples.spend("a", price: 30)),
        ])
        freezing.hear(Samples.word(1, percent: 100_000), about: 1, policy: .freeze)
        #expect(freezing.states[Samples.wallet(1)]?.status == .frozen)
        _ = freezing.run(Samples.command(.credit(Samples.credit(2))))
        #expect(freezing.states[Samples.wallet(1)]?.status == .open)
        #expect(freezing.balances().paid == 70)
    }

    @Test("A purchase refunded before it was seen gives nothing; a reversal credits whoever brought it")
    func refundBeforePurchase() {
        var ledger = fresh()
        ledger.hear(Samples.word(5, percent: 100_000), about: 1)
        guard case .success(.refunded) = ledger.run(Samples.command(.credit(Samples.credit(1)))) else {
            Issue.record("credited")
            return
        }
        guard case .success(.ownedElsewhere) = ledger.run(Samples.command(.credit(Samples.credit(1)), wallet: 2)) else {
            Issue.record("an old proof in other hands")
            return
        }
        #expect(ledger.journal.isEmpty)
        ledger.hear(Samples.word(6, percent: nil), about: 1)
        #expect(ledger.balances().paid == 100)
    }

    @Test("A part refunded before it was seen: credited in full and the part taken in the same batch")
    func partBeforePurchase() {
        var ledger = fresh()
        ledger.hear(Samples.word(5, percent: 25_000), about: 1)
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        #expect(ledger.journal.map(\.kind) == [.sold, .refunded])
        #expect(ledger.balances().paid == 75)
    }

    /// What can happen to a purchase of 100 coins; the words' times are Apple's, whatever the order of arrival.
    enum Happening: CaseIterable { case purchase, refund, reversal, spend }

    @Test("All 24 orders of purchase, refund, reversal and spend, each once and twice, end alike", arguments: [1, 2])
    func allOrders(times: Int) {
        for order in Self.orders(Happening.allCases) {
            var ledger = fresh()
            var spent: Int64 = 0
            for happening in order {
                for time in 0..<times {
                    switch happening {
                    case .purchase: _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
                    case .refund: ledger.hear(Samples.word(10, percent: 100_000), about: 1)
                    case .reversal: ledger.hear(Samples.word(20, percent: nil), about: 1)
                    case .spend:
                        let result = ledger.run(Samples.command(Samples.spend("a", price: 30), key: 1 + time))
                        if case .success = result { spent += 30 }
                    }
                }
            }
            #expect(ledger.balances() == Balances(paid: 100 - spent, bonus: 0, promo: 0, held: 0, debt: 0), "\(order)")
            #expect(Invariants.broken(states: ledger.states, journal: ledger.journal) == nil)
        }
    }

    private static func orders(_ left: [Happening]) -> [[Happening]] {
        guard !left.isEmpty else { return [[]] }
        return left.flatMap { first in orders(left.filter { $0 != first }).map { [first] + $0 } }
    }
}
