import FoundationEssentials
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// Debts written off through the Writer: what it reads of earlier batches, and what it writes.
@Suite struct WriteOffTests {
    private static let reason = [UInt8](repeating: 9, count: 32)

    private func writeOff(_ coins: Int64? = nil) throws -> WalletDomain.Command.Action {
        .writeOff(
            WriteOffDebt(
                coins: try coins.map { try CoinAmount($0) },
                ActByHand(note: Note(text: "goodwill", digest: Self.reason), origin: "192.0.2.7")))
    }

    @discardableResult
    private func run(
        _ action: WalletDomain.Command.Action, on writer: Writer, key: UUID = UUID()
    ) async throws -> [Entry] {
        let isPurchase = action.purchase != nil
        let outcome = try await WriterFixture.settle(writer, Commands.make(action, key: isPurchase ? nil : key)).get()
        guard case .done(let entries, _) = outcome else { throw WalletError.internalError }
        return entries
    }

    private func refund(_ second: Int64, percentMilli: Int?) throws -> WalletDomain.Command.Action {
        let at = Instant(milliseconds: 1_790_000_000_000 + second * 1_000)
        let key = StoreTransaction.Key(environment: .production, id: try TransactionID("1"))
        let revocation = percentMilli.map { Revocation(at: at, percentageMilli: $0) }
        return .refund(
            RefundPurchase(key: key, word: StoreWord(signedAt: at, revocation: revocation), policy: .debt))
    }

    /// 100 coins bought, spent and refunded.
    private func owing() async throws -> WriterFixture {
        let fixture = try await WriterFixture()
        try await fixture.addItem("course", price: 100, kind: 1)
        try await run(Commands.credit(1), on: fixture.writer)
        try await run(Commands.spend("course", price: 100), on: fixture.writer)
        try await run(refund(1, percentMilli: 100_000), on: fixture.writer)
        return fixture
    }

    @Test("A part, the rest, and then no more; each with its note and one record of the same transaction")
    func partly() async throws {
        let fixture = try await owing()
        let first = try await run(writeOff(60), on: fixture.writer)
        #expect(first.map(\.kind) == [.debtWrittenOff])
        #expect(first[0].lots == [LotUse(lot: 1, coins: 60, usedBefore: 100)])
        #expect(try await fixture.number("SELECT debt AS count FROM wallets") == 40)
        await #expect(throws: WalletError.moreThanOwed(debt: try CoinAmount(40))) {
            try await run(writeOff(41), on: fixture.writer)
        }
        #expect(try await run(writeOff(), on: fixture.writer).map(\.coins) == [40])
        await #expect(throws: WalletError.moreThanOwed(debt: .zero)) { try await run(writeOff(), on: fixture.writer) }
        #expect(try await fixture.number("SELECT debt AS count FROM wallets") == 0)
        #expect(try await fixture.number("SELECT count(*) FROM notes WHERE text = 'goodwill'") == 1)
        let records = """
            SELECT count(*) FROM audit_log a
            JOIN entries e ON e.bucket = a.bucket AND e.wallet = a.wallet AND e.sequence = a.operation
            JOIN notes n ON n.bucket = a.bucket AND n.wallet = a.wallet AND n.digest = a.reason
            WHERE a.action = 'write_off_debt' AND a.xmin = e.xmin AND a.caller = e.caller AND a.at = e.at
                AND a.origin = '192.0.2.7' AND (a.after ->> 'debt')::bigint = e.debt_after
                AND (a.before ->> 'debt')::bigint = e.debt_after + e.coins
            """
        #expect(try await fixture.number(records) == 2)
        #expect(try await fixture.number("SELECT count(*) FROM audit_log") == 2)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("A repeat from another Writer answers the same and records nothing more; a stranger's wallet is not made")
    func replays() async throws {
        let fixture = try await owing()
        let other = try await WriterFixture(database: fixture.database)
        let key = UUID()
        let first = try await run(writeOff(60), on: fixture.writer, key: key)
        #expect(try await run(writeOff(60), on: other.writer, key: key) == first)
        #expect(try await fixture.number("SELECT count(*) FROM audit_log") == 1)
        await #expect(throws: WalletError.moreThanOwed(debt: .zero)) {
            try await WriterFixture.settle(fixture.writer, Commands.make(writeOff(), wallet: 2, key: UUID())).get()
        }
        #expect(try await fixture.number("SELECT count(*) FROM wallets") == 1)
    }

    @Test("A refund taken back after a write-off cancels what is still owed and no more; the books stay whole")
    func reversal() async throws {
        let fixture = try await owing()
        try await run(writeOff(60), on: fixture.writer)
        try await run(refund(2, percentMilli: nil), on: fixture.writer)
        #expect(try await fixture.number("SELECT debt + paid AS count FROM wallets") == 0)
        let reversed = "SELECT sum(coins)::bigint AS count FROM entries WHERE kind = 7"
        #expect(try await fixture.number(reversed) == 40)
        try await run(refund(3, percentMilli: 100_000), on: fixture.writer)
        #expect(try await fixture.number("SELECT debt AS count FROM wallets") == 40)
        #expect(try await fixture.brokenBooks() == 0)
    }
}
