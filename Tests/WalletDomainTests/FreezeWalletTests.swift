import Testing
import WalletDomain

@Suite struct FreezeWalletTests {
    private func ledger() -> MemoryLedger {
        var ledger = MemoryLedger(
            wallets: [Samples.state(1), Samples.state(2)], offers: [Samples.offer("a", price: 10)])
        _ = ledger.run(Samples.command(.credit(Samples.credit(1))))
        return ledger
    }

    @Test("Frozen, nothing is spent, held or merged away; what is credited comes, what was promised is kept")
    func frozen() {
        var ledger = ledger()
        let spend = ledger.accepted(Samples.spend("a", price: 10))[0].operation
        let hold = ledger.accepted(Samples.hold(amount: 5))[0].operation
        #expect(ledger.accepted(Samples.freeze()).isEmpty)
        for refused in [Samples.spend("a", price: 10), Samples.hold(amount: 1)] {
            #expect(ledger.refusal(refused) == .walletFrozen)
        }
        #expect(ledger.refusal(.close(CloseWallet(into: Samples.wallet(2)))) == .walletFrozen)
        for accepted in [
            Samples.undo(spend, coins: 3), Samples.capture(hold), Samples.grant(1), Samples.adjust(2),
            Samples.forfeit(4),
            .credit(Samples.credit(2)),
        ] { #expect(!ledger.accepted(accepted).isEmpty) }
        #expect(ledger.merge(2, into: 1).count == 1)
    }

    @Test("The same again changes nothing and records nothing; the records tell the states")
    func twice() {
        var ledger = ledger()
        for action in [Samples.freeze(), Samples.freeze(), Samples.freeze(false), Samples.freeze(false)] {
            _ = ledger.run(Samples.command(action))
        }
        #expect(ledger.audits.map(\.action) == [.freezeWallet, .unfreezeWallet])
        #expect(ledger.audits.map(\.before.json) == [#"{"state":"open"}"#, #"{"state":"frozen_by_hand"}"#])
        #expect(ledger.audits.map(\.after.json) == [#"{"state":"frozen_by_hand"}"#, #"{"state":"open"}"#])
        #expect(ledger.audits.allSatisfy { $0.operation == nil && $0.reason == [9] && $0.wallet == Samples.wallet(1) })
        #expect(ledger.journal.count == 1)
        #expect(!ledger.accepted(Samples.spend("a", price: 10)).isEmpty)
    }

    @Test("Debts that come and go do not open what a person froze; a person opens what debts froze")
    func debts() {
        var ledger = ledger()
        _ = ledger.accepted(Samples.spend("a", price: 10, quantity: 10))
        _ = ledger.accepted(Samples.freeze())
        ledger.hear(Samples.word(1, percent: 100_000), about: 1, policy: .freeze)
        ledger.hear(Samples.word(2, percent: nil), about: 1, policy: .freeze)
        #expect(ledger.states[Samples.wallet(1)]?.status == .suspended)
        _ = ledger.accepted(Samples.freeze(false))
        ledger.hear(Samples.word(3, percent: 100_000), about: 1, policy: .freeze)
        #expect(ledger.states[Samples.wallet(1)]?.status == .frozen)
        _ = ledger.accepted(Samples.freeze(false))
        #expect(ledger.refusal(Samples.spend("a", price: 10)) == .walletInDebt(debt: Samples.coins(100)))
    }
}
