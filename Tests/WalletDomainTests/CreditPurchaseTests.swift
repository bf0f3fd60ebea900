import Testing
import WalletDomain

@Suite struct CreditPurchaseTests {
    private func fresh() -> MemoryLedger {
        MemoryLedger(wallets: [Samples.state(1), Samples.state(2)], offers: [])
    }

    @Test("A purchase becomes a paid and a bonus lot, each with its own entry")
    func credits() {
        var ledger = fresh()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 100, bonus: 10))))
        #expect(ledger.balances() == Balances(paid: 100, bonus: 10, promo: 0, held: 0, debt: 0))
        #expect(ledger.journal.map(\.debit) == [.sold, .bonusIssued])
        #expect(ledger.journal.map(\.credit) == [.paid, .bonus])
    }

    @Test(
        "Brought again it says so, by the first entry; brought by another wallet it names the owner",
        arguments: [true, false])
    func creditsOnce(inOneBatch: Bool) {
        var ledger = fresh()
        let commands = [
            Samples.command(.credit(Samples.credit(7))), Samples.command(.credit(Samples.credit(7))),
            Samples.command(.credit(Samples.credit(7)), wallet: 2),
        ]
        let results = inOneBatch ? ledger.run(commands) : commands.map { ledger.run($0) }
        guard case .success(.done(let entries, _)) = results[0],
            case .success(.alreadyCredited(let operation)) = results[1],
            case .success(.ownedElsewhere(let owner)) = results[2]
        else {
            Issue.record("\(results)")
            return
        }
        #expect(operation.sequence == entries[0].sequence)
        #expect(owner == Samples.wallet(1))
        #expect(ledger.balances(1).paid == 100)
        #expect(ledger.balances(2).paid == 0)
    }

    @Test("A credit over the largest balance is refused whole and claims nothing")
    func refusesOverflow() {
        var ledger = fresh()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: CoinAmount.coinsMax - 50))))
        let result = ledger.run(Samples.command(.credit(Samples.credit(2, coins: 100))))
        guard case .failure(.amountOutOfRange) = result else {
            Issue.record("\(result)")
            return
        }
        guard case .success(.done) = ledger.run(Samples.command(.credit(Samples.credit(2)), wallet: 2)) else {
            Issue.record("the refused credit claimed the purchase")
            return
        }
    }

    @Test("A frozen wallet is still credited")
    func creditsFrozen() {
        var frozen = Samples.state(1)
        frozen.status = .frozen
        var ledger = MemoryLedger(wallets: [frozen], offers: [])
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        #expect(ledger.balances().paid == 100)
    }
}
