import FoundationEssentials
import Testing
import WalletDomain

/// Two wallets become one: every coin, counter, refund and ownership arrives, and nothing is left in between.
@Suite struct MergeTests {
    private let course = Samples.offer("course", price: 40, kind: .once)

    private func ledger() -> MemoryLedger {
        MemoryLedger(
            wallets: (1...3).map { Samples.state($0) }, offers: [Samples.offer("a", price: 30), course])
    }

    private func spend(_ ledger: inout MemoryLedger, _ item: String, _ price: Int64, wallet: UInt8) -> Int64 {
        let result = ledger.run(Samples.command(Samples.spend(item, price: price), wallet: wallet))
        guard case .success(.done(let entries, _)) = result else { return 0 }
        return entries[0].operation
    }

    private func error(_ result: Result<Outcome, WalletError>) -> WalletError? {
        if case .failure(let error) = result { error } else { nil }
    }

    private func moved(_ ledger: MemoryLedger) -> Int64 {
        ledger.journal.reduce(0) {
            $0 + ($1.credit == .moved ? $1.coins : 0) - ($1.debit == .moved ? $1.coins : 0)
        }
    }

    private func broken(_ ledger: MemoryLedger) -> String? {
        Invariants.broken(states: ledger.states, journal: ledger.journal)
    }

