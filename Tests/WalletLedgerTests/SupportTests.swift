import FoundationEssentials
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// Acts by hand through the Writer: what is written beside the entries, and what the schema refuses.
@Suite struct SupportTests {
    private static let act = ActByHand(
        note: Note(text: "ticket 7", digest: [UInt8](repeating: 6, count: 32)), origin: "192.0.2.9", approval: UUID())

    @discardableResult
    private func run(
        _ action: WalletDomain.Command.Action, on writer: Writer, wallet: Int = 1, key: UUID? = UUID()
    ) async throws -> Outcome {
        try await WriterFixture.settle(writer, Commands.make(action, wallet: wallet, key: key)).get()
    }

    @Test("Each act stands with one record of the same transaction; repeats record nothing more")
    func recorded() async throws {
        let fixture = try await WriterFixture()
        defer { _ = fixture.writer.drain(deadlineMs: 5_000) }
        try await run(Commands.credit(1), on: fixture.writer, key: nil)
        let key = UUID()
        for _ in 0..<2 {
            try await run(
                .adjust(AdjustCoins(.give(try CoinAmount(9), until: nil), Self.act)), on: fixture.writer, key: key)
        }
        try await run(.adjust(AdjustCoins(.take(try CoinAmount(4)), Self.act)), on: fixture.writer)
        try await run(.forfeit(ForfeitCoins(coins: try CoinAmount(30), Self.act)), on: fixture.writer)
        for isFrozen in [true, true, false] {
            try await run(.freeze(FreezeWallet(isFrozen, Self.act)), on: fixture.writer, key: nil)
        }
        let moved = """
            SELECT count(*) FROM audit_log a
            JOIN entries e ON e.bucket = a.bucket AND e.wallet = a.wallet AND e.sequence = a.operation
            JOIN notes n ON n.bucket = a.bucket AND n.wallet = a.wallet AND n.digest = a.reason
            WHERE a.xmin = e.xmin AND a.caller = e.caller AND a.at = e.at AND a.origin = '192.0.2.9'
                AND e.note = a.reason AND a.approval = '\(try #require(Self.act.approval).uuidString)'
                AND ((a.after ->> 'promo')::bigint = e.promo_after OR (a.after ->> 'paid')::bigint = e.paid_after)
            """
        #expect(try await fixture.number(moved) == 3)
        #expect(try await fixture.number("SELECT count(*) FROM audit_log WHERE action LIKE '%freeze_wallet'") == 2)
        #expect(try await fixture.number("SELECT count(*) FROM audit_log") == 5)
        #expect(try await fixture.number("SELECT state::bigint AS count FROM wallets") == 1)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("A wallet that is frozen refuses what another Writer's lane remembers as open")
    func frozenElsewhere() async throws {
        let fixture = try await WriterFixture()
        let other = try await WriterFixture(database: fixture.database)
        defer { for one in [fixture, other] { _ = one.writer.drain(deadlineMs: 5_000) } }
        try await fixture.addItem("course", price: 10, kind: 2)
        try await run(Commands.grant(100), on: fixture.writer)
        try await run(Commands.spend("course", price: 10), on: fixture.writer)
        try await run(.freeze(FreezeWallet(true, Self.act)), on: other.writer, key: nil)
        await #expect(throws: WalletError.walletFrozen) {
            try await run(Commands.spend("course", price: 10), on: fixture.writer)
        }
        try await run(.freeze(FreezeWallet(false, Self.act)), on: other.writer, key: nil)
        try await run(Commands.spend("course", price: 10), on: fixture.writer)
        #expect(try await fixture.number("SELECT promo AS count FROM wallets") == 80)
    }

    @Test("What nothing can be taken from makes no wallet")
    func strangers() async throws {
        let fixture = try await WriterFixture()
        defer { _ = fixture.writer.drain(deadlineMs: 5_000) }
        let one = try CoinAmount(1)
        for action in [
            .adjust(AdjustCoins(.take(one), Self.act)), .forfeit(ForfeitCoins(coins: nil, Self.act)),
        ] as [WalletDomain.Command.Action] {
            await #expect(throws: WalletError.insufficientCoins(balance: .zero, required: one)) {
                try await run(action, on: fixture.writer)
            }
        }
        #expect(try await fixture.number("SELECT count(*) FROM wallets") == 0)
    }

    /// All on one database: a Writer of its own for each would take too many connections.
    @Test("The schema refuses books that the rules forbid")
    func schema() async throws {
        let fixture = try await WriterFixture()
        defer { _ = fixture.writer.drain(deadlineMs: 5_000) }
        try await run(Commands.credit(1), on: fixture.writer, key: nil)
        try await run(.adjust(AdjustCoins(.give(try CoinAmount(9), until: nil), Self.act)), on: fixture.writer)
        try await run(.forfeit(ForfeitCoins(coins: try CoinAmount(30), Self.act)), on: fixture.writer)
        for sql in [
            "UPDATE entries SET debit = 9100, paid_after = 0 WHERE kind = 18",
            "UPDATE entries SET note = NULL WHERE kind = 18", "UPDATE entries SET kind = 19 WHERE kind = 18",
            "UPDATE entries SET debit = 9120 WHERE kind = 19", "UPDATE wallets SET state = 6",
            "UPDATE audit_log SET approval = NULL WHERE action = 'adjust_coins'",
            "UPDATE audit_log SET before = NULL WHERE action = 'forfeit_coins'",
        ] { await #expect(throws: (any Error).self, "\(sql)") { try await fixture.execute(sql) } }
    }
}
