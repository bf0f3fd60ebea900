import Testing
import WalletDomain

/// Apple's percentage of a refund, as the books read it from the journal.
@Suite struct RefundPercentTests {
    /// - Returns: percentages of refunds and reversals of the first wallet, one after the other.
    private func percents(_ ledger: MemoryLedger, isKept: Bool) throws -> [Int64] {
        var reader = JournalMoves(.init(money: { _ in nil }))
        var percents: [Int64] = []
        for var entry in ledger.journal {
            if !isKept { entry.references.revocationMilli = nil }
            switch try reader.move([entry]) {
            case .refunded(_, let percent, _, _), .refundReversed(_, let percent, _, _, _): percents.append(percent)
            default: continue
            }
        }
        return percents
    }

    private func ledger(_ words: [Int?], coins: Int64 = 300, forfeit: Int64? = nil) -> MemoryLedger {
        var ledger = MemoryLedger(wallets: [Samples.state(1)], offers: [])
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: coins))))
        if let forfeit { _ = ledger.run(Samples.command(Samples.forfeit(forfeit))) }
        for (place, percent) in words.enumerated() { ledger.hear(Samples.word(place + 1, percent: percent), about: 1) }
        return ledger
    }

    @Test("it is Apple's to the thousandth, whatever coins it came to")
    func kept() throws {
        #expect(try percents(ledger([33_335, 66_667, nil]), isKept: true) == [33_335, 66_667, 0])
    }

    @Test("of entries without it the coins tell: their share of the sale, and all that was left is all")
    func derived() throws {
        #expect(try percents(ledger([33_335, 66_667, nil]), isKept: false) == [33_333, 66_666, 0])
        #expect(try percents(ledger([100_000]), isKept: false) == [100_000])
        #expect(try percents(ledger([100_000], forfeit: 200), isKept: false) == [100_000])
        #expect(try percents(ledger([20_000], forfeit: 200), isKept: false) == [20_000])
    }
}
