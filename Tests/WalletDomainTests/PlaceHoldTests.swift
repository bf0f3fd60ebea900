import Testing
import WalletDomain

@Suite struct PlaceHoldTests {
    @Test("Held coins stay in their lots and accounts, and are not spendable")
    func holds() {
        var ledger = MemoryLedger.withPurchase([Samples.offer("rest", price: 50), Samples.offer("more", price: 51)])
        let entries = ledger.accepted(Samples.hold(amount: 70))
        #expect(entries.map(\.coins) == [0])
        #expect(entries.map(\.kind) == [.held])
        #expect(entries[0].lots == [LotUse(lot: 1, coins: 70, usedBefore: 0)])
        #expect(entries[0].references.expiresAt == Samples.start.adding(milliseconds: 60_000))
        #expect(ledger.balances() == Balances(paid: 100, bonus: 20, promo: 0, held: 70, debt: 0))
        #expect(ledger.lot(1)?.held == 70)
        let (balance, required) = (Samples.coins(50), Samples.coins(51))
        #expect(
            ledger.refusal(Samples.spend("more", price: 51))
                == .insufficientCoins(balance: balance, required: required))
        #expect(ledger.refusal(Samples.spend("rest", price: 50)) == nil)
        #expect(ledger.balances() == Balances(paid: 70, bonus: 0, promo: 0, held: 70, debt: 0))
    }

    @Test("A hold on an item holds price times quantity, in the order of use, an entry an account")
    func holdsItem() {
        var ledger = MemoryLedger.withPurchase([Samples.offer("sticker", price: 30)])
        _ = ledger.run(Samples.command(Samples.grant(10)))
        let entries = ledger.accepted(Samples.hold("sticker", price: 30, quantity: 4))
        #expect(entries.map(\.debit) == [.promo, .paid, .bonus])
        #expect(entries.flatMap(\.lots).map(\.lot) == [3, 1, 2])
        #expect(entries.flatMap(\.lots).map(\.coins) == [10, 100, 10])
        #expect(entries.map(\.after.held) == [10, 110, 120])
        #expect(entries[0].first?.entryCount == 3)
        #expect(entries[0].references.unitPrice == 30)
        #expect(entries[0].references.quantity == 4)
    }

    @Test("While a once item is held nobody else gets it; released, it is for sale again")
    func keepsOnceItem() {
        var ledger = MemoryLedger.withPurchase([Samples.offer("course", price: 10, kind: .once)])
        let number = ledger.accepted(Samples.hold("course", price: 10))[0].operation
        let keeper = WalletError.alreadyHeld(by: OperationID(wallet: Samples.wallet(1), sequence: number))
        #expect(ledger.refusal(Samples.spend("course", price: 10)) == keeper)
        #expect(ledger.refusal(Samples.hold("course", price: 10)) == keeper)
        _ = ledger.accepted(.release(ReleaseHold(hold: number)))
        let again = ledger.accepted(Samples.hold("course", price: 10))
        #expect(again.count == 1)
        _ = ledger.accepted(Samples.capture(again[0].operation))
        let owner = ledger.states[Samples.wallet(1)]?.ownerships[Samples.item("course")]?.operation
        #expect(owner == again[0].operation + 1)
        let owned = WalletError.alreadyOwned(by: OperationID(wallet: Samples.wallet(1), sequence: owner ?? 0))
        #expect(ledger.refusal(Samples.spend("course", price: 10)) == owned)
        #expect(ledger.refusal(Samples.hold("course", price: 10)) == owned)
    }

    @Test("A held once item whose time is over is for sale again at that moment")
    func lendsOnceItem() {
        var ledger = MemoryLedger.withPurchase([Samples.offer("course", price: 10, kind: .once)])
        _ = ledger.accepted(Samples.hold("course", price: 10, lifeMs: 5))
        ledger.wait(milliseconds: 5)
        #expect(ledger.refusal(Samples.hold("course", price: 10)) == nil)
        #expect(ledger.journal.suffix(2).map(\.kind) == [.holdExpired, .held])
        #expect(ledger.balances().held == 10)
    }

    @Test("A free item can be held: nothing is held but the item")
    func holdsFreeItem() {
        var ledger = MemoryLedger.withPurchase([Samples.offer("gift", price: 0, kind: .once)])
        let entries = ledger.accepted(Samples.hold("gift", price: 0))
        #expect(entries.map(\.lots) == [[]])
        #expect(ledger.refusal(Samples.spend("gift", price: 0)) != nil)
        let captured = ledger.accepted(Samples.capture(entries[0].operation))
        #expect(captured.map(\.kind) == [.spent])
        #expect(ledger.states[Samples.wallet(1)]?.ownerships.count == 1)
        #expect(ledger.balances() == Balances(paid: 100, bonus: 20, promo: 0, held: 0, debt: 0))
    }

    @Test(
        "A refusal names its reason and writes nothing",
        arguments: [
            (Samples.hold("nothing-here", price: 1), .itemNotFound),
            (Samples.hold("sticker", price: 29), .priceChanged(current: Samples.coins(30))),
            (Samples.hold("course", price: 10, quantity: 2), .malformed("quantity")),
            (Samples.hold(amount: 0), .amountOutOfRange(0)),
            (
                Samples.hold(amount: 121),
                .insufficientCoins(balance: Samples.coins(120), required: Samples.coins(121))
            ),
        ] as [(Command.Action, WalletError)])
    func refuses(hold: Command.Action, expected: WalletError) {
        var ledger = MemoryLedger.withPurchase([
            Samples.offer("sticker", price: 30), Samples.offer("course", price: 10, kind: .once),
        ])
        #expect(ledger.refusal(hold) == expected)
        #expect(ledger.journal.count == 2)
        #expect(ledger.balances().held == 0)
    }

    @Test("In debt or frozen, nothing is held")
    func refusesByState() {
        var indebted = Samples.state(1)
        indebted.balances.debt = 5
        var frozen = Samples.state(2)
        frozen.status = .frozen
        var ledger = MemoryLedger(wallets: [indebted, frozen], offers: [])
        #expect(ledger.refusal(Samples.hold(amount: 1)) == .walletInDebt(debt: Samples.coins(5)))
        #expect(ledger.refusal(Samples.hold(amount: 1), wallet: 2) == .walletFrozen)
    }

    @Test("A wallet has as many open holds as it may have, not one more")
    func boundsOpenHolds() {
        var ledger = MemoryLedger.withPurchase()
        let number = ledger.hold(amount: 1)
        for _ in 1..<Limits.openHoldsMax { _ = ledger.hold(amount: 1) }
        #expect(ledger.balances().held == Int64(Limits.openHoldsMax))
        #expect(ledger.refusal(Samples.hold(amount: 1)) == .tooManyHolds)
        #expect(ledger.refusal(.release(ReleaseHold(hold: number))) == nil)
        #expect(ledger.refusal(Samples.hold(amount: 1)) == nil)
    }
}
