import Testing
import WalletDomain

@Suite struct IdempotencyTests {
    private func fresh() -> MemoryLedger {
        var ledger = MemoryLedger(
            wallets: [Samples.state(1), Samples.state(2)], offers: [Samples.offer("a", price: 10)])
        _ = ledger.run([
            Samples.command(.credit(Samples.credit(1))), Samples.command(.credit(Samples.credit(2)), wallet: 2),
        ])
        return ledger
    }

    @Test("The same key and request give the same entries and move no coins again", arguments: [true, false])
    func replays(inOneBatch: Bool) {
        var ledger = fresh()
        let command = Samples.command(Samples.spend("a", price: 10), key: 1)
        let results = inOneBatch ? ledger.run([command, command]) : [ledger.run(command), ledger.run(command)]
        guard case .success(.done(let first, false)) = results[0], case .success(.done(let second, true)) = results[1]
        else {
            Issue.record("\(results)")
            return
        }
        #expect(first == second)
        #expect(ledger.balances().paid == 90)
    }

    @Test("The same key with another request is refused and does nothing", arguments: [true, false])
    func refusesReuse(inOneBatch: Bool) {
        var ledger = fresh()
        let first = Samples.command(Samples.spend("a", price: 10), key: 1, fingerprint: 1)
        let other = Samples.command(Samples.grant(50), key: 1, fingerprint: 2)
        let results = inOneBatch ? ledger.run([first, other]) : [ledger.run(first), ledger.run(other)]
        guard case .failure(.idempotencyKeyReused) = results[1] else {
            Issue.record("\(results[1])")
            return
        }
        #expect(ledger.balances() == Balances(paid: 90, bonus: 0, promo: 0, held: 0, debt: 0))
    }

    @Test("Another wallet's use of the same key is independent")
    func scopesToWallet() {
        var ledger = fresh()
        _ = ledger.run([
            Samples.command(Samples.spend("a", price: 10), key: 1),
            Samples.command(Samples.spend("a", price: 10), wallet: 2, key: 1),
        ])
        #expect(ledger.balances(1).paid == 90)
        #expect(ledger.balances(2).paid == 90)
    }

    @Test("A refusal does not use the key up: after a credit the same request succeeds")
    func refusalLeavesKeyFree() {
        var ledger = MemoryLedger(wallets: [Samples.state(1)], offers: [Samples.offer("a", price: 10)])
        let command = Samples.command(Samples.spend("a", price: 10), key: 1)
        guard case .failure(.insufficientCoins) = ledger.run(command) else {
            Issue.record("spent coins it did not have")
            return
        }
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        guard case .success(.done(_, replayed: false)) = ledger.run(command) else {
            Issue.record("refused again")
            return
        }
        #expect(ledger.balances().paid == 90)
    }
}
