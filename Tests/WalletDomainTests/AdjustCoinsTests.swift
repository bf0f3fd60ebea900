import Testing
import WalletDomain

@Suite struct AdjustCoinsTests {
    private func ledger() -> MemoryLedger {
        MemoryLedger(wallets: [Samples.state(1), Samples.state(2)], offers: [Samples.offer("a", price: 10)])
    }

    @Test("Upwards is a promo lot of its own, from 9560, with its end; it meets no debt")
    func gives() {
        var ledger = ledger()
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1))), Samples.command(Samples.spend("a", price: 10, quantity: 10)),
        ])
        ledger.hear(Samples.word(1, percent: 100_000), about: 1)
        let end = ledger.at.adding(milliseconds: 50)
        let entries = ledger.accepted(Samples.adjust(30, expiresAt: end))
        #expect(entries.map(\.kind) == [.adjusted])
        #expect(entries[0].debit == .adjusted && entries[0].credit == .promo && entries[0].coins == 30)
        #expect(entries[0].references.note == [9] && entries[0].references.transaction == nil)
        #expect(ledger.balances() == Balances(paid: 0, bonus: 0, promo: 30, held: 0, debt: 100))
        ledger.at = end
        #expect(ledger.refusal(Samples.adjust(5, expiresAt: end)) == .malformed("expires_at"))
        _ = ledger.accepted(Samples.adjust(5))
        #expect(ledger.balances().promo == 5)
        #expect(Invariants.broken(states: ledger.states, journal: ledger.journal) == nil)
    }

    @Test("Downwards takes the newest promo lot first, never held, expired or purchased coins")
    func takes() {
        var ledger = ledger()
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1))), Samples.command(Samples.grant(10)),
            Samples.command(Samples.grant(20, expiresAt: ledger.at.adding(milliseconds: 100))),
        ])
        ledger.at = ledger.at.adding(milliseconds: 10)
        _ = ledger.run(Samples.command(Samples.grant(30, expiresAt: ledger.at.adding(milliseconds: 500))))
        // Held first by the soonest end: all 20 of lot 3, and 5 of lot 4.
        _ = ledger.accepted(Samples.hold(amount: 25))
        let entries = ledger.accepted(Samples.adjust(-32))
        #expect(entries[0].debit == .promo && entries[0].credit == .adjusted)
        #expect(
            entries[0].lots == [
                LotUse(lot: 4, coins: 25, usedBefore: 0), LotUse(lot: 2, coins: 7, usedBefore: 0),
            ])
        let most = WalletError.insufficientCoins(balance: Samples.coins(3), required: Samples.coins(4))
        #expect(ledger.refusal(Samples.adjust(-4)) == most)
        #expect(ledger.balances() == Balances(paid: 100, bonus: 0, promo: 28, held: 25, debt: 0))
        #expect(Invariants.broken(states: ledger.states, journal: ledger.journal) == nil)
    }

    @Test("What is over is gone before anything is taken; a refusal leaves no trace of that either")
    func expires() {
        var ledger = ledger()
        let end = ledger.at.adding(milliseconds: 5)
        _ = ledger.run([
            Samples.command(Samples.grant(10)), Samples.command(Samples.grant(20, expiresAt: end)),
        ])
        ledger.at = end
        #expect(
            ledger.refusal(Samples.adjust(-11))
                == .insufficientCoins(balance: Samples.coins(10), required: Samples.coins(11)))
        #expect(ledger.journal.count == 2)
        #expect(ledger.accepted(Samples.adjust(-10)).map(\.coins) == [10])
        #expect(ledger.journal.map(\.kind) == [.granted, .granted, .expired, .adjusted])
        #expect(ledger.audits.last?.before.json == #"{"promo":10}"#)
        #expect(ledger.audits.last?.after.json == #"{"promo":0}"#)
    }

    @Test(
        "The most that a wallet can hold is not passed, and nothing is no adjustment",
        arguments: [(CoinAmount.coinsMax - 100, true), (CoinAmount.coinsMax - 99, false)])
    func edges(coins: Int64, isAccepted: Bool) {
        var ledger = ledger()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        if isAccepted {
            #expect(ledger.accepted(Samples.adjust(coins)).count == 1)
        } else {
            #expect(ledger.refusal(Samples.adjust(coins)) == .amountOutOfRange(CoinAmount.coinsMax + 1))
        }
        #expect(ledger.refusal(Samples.adjust(0)) == .amountOutOfRange(0))
    }

    @Test("The record: what, who, from where, why, under which approval, promo coins before and after")
    func record() throws {
        var ledger = ledger()
        _ = ledger.accepted(Samples.grant(3))
        let entries = ledger.accepted(Samples.adjust(4))
        let record = try #require(ledger.audits.first)
        #expect(record.action == .adjustCoins && record.operation == entries[0].operation)
        #expect(record.caller == Samples.caller && record.origin == "192.0.2.2" && record.reason == [9])
        #expect(record.before.json == #"{"promo":3}"# && record.after.json == #"{"promo":7}"#)
        #expect(record.approval == Samples.key(77) && record.at == entries[0].at)
    }
}

