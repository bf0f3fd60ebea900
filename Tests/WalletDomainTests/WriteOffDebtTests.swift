import Testing
import WalletDomain

@Suite struct WriteOffDebtTests {
    /// Two purchases of 100 and 50 coins, all spent, refunded in the other order: 50 are owed for the second, then 90.
    private func owing() -> MemoryLedger {
        var ledger = MemoryLedger(wallets: [Samples.state(1)], offers: [Samples.offer("a", price: 10)])
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1))), Samples.command(.credit(Samples.credit(2, coins: 50))),
            Samples.command(Samples.spend("a", price: 10, quantity: 15)),
        ])
        ledger.hear(Samples.word(1, percent: 100_000), about: 2)
        ledger.hear(Samples.word(2, percent: 90_000), about: 1)
        return ledger
    }

    @Test("The oldest refund's debt is forgiven first; each entry names its purchase, its lot and the reason")
    func oldestFirst() {
        var ledger = owing()
        #expect(ledger.balances().debt == 140)
        let entries = ledger.accepted(Samples.writeOff(70))
        #expect(entries.map(\.kind) == [.debtWrittenOff, .debtWrittenOff])
        #expect(entries.map(\.references.transaction?.text) == ["2", "1"])
        #expect(entries.map(\.coins) == [50, 20])
        #expect(
            entries.map(\.lots) == [
                [LotUse(lot: 2, coins: 50, usedBefore: 50)],
                [LotUse(lot: 1, coins: 20, usedBefore: 100)],
            ])
        #expect(entries.map(\.debit) == [.writtenOff, .writtenOff] && entries.map(\.credit) == [.debt, .debt])
        #expect(entries.allSatisfy { $0.references.note == [8] })
        #expect(entries[0].first?.entryCount == 2 && entries[1].first == nil)
        #expect(ledger.balances().debt == 70)
        #expect(ledger.accepted(Samples.writeOff()).map(\.coins) == [70])
        #expect(ledger.balances() == .zero)
        #expect(Invariants.broken(states: ledger.states, journal: ledger.journal) == nil)
    }

    @Test("More than is owed is refused by name and leaves no trace; all of nothing is more than nothing")
    func refusals() {
        var ledger = owing()
        #expect(ledger.refusal(Samples.writeOff(141)) == .moreThanOwed(debt: Samples.coins(140)))
        #expect(ledger.refusal(Samples.writeOff(0)) == .amountOutOfRange(0))
        #expect(ledger.audits.isEmpty)
        _ = ledger.accepted(Samples.writeOff(140))
        #expect(ledger.refusal(Samples.writeOff(1)) == .moreThanOwed(debt: .zero))
        #expect(ledger.refusal(Samples.writeOff()) == .moreThanOwed(debt: .zero))
        #expect(ledger.audits.count == 1)
    }

    @Test("The record says who, from where, why, what was owed before and after, and which operation did it")
    func record() throws {
        var ledger = owing()
        let entries = ledger.accepted(Samples.writeOff(70))
        let record = try #require(ledger.audits.first)
        #expect(record.action == .writeOffDebt)
        #expect(record.wallet == Samples.wallet(1) && record.operation == entries[0].operation)
        #expect(record.caller == Samples.caller && record.origin == "192.0.2.1" && record.reason == [8])
        #expect(record.before.json == #"{"debt":140}"# && record.after.json == #"{"debt":70}"#)
        #expect(record.at == entries[0].at)
    }

    @Test("A repeat answers the same entries and writes no second record; other bytes under the key are refused")
    func replays() {
        var ledger = owing()
        let command = Samples.command(Samples.writeOff(70), key: 1)
        guard case .success(.done(let first, false)) = ledger.run(command),
            case .success(.done(let again, true)) = ledger.run(command)
        else {
            Issue.record("not done once")
            return
        }
        #expect(first == again)
        #expect(ledger.audits.count == 1 && ledger.balances().debt == 70)
        let other = ledger.run(Samples.command(Samples.writeOff(10), key: 1, fingerprint: 2))
        #expect(throws: WalletError.idempotencyKeyReused) { try other.get() }
    }

    @Test(
        "What was forgiven stays so whatever Apple says later; only the rest is taken, owed or given back",
        arguments: [
            // Forgiven of 90 owed, then Apple's share; coins and debt afterwards. 10 of the 100 were not spent.
            (90, nil, 10, 0), (60, nil, 10, 0), (60, 100_000, 0, 30), (60, 65_000, 5, 0), (60, 50_000, 10, 0),
            (90, 95_000, 5, 0), (30, 50_000, 0, 10), (30, 35_000, 5, 0),
        ] as [(Int64, Int?, Int64, Int64)])
    func laterWords(forgiven: Int64, percent: Int?, coins: Int64, debt: Int64) {
        var ledger = MemoryLedger(wallets: [Samples.state(1)], offers: [Samples.offer("a", price: 30)])
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1))), Samples.command(Samples.spend("a", price: 30, quantity: 3)),
        ])
        ledger.hear(Samples.word(1, percent: 100_000), about: 1)
        #expect(ledger.balances().debt == 90)
        #expect(ledger.accepted(Samples.writeOff(forgiven)).count == 1)
        ledger.hear(Samples.word(2, percent: percent), about: 1)
        #expect(ledger.balances() == Balances(paid: coins, bonus: 0, promo: 0, held: 0, debt: debt))
        #expect(Invariants.broken(states: ledger.states, journal: ledger.journal) == nil)
        // Refunded in full again, it takes exactly what it did not take yet.
        ledger.hear(Samples.word(3, percent: 100_000), about: 1)
        #expect(ledger.balances() == Balances(paid: 0, bonus: 0, promo: 0, held: 0, debt: 90 - forgiven))
    }

    @Test("A frozen wallet opens when the rest is forgiven; an undo meets only what is still owed")
    func freezeAndUndo() {
        var ledger = MemoryLedger(wallets: [Samples.state(1)], offers: [Samples.offer("a", price: 30)])
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        let spend = ledger.accepted(Samples.spend("a", price: 30, quantity: 3))[0].operation
        ledger.hear(Samples.word(1, percent: 100_000), about: 1, policy: .freeze)
        _ = ledger.accepted(Samples.writeOff(60))
        #expect(ledger.states[Samples.wallet(1)]?.status == .frozen)
        #expect(ledger.accepted(Samples.undo(spend, coins: 40)).map(\.coins) == [40, 30])
        #expect(ledger.states[Samples.wallet(1)]?.status == .open)
        #expect(ledger.balances() == Balances(paid: 10, bonus: 0, promo: 0, held: 0, debt: 0))
        // What met the debt and what was not spent comes back; the 60 forgiven ones were the user's to keep.
        ledger.hear(Samples.word(2, percent: nil), about: 1)
        #expect(ledger.balances().paid == 50)

        _ = ledger.run(Samples.command(Samples.spend("a", price: 30)))
        ledger.hear(Samples.word(3, percent: 100_000), about: 1, policy: .freeze)
        #expect(ledger.states[Samples.wallet(1)]?.status == .frozen)
        _ = ledger.accepted(Samples.writeOff())
        #expect(ledger.states[Samples.wallet(1)]?.status == .open)
    }
}
