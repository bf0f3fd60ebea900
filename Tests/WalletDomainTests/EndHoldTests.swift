import Testing
import WalletDomain

@Suite struct EndHoldTests {
    /// How a hold can have ended.
    enum Ending: String, CaseIterable, Sendable {
        case captured, partlyCaptured, released, expiredByJob, overNow

        func apply(to hold: Int64, _ ledger: inout MemoryLedger) {
            switch self {
            case .captured: _ = ledger.accepted(Samples.capture(hold))
            case .partlyCaptured: _ = ledger.accepted(Samples.capture(hold, coins: 1))
            case .released: _ = ledger.accepted(.release(ReleaseHold(hold: hold)))
            case .expiredByJob:
                ledger.wait(milliseconds: 60_000)
                _ = ledger.accepted(.expire(ExpireDue()))
            case .overNow: ledger.wait(milliseconds: 60_000)
            }
        }

        var refusal: WalletError {
            switch self {
            case .captured, .partlyCaptured: .holdCaptured
            case .released: .holdReleased
            case .expiredByJob, .overNow: .holdExpired
            }
        }
    }

    @Test("Every step after the end is refused by name and writes nothing", arguments: Ending.allCases)
    func refusesAfterEnd(ending: Ending) {
        var ledger = MemoryLedger.withPurchase()
        let hold = ledger.hold(amount: 70)
        ending.apply(to: hold, &ledger)
        let (before, count) = (ledger.balances(), ledger.journal.count)
        for step in [Samples.capture(hold), Samples.capture(hold, coins: 1), .release(ReleaseHold(hold: hold))] {
            #expect(ledger.refusal(step) == ending.refusal)
        }
        #expect(ledger.balances() == before)
        #expect(ledger.journal.count == count)
    }

    @Test(
        "What never was, or asks for what is not held, is refused by name",
        arguments: [
            (.capture(CaptureHold(hold: 99, coins: nil)), .holdNotFound),
            (.release(ReleaseHold(hold: 99)), .holdNotFound),
            // The purchase's own entry.
            (.capture(CaptureHold(hold: 1, coins: nil)), .holdNotFound),
            (Samples.capture(3, coins: 71), .moreThanHeld(held: Samples.coins(70))),
            (Samples.capture(3, coins: 0), .amountOutOfRange(0)),
        ] as [(Command.Action, WalletError)])
    func refuses(step: Command.Action, expected: WalletError) {
        var ledger = MemoryLedger.withPurchase()
        #expect(ledger.hold(amount: 70) == 3)
        #expect(ledger.refusal(step) == expected)
        #expect(ledger.hold(3)?.status == .open)
        #expect(ledger.balances().held == 70)
    }

    @Test("Another wallet's hold is none of this one's")
    func keepsWalletsApart() {
        var ledger = MemoryLedger.withPurchase()
        let hold = ledger.hold(amount: 70)
        #expect(ledger.refusal(Samples.capture(hold), wallet: 2) == .holdNotFound)
    }

    @Test("A capture of a part takes the coins to be used first; the rest is free again")
    func capturesPart() {
        var ledger = MemoryLedger.withPurchase()
        _ = ledger.run(Samples.command(Samples.grant(10)))
        let hold = ledger.hold(amount: 115)
        let entries = ledger.accepted(Samples.capture(hold, coins: 60))
        #expect(entries.map(\.kind) == [.spent, .spent, .holdReleased, .holdReleased])
        #expect(entries.map(\.coins) == [10, 50, 0, 0])
        #expect(entries.map(\.references.refersTo) == [hold, hold, hold, hold])
        #expect(entries[0].first?.entryCount == 4)
        #expect(
            entries.map(\.operation) == [entries[0].sequence, entries[0].sequence] + [
                entries[2].sequence, entries[2].sequence,
            ])
        #expect(ledger.balances() == Balances(paid: 50, bonus: 20, promo: 0, held: 0, debt: 0))
        #expect(ledger.hold(hold)?.captured == 60)
        #expect(ledger.hold(hold)?.end?.operation == entries[0].operation)
    }

    @Test("A capture is at the hold's own price, whatever the catalogue says by now")
    func keepsPrice() {
        var ledger = MemoryLedger.withPurchase([Samples.offer("course", price: 40, kind: .once)])
        let hold = ledger.accepted(Samples.hold("course", price: 40))[0].operation
        ledger.offers = [Samples.item("course"): Samples.offer("course", price: 90, status: .archived)]
        let entries = ledger.accepted(Samples.capture(hold))
        #expect(entries.map(\.coins) == [40])
        #expect(entries[0].references.unitPrice == 40)
        #expect(entries[0].references.item == Samples.item("course"))
    }

    @Test("A repeat of a capture tells what the first told; the key of one step does not serve another")
    func replays() {
        var ledger = MemoryLedger.withPurchase()
        let hold = ledger.hold(amount: 70)
        let first = ledger.run(Samples.command(Samples.capture(hold, coins: 20), key: 5))
        let second = ledger.run(Samples.command(Samples.capture(hold, coins: 20), key: 5))
        guard case .success(.done(let entries, false)) = first, case .success(.done(entries, true)) = second else {
            Issue.record("not replayed")
            return
        }
        let other = ledger.run(Samples.command(.release(ReleaseHold(hold: hold)), key: 5, fingerprint: 6))
        guard case .failure(.idempotencyKeyReused) = other else {
            Issue.record("a key served twice")
            return
        }
    }
}