@Suite struct ForfeitCoinsTests {
    private func ledger() -> MemoryLedger {
        var ledger = MemoryLedger(wallets: [Samples.state(1)], offers: [Samples.offer("a", price: 10)])
        let later = Samples.start.adding(milliseconds: 1)
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1, coins: 50, bonus: 5))),
            Samples.command(.credit(Samples.credit(2, coins: 40, at: later))), Samples.command(Samples.grant(8)),
        ])
        return ledger
    }

    @Test("The newest purchase goes first, its bonus before its coins; never held or free ones; 9560 gets them")
    func newestFirst() {
        var ledger = ledger()
        let entries = ledger.accepted(Samples.forfeit(47))
        #expect(entries.map(\.kind) == [.forfeited, .forfeited])
        #expect(entries.map(\.debit) == [.bonus, .paid] && entries.allSatisfy { $0.credit == .adjusted })
        #expect(
            entries.map(\.lots) == [
                [LotUse(lot: 2, coins: 5, usedBefore: 0)],
                [LotUse(lot: 3, coins: 40, usedBefore: 0), LotUse(lot: 1, coins: 2, usedBefore: 0)],
            ])
        #expect(ledger.balances() == Balances(paid: 48, bonus: 0, promo: 8, held: 0, debt: 0))
        // 8 free coins and 10 of lot 1 are held.
        _ = ledger.accepted(Samples.hold(amount: 18))
        #expect(
            ledger.refusal(Samples.forfeit(39))
                == .insufficientCoins(balance: Samples.coins(38), required: Samples.coins(39)))
        #expect(ledger.accepted(Samples.forfeit()).map(\.coins) == [38])
        #expect(
            ledger.refusal(Samples.forfeit())
                == .insufficientCoins(balance: .zero, required: Samples.coins(1)))
        #expect(ledger.refusal(Samples.forfeit(0)) == .amountOutOfRange(0))
        #expect(ledger.audits.first?.before.json == #"{"paid":90,"bonus":5}"#)
        #expect(ledger.audits.first?.after.json == #"{"paid":48,"bonus":0}"#)
        #expect(Invariants.broken(states: ledger.states, journal: ledger.journal) == nil)
    }

    @Test(
        "A later refund asks for what was not taken away: coins gone, coins owed",
        arguments: [
            // forfeited, spent, percent refunded, paid left, owed
            (100, 0, 100_000, 0, 0), (60, 0, 100_000, 0, 0), (60, 40, 100_000, 0, 40), (60, 10, 50_000, 0, 10),
            (60, 0, 30_000, 10, 0), (20, 80, 50_000, 0, 50),
        ] as [(Int64, Int32, Int, Int64, Int64)])
    func refundedLater(forfeited: Int64, spent: Int32, percent: Int, paid: Int64, debt: Int64) {
        var ledger = MemoryLedger(wallets: [Samples.state(1)], offers: [Samples.offer("a", price: 10)])
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        if spent > 0 { _ = ledger.accepted(Samples.spend("a", price: 10, quantity: spent / 10)) }
        _ = ledger.accepted(Samples.forfeit(forfeited))
        ledger.hear(Samples.word(1, percent: percent), about: 1)
        #expect(ledger.balances() == Balances(paid: paid, bonus: 0, promo: 0, held: 0, debt: debt))
        // Taken back, only what the refund took returns: forfeited coins stay gone.
        ledger.hear(Samples.word(2, percent: nil), about: 1)
        let kept = 100 - forfeited - Int64(spent)
        #expect(ledger.balances() == Balances(paid: kept, bonus: 0, promo: 0, held: 0, debt: 0))
        #expect(Invariants.broken(states: ledger.states, journal: ledger.journal) == nil)
    }

    @Test("The wallet that takes over a merged one knows what was forfeited there")
    func merged() {
        var ledger = MemoryLedger(
            wallets: [Samples.state(1), Samples.state(2)], offers: [Samples.offer("a", price: 10)])
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        _ = ledger.accepted(Samples.forfeit(70))
        #expect(!ledger.merge(1, into: 2).isEmpty)
        let refund = Samples.refund(1, Samples.word(1, percent: 100_000))
        _ = ledger.run(Samples.command(refund, wallet: 2))
        #expect(ledger.balances(2) == .zero)
    }
}
