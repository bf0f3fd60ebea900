import Testing
import WalletDomain

/// The policy `revoke`: what refunded coins bought is taken back with the coins.
@Suite struct TakeBackTests {
    private func shop() -> MemoryLedger {
        MemoryLedger(
            wallets: [Samples.state(1)],
            offers: [
                Samples.offer("a", price: 10), Samples.offer("first", price: 60, kind: .once),
                Samples.offer("second", price: 70, kind: .once),
            ])
    }

    private func owned(_ ledger: MemoryLedger) -> Set<String> {
        Set((ledger.states[Samples.wallet(1)]?.ownerships ?? [:]).keys.map(\.text))
    }

    @Test("A course that the refunded coins bought goes, its coins meet the debt, and nobody owes anything")
    func whole() {
        var ledger = shop()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        _ = ledger.accepted(Samples.spend("first", price: 60))
        ledger.hear(Samples.word(1, percent: 100_000), about: 1, revokes: true)
        #expect(owned(ledger).isEmpty)
        #expect(ledger.balances() == .zero)
        let kinds: [EntryKind] = [.sold, .spent, .refunded, .refunded, .undone, .debtSettled, .ownershipEnded]
        #expect(ledger.journal.map(\.kind) == kinds)
        #expect(ledger.journal.suffix(3).allSatisfy { $0.references.refersTo == 2 })
        #expect(Invariants.broken(states: ledger.states, journal: ledger.journal) == nil)
        // Taken back, the refund gives the coins; the course may be bought again.
        ledger.hear(Samples.word(2, percent: nil), about: 1, revokes: true)
        #expect(ledger.balances().paid == 100)
        #expect(ledger.accepted(Samples.spend("first", price: 60)).map(\.coins) == [60])
    }

    @Test("Without the policy the course stays and its coins are owed")
    func keeps() {
        var ledger = shop()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        _ = ledger.accepted(Samples.spend("first", price: 60))
        ledger.hear(Samples.word(1, percent: 100_000), about: 1)
        #expect(owned(ledger) == ["first"] && ledger.balances().debt == 60)
    }

    @Test(
        "A partly refunded lot that still covers the course takes nothing away; beyond that the rest is the user's",
        arguments: [(40_000, true, 0), (41_000, false, 59), (70_000, false, 30), (100_000, false, 0)]
            as [(Int, Bool, Int64)])
    func partly(percent: Int, stays: Bool, coins: Int64) {
        var ledger = shop()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        _ = ledger.accepted(Samples.spend("first", price: 60))
        ledger.hear(Samples.word(1, percent: percent), about: 1, revokes: true)
        #expect(owned(ledger).contains("first") == stays)
        #expect(ledger.balances() == Balances(paid: coins, bonus: 0, promo: 0, held: 0, debt: 0))
    }

    @Test("The latest goes first, and no more than are needed")
    func latestFirst() {
        var ledger = shop()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 150))))
        _ = ledger.accepted(Samples.spend("first", price: 60))
        _ = ledger.accepted(Samples.spend("second", price: 70))
        ledger.hear(Samples.word(1, percent: 50_000), about: 1, revokes: true)
        #expect(owned(ledger) == ["first"])
        #expect(ledger.balances() == Balances(paid: 15, bonus: 0, promo: 0, held: 0, debt: 0))
        ledger.hear(Samples.word(2, percent: 100_000), about: 1, revokes: true)
        #expect(owned(ledger).isEmpty && ledger.balances() == .zero)
    }

    @Test("What two purchases and a gift paid together: the refunded share is met, the other shares come back")
    func together() {
        var ledger = shop()
        _ = ledger.run([
            Samples.command(Samples.grant(5)), Samples.command(.credit(Samples.credit(1, coins: 40))),
            Samples.command(.credit(Samples.credit(2, coins: 30))),
        ])
        _ = ledger.accepted(Samples.spend("second", price: 70))
        // 5 free coins, 40 of the first purchase, 25 of the second: 5 of that are left and meet a part of the debt.
        ledger.hear(Samples.word(1, percent: 100_000), about: 1, revokes: true)
        #expect(owned(ledger).isEmpty)
        #expect(ledger.balances() == Balances(paid: 30, bonus: 0, promo: 5, held: 0, debt: 0))
        #expect(Invariants.broken(states: ledger.states, journal: ledger.journal) == nil)
    }

    @Test("What other purchased coins meet at once is paid for and stays; what was spent otherwise is owed")
    func others() {
        var paying = shop()
        _ = paying.run(Samples.command(.credit(Samples.credit(1, coins: 60))))
        _ = paying.accepted(Samples.spend("first", price: 60))
        _ = paying.run(Samples.command(.credit(Samples.credit(2, coins: 80))))
        paying.hear(Samples.word(1, percent: 100_000), about: 1, revokes: true)
        #expect(owned(paying) == ["first"])
        #expect(paying.balances() == Balances(paid: 20, bonus: 0, promo: 0, held: 0, debt: 0))

        var wasting = shop()
        _ = wasting.run(Samples.command(.credit(Samples.credit(1))))
        _ = wasting.accepted(Samples.spend("a", price: 10, quantity: 4))
        _ = wasting.accepted(Samples.spend("first", price: 60))
        wasting.hear(Samples.word(1, percent: 100_000), about: 1, policy: .freeze, revokes: true)
        #expect(owned(wasting).isEmpty && wasting.balances().debt == 40)
        #expect(wasting.states[Samples.wallet(1)]?.status == .frozen)
    }

    @Test("A spend that is undone in part gives what is left; one of an item not owned any more is left alone")
    func undoneBefore() {
        var ledger = shop()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        let spend = ledger.accepted(Samples.spend("first", price: 60))[0].operation
        _ = ledger.accepted(Samples.undo(spend, coins: 20))
        ledger.hear(Samples.word(1, percent: 100_000), about: 1, revokes: true)
        #expect(owned(ledger).isEmpty && ledger.balances() == .zero)

        var gone = shop()
        _ = gone.run(Samples.command(.credit(Samples.credit(1))))
        let first = gone.accepted(Samples.spend("first", price: 60))[0].operation
        _ = gone.accepted(Samples.undo(first))
        _ = gone.accepted(Samples.spend("a", price: 10, quantity: 10))
        let stale = Samples.refund(1, Samples.word(1, percent: 100_000), revocable: [first, 99])
        #expect(gone.accepted(stale).map(\.kind) == [.refunded])
        #expect(gone.balances().debt == 100)
    }
}