    @Test("Lots arrive with their counters, kinds, times and sales; both wallets and 9580 add up to zero")
    func movesLots() throws {
        var ledger = ledger()
        _ = ledger.run(Samples.command(.credit(Samples.credit(9, coins: 10)), wallet: 2))
        let end = ledger.at.adding(milliseconds: 500)
        _ = ledger.run(Samples.command(Samples.grant(25, expiresAt: end)))
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 100, bonus: 7))))
        #expect(spend(&ledger, "a", 30, wallet: 1) > 0)
        let before = try #require(ledger.states[Samples.wallet(1)])
        #expect(!ledger.merge(1, into: 2).isEmpty)
        let guest = try #require(ledger.states[Samples.wallet(1)])
        #expect(guest.status == .merged && guest.mergedInto == Samples.wallet(2) && guest.balances == .zero)
        let account = try #require(ledger.states[Samples.wallet(2)])
        #expect(account.balances == Balances(paid: 105, bonus: 7, promo: 0, held: 0, debt: 0))
        for lot in before.lots {
            let there = try #require(account.lots.first { $0.number == lot.number + 1 })
            #expect(there.kind == lot.kind && there.issued == lot.issued && there.consumed == lot.consumed)
            #expect(there.removed == lot.removed && there.held == 0)
            #expect(there.acquiredAt == lot.acquiredAt && there.expiresAt == lot.expiresAt)
        }
        #expect(moved(ledger) == 0)
        #expect(broken(ledger) == nil)
    }

    @Test("An undo of a guest's spend brings the coins back to the very lots, now the account's; repeats are one")
    func undoesMovedSpend() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(Samples.grant(20), wallet: 2))
        _ = ledger.run(Samples.command(Samples.grant(10)))
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 50))))
        let number = spend(&ledger, "a", 30, wallet: 1)
        _ = ledger.run(Samples.command(Samples.undo(number, coins: 5)))
        _ = ledger.merge(1, into: 2)
        let undo = Samples.command(Samples.undo(number, coins: 20), key: 7)
        guard case .success(.done(let entries, false)) = ledger.follow(undo) else {
            Issue.record("the undo was refused")
            return
        }
        // Of 10 promo and 20 paid coins 5 paid ones were back before: 15 paid, then 5 promo.
        #expect(entries.map(\.coins) == [15, 5])
        #expect(entries.flatMap(\.lots).map(\.lot) == [3, 2])
        #expect(entries.allSatisfy { $0.references.refersWallet == Samples.wallet(1) })
        guard case .success(.done(let again, true)) = ledger.follow(undo) else {
            Issue.record("the repeat was no replay")
            return
        }
        #expect(again == entries)
        let rest = Samples.command(Samples.undo(number, coins: 6))
        #expect(error(ledger.follow(rest)) == .moreThanPaid(paid: Samples.coins(30), undone: Samples.coins(25)))
        #expect(ledger.balances(2) == Balances(paid: 50, bonus: 0, promo: 25, held: 0, debt: 0))
        #expect(broken(ledger) == nil)
    }

    @Test("Through a chain of merges an undo still finds its lots, and what was undone on the way counts")
    func chain() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(Samples.grant(1), wallet: 2))
        _ = ledger.run(Samples.command(Samples.grant(2), wallet: 3))
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 50))))
        let number = spend(&ledger, "a", 30, wallet: 1)
        _ = ledger.merge(1, into: 2)
        guard case .success(.done) = ledger.follow(Samples.command(Samples.undo(number, coins: 10))) else {
            Issue.record("the first undo was refused")
            return
        }
        _ = ledger.merge(2, into: 3)
        let more = Samples.command(Samples.undo(number, coins: 21))
        #expect(error(ledger.follow(more)) == .moreThanPaid(paid: Samples.coins(30), undone: Samples.coins(10)))
        guard case .success(.done) = ledger.follow(Samples.command(Samples.undo(number))) else {
            Issue.record("the second undo was refused")
            return
        }
        #expect(ledger.balances(3) == Balances(paid: 50, bonus: 0, promo: 3, held: 0, debt: 0))
        #expect(moved(ledger) == 0 && broken(ledger) == nil)
    }

    @Test("A refund after the merge takes the moved lot's coins; one before stays what it was, and can be taken back")
    func refunds() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 100))))
        ledger.hear(Samples.word(1, percent: 30_000), about: 1)
        _ = ledger.merge(1, into: 2)
        #expect(ledger.balances(2).paid == 70)
        ledger.hear(Samples.word(2, percent: 50_000), about: 1)
        #expect(ledger.balances(2).paid == 50)
        ledger.hear(Samples.word(3, percent: nil), about: 1)
        #expect(ledger.balances(2) == Balances(paid: 100, bonus: 0, promo: 0, held: 0, debt: 0))
        #expect(broken(ledger) == nil)
    }

    @Test("The guest's debt is met by the account's coins, and the account's by the guest's")
    func debts() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 30))))
        _ = spend(&ledger, "a", 30, wallet: 1)
        ledger.hear(Samples.word(1, percent: 100_000), about: 1)
        #expect(ledger.balances(1).debt == 30)
        _ = ledger.run(Samples.command(.credit(Samples.credit(2, coins: 20)), wallet: 2))
        _ = ledger.merge(1, into: 2)
        #expect(ledger.balances(2) == Balances(paid: 0, bonus: 0, promo: 0, held: 0, debt: 10))
        _ = ledger.run(Samples.command(.credit(Samples.credit(3, coins: 15)), wallet: 3))
        _ = ledger.merge(3, into: 2)
        #expect(ledger.balances(2) == Balances(paid: 5, bonus: 0, promo: 0, held: 0, debt: 0))
        // What met it comes back when Apple takes the refund back.
        ledger.hear(Samples.word(2, percent: nil), about: 1)
        #expect(ledger.balances(2).paid == 35)
        #expect(moved(ledger) == 0 && broken(ledger) == nil)
    }

    @Test("A frozen guest freezes the account while it owes; coins of the other side open it")
    func frozen() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 30))))
        _ = spend(&ledger, "a", 30, wallet: 1)
        ledger.hear(Samples.word(1, percent: 100_000), about: 1, policy: .freeze)
        #expect(ledger.states[Samples.wallet(1)]?.status == .frozen)
        _ = ledger.merge(1, into: 2, policy: .freeze)
        #expect(ledger.states[Samples.wallet(2)]?.status == .frozen)
        _ = ledger.run(Samples.command(.credit(Samples.credit(2, coins: 40)), wallet: 3))
        _ = ledger.merge(3, into: 2, policy: .freeze)
        #expect(ledger.states[Samples.wallet(2)]?.status == .open)
        #expect(ledger.balances(2).paid == 10)
    }

    @Test("Open holds refuse the merge by name and change nothing; holds that are over end first")
    func holds() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(Samples.grant(10)))
        _ = ledger.run(Samples.command(Samples.hold(amount: 4, lifeMs: 50)))
        let close = Command.Action.close(CloseWallet(into: Samples.wallet(2)))
        #expect(error(ledger.run(Samples.command(close, key: 1))) == .holdsOpen)
        #expect(ledger.states[Samples.wallet(1)]?.status == .open)
        ledger.at = ledger.at.adding(milliseconds: 50)
        #expect(!ledger.merge(1, into: 2).isEmpty)
        #expect(ledger.balances(2).promo == 10)
        let hold = ledger.journal.first { $0.kind == .held }?.operation ?? 0
        #expect(error(ledger.run(Samples.command(Samples.capture(hold)))) == .holdExpired)
    }

    @Test("An item that both own stays owned until both spends are undone")
    func bothOwn() {
        var ledger = ledger()
        for wallet in [1, 2] as [UInt8] {
            let transaction = Int(wallet)
            _ = ledger.run(Samples.command(.credit(Samples.credit(transaction)), wallet: wallet))
        }
        let guests = spend(&ledger, "course", 40, wallet: 1)
        let own = spend(&ledger, "course", 40, wallet: 2)
        _ = ledger.merge(1, into: 2)
        let owner = ledger.states[Samples.wallet(2)]?.ownerships[Samples.item("course")]
        #expect(
            owner?.givers == [
                OperationID(wallet: Samples.wallet(2), sequence: own),
                OperationID(wallet: Samples.wallet(1), sequence: guests),
            ])
        _ = ledger.run(Samples.command(Samples.undo(own), wallet: 2))
        #expect(ledger.balances(2).paid == 160)
        let again = ledger.run(Samples.command(Samples.spend("course", price: 40), wallet: 2))
        #expect(error(again) == .alreadyOwned(by: OperationID(wallet: Samples.wallet(1), sequence: guests)))
        _ = ledger.follow(Samples.command(Samples.undo(guests)))
        #expect(ledger.states[Samples.wallet(2)]?.ownerships.isEmpty == true)
        #expect(spend(&ledger, "course", 40, wallet: 2) > 0)
    }

    @Test("A hold of the account's for an item that the guest owns is captured all the same: both have paid for it")
    func capturesWhatIsOwned() {
        var ledger = ledger()
        for wallet in [1, 2] as [UInt8] {
            _ = ledger.run(Samples.command(.credit(Samples.credit(Int(wallet))), wallet: wallet))
        }
        let guests = spend(&ledger, "course", 40, wallet: 1)
        _ = ledger.run(Samples.command(Samples.hold("course", price: 40), wallet: 2))
        let hold = ledger.journal.last?.operation ?? 0
        _ = ledger.merge(1, into: 2)
        guard
            case .success(.done(let entries, false)) = ledger.run(
                Samples.command(Samples.capture(hold), wallet: 2))
        else {
            Issue.record("the capture was refused")
            return
        }
        #expect(
            ledger.states[Samples.wallet(2)]?.ownerships[Samples.item("course")]?.givers == [
                OperationID(wallet: Samples.wallet(1), sequence: guests),
                OperationID(wallet: Samples.wallet(2), sequence: entries[0].operation),
            ])
    }

    @Test("Each half is done once: under its key it is a replay, and a closed wallet leads on")
    func halvesAreIdempotent() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(Samples.grant(10), key: 3))
        let close = Samples.command(.close(CloseWallet(into: Samples.wallet(2))), key: 1)
        guard case .success(.done(let first, false)) = ledger.run(close),
            case .success(.done(let second, true)) = ledger.run(close)
        else {
            Issue.record("closing twice is not once")
            return
        }
        #expect(first == second)
        let estate = ledger.estate(of: Samples.wallet(1))
        let taking = TakeOver(estate: estate, merge: Samples.key(1), policy: .debt)
        let command = Samples.command(.takeOver(taking), wallet: 2, key: 2)
        _ = ledger.run([command, command])
        #expect(ledger.balances(2).promo == 10)
        // Old keys are found where they were used; what is new goes on.
        guard case .success(.done(_, true)) = ledger.run(Samples.command(Samples.grant(10), key: 3)) else {
            Issue.record("the guest's old grant was not replayed")
            return
        }
        guard case .success(.merged(let other)) = ledger.run(Samples.command(Samples.grant(10), key: 4)) else {
            Issue.record("a closed wallet did not lead on")
            return
        }
        #expect(other == Samples.wallet(2))
        #expect(broken(ledger) == nil)
    }

    @Test("A wallet without anything is merged, and says so in both journals")
    func empty() {
        var ledger = ledger()
        #expect(ledger.merge(1, into: 2).map(\.coins) == [0])
        #expect(ledger.journal.map(\.kind) == [.merged, .merged])
        #expect(broken(ledger) == nil)
    }

    @Test("An erased wallet refuses everybody, replays included; Apple's refunds still find it and leave debt")
    func erased() {
        var ledger = ledger()
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 100))))
        _ = ledger.run(Samples.command(Samples.spend("a", price: 30), key: 5))
        _ = ledger.run(Samples.command(.erase(EraseWallet())))
        #expect(error(ledger.run(Samples.command(Samples.spend("a", price: 30), key: 5))) == .userErased)
        #expect(error(ledger.run(Samples.command(Samples.grant(1)))) == .userErased)
        ledger.hear(Samples.word(1, percent: 100_000), about: 1)
        #expect(ledger.balances() == Balances(paid: 0, bonus: 0, promo: 0, held: 0, debt: 30))
        #expect(ledger.states[Samples.wallet(1)]?.status == .erased)
    }
}
