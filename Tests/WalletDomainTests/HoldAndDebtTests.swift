import Testing
import WalletDomain

/// Holds beside refunds and expiry.
@Suite struct HoldAndDebtTests {
    private let allRefunded = Samples.refund(1, Samples.word(10, percent: 100_000))

    @Test("A refund leaves held coins alone and counts them as debt; capture is allowed, placing is not")
    func keepsPromise() {
        var ledger = MemoryLedger.withPurchase()
        let hold = ledger.hold(amount: 70)
        _ = ledger.run(Samples.command(allRefunded))
        #expect(ledger.balances() == Balances(paid: 70, bonus: 0, promo: 0, held: 70, debt: 70))
        #expect(ledger.refusal(Samples.hold(amount: 1)) == .walletInDebt(debt: Samples.coins(70)))
        #expect(ledger.accepted(Samples.capture(hold)).map(\.coins) == [70])
        #expect(ledger.balances() == Balances(paid: 0, bonus: 0, promo: 0, held: 0, debt: 70))
    }

    @Test("What a release gives back meets the debt at once, and the answer's entries tell it")
    func meetsDebt() {
        var ledger = MemoryLedger.withPurchase()
        let hold = ledger.hold(amount: 70)
        _ = ledger.run(Samples.command(allRefunded))
        let entries = ledger.accepted(.release(ReleaseHold(hold: hold)))
        #expect(entries.map(\.kind) == [.holdReleased, .debtSettled])
        #expect(entries[0].first?.entryCount == 2)
        #expect(ledger.balances() == .zero)
    }

    @Test("What a part's capture leaves meets the debt as well")
    func meetsDebtWithRest() {
        var ledger = MemoryLedger.withPurchase()
        let hold = ledger.hold(amount: 70)
        _ = ledger.run(Samples.command(allRefunded))
        let entries = ledger.accepted(Samples.capture(hold, coins: 30))
        #expect(entries.map(\.kind) == [.spent, .holdReleased, .debtSettled])
        #expect(ledger.balances() == Balances(paid: 0, bonus: 0, promo: 0, held: 0, debt: 30))
    }

    @Test("A hold that is over gives its coins back before a refund takes them")
    func endsBeforeRefund() {
        var ledger = MemoryLedger.withPurchase()
        _ = ledger.hold(amount: 70, lifeMs: 5)
        ledger.wait(milliseconds: 5)
        _ = ledger.run(Samples.command(allRefunded))
        #expect(ledger.balances() == .zero)
        #expect(ledger.journal.map(\.kind) == [.sold, .sold, .held, .holdExpired, .refunded, .refunded])
    }

    @Test("A wallet that a refund froze keeps its promises and opens when nothing is owed")
    func opensWhenMet() {
        var ledger = MemoryLedger.withPurchase()
        let (first, second) = (ledger.hold(amount: 70), ledger.hold(amount: 50))
        let word = Samples.word(10, percent: 41_667)
        _ = ledger.run(Samples.command(Samples.refund(1, word, policy: .freeze)))
        #expect(ledger.states[Samples.wallet(1)]?.status == .frozen)
        #expect(ledger.accepted(Samples.capture(first)).count == 1)
        #expect(ledger.accepted(.release(ReleaseHold(hold: second))).map(\.kind).last == .debtSettled)
        #expect(ledger.states[Samples.wallet(1)]?.status == .open)
        #expect(ledger.balances() == .zero)
    }

    @Test("Promo coins that expire while held can still be captured, and expire when they are let go")
    func expiresOnRelease() {
        for captured in [nil, 15, 40] as [Int64?] {
            var ledger = MemoryLedger.withPurchase()
            let end = ledger.at.adding(milliseconds: 10)
            _ = ledger.run(Samples.command(Samples.grant(50, expiresAt: end)))
            let hold = ledger.hold(amount: 40)
            ledger.wait(milliseconds: 10)
            let step = captured.map { Samples.capture(hold, coins: $0) } ?? .release(ReleaseHold(hold: hold))
            let entries = ledger.accepted(step)
            #expect(entries.filter { $0.kind == .spent }.map(\.coins) == [captured].compactMap { $0 })
            #expect(entries.filter { $0.kind == .expired }.map(\.coins) == [40 - (captured ?? 0)].filter { $0 > 0 })
            // Ten were never held: they left before.
            #expect(ledger.journal.filter { $0.kind == .expired }.reduce(0) { $0 + $1.coins } == 50 - (captured ?? 0))
            #expect(ledger.balances() == Balances(paid: 100, bonus: 20, promo: 0, held: 0, debt: 0))
        }
    }

    @Test("The job ends what is over, writes it once, and leaves purchased coins alone")
    func expiresByJob() {
        var ledger = MemoryLedger.withPurchase()
        _ = ledger.run(Samples.command(Samples.grant(50, expiresAt: ledger.at.adding(milliseconds: 10))))
        _ = ledger.hold(amount: 60, lifeMs: 10)
        #expect(ledger.accepted(.expire(ExpireDue())) == [])
        ledger.wait(milliseconds: 10)
        #expect(ledger.accepted(.expire(ExpireDue())).map(\.kind) == [.holdExpired, .holdExpired, .expired])
        #expect(ledger.balances() == Balances(paid: 100, bonus: 20, promo: 0, held: 0, debt: 0))
        guard case .success(.unchanged) = ledger.run(Samples.command(.expire(ExpireDue()))) else {
            Issue.record("expired twice")
            return
        }
    }

    @Test("A command that is refused ends nothing: what is over is written with the next that is accepted")
    func leavesNoTrace() {
        var ledger = MemoryLedger.withPurchase([Samples.offer("dear", price: 500)])
        _ = ledger.hold(amount: 60, lifeMs: 10)
        ledger.wait(milliseconds: 10)
        let (balance, required) = (Samples.coins(120), Samples.coins(500))
        #expect(
            ledger.refusal(Samples.spend("dear", price: 500))
                == .insufficientCoins(balance: balance, required: required))
        #expect(ledger.balances().held == 60)
    }

    @Test("A captured hold is a spend and can be undone")
    func undoesCapture() {
        var ledger = MemoryLedger.withPurchase([Samples.offer("course", price: 110, kind: .once)])
        let hold = ledger.accepted(Samples.hold("course", price: 110))[0].operation
        let spend = ledger.accepted(Samples.capture(hold))[0].operation
        _ = ledger.accepted(Samples.undo(spend))
        #expect(ledger.balances() == Balances(paid: 100, bonus: 20, promo: 0, held: 0, debt: 0))
        #expect(ledger.states[Samples.wallet(1)]?.ownerships == [:])
    }
}
