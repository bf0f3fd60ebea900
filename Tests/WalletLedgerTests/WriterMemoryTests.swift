import FoundationEssentials
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// A lane remembers the wallets it wrote. Its memory may be out of date; what it tells may not.
@Suite struct WriterMemoryTests {
    private func refusal(_ writer: Writer, _ command: WalletDomain.Command) async -> WalletError? {
        do throws(WalletError) {
            _ = try await writer.run(command)
            return nil
        } catch {
            return error
        }
    }

    @Test("Coins credited through another process are spent at once, though this one remembers fewer")
    func spendsOtherProcessesCoins() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        let other = try await WriterFixture(lanes: 1, database: fixture.database)
        try await fixture.addItem("a", price: 60)
        _ = try await fixture.writer.run(Commands.make(Commands.grant(10), key: UUID()))
        _ = try await other.writer.run(Commands.make(Commands.credit(1, coins: 100)))
        #expect(await refusal(fixture.writer, try Commands.make(Commands.spend("a", price: 60), key: UUID())) == nil)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("Coins spent through another process are not spent again, though this one remembers them")
    func doesNotSpendTwice() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        let other = try await WriterFixture(lanes: 1, database: fixture.database)
        try await fixture.addItem("a", price: 60)
        _ = try await fixture.writer.run(Commands.make(Commands.grant(100), key: UUID()))
        _ = try await other.writer.run(Commands.make(Commands.spend("a", price: 60), key: UUID()))
        let refused = await refusal(fixture.writer, try Commands.make(Commands.spend("a", price: 60), key: UUID()))
        let expected = WalletError.insufficientCoins(balance: try CoinAmount(40), required: try CoinAmount(60))
        #expect(refused == expected)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("Two processes in turn on one wallet, 200 grants: all there, in one unbroken sequence")
    func takesTurns() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        let other = try await WriterFixture(lanes: 1, database: fixture.database)
        for number in 0..<200 {
            let writer = number % 2 == 0 ? fixture.writer : other.writer
            // A slow machine may leave an outcome unknown: the key settles it.
            _ = try await WriterFixture.settle(writer, Commands.make(Commands.grant(1), key: UUID())).get()
        }
        #expect(try await fixture.number("SELECT promo AS count FROM wallets") == 200)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("A repeat on a remembered wallet is a replay, also where a new request would be refused")
    func replaysBeforeRefusing() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        try await fixture.addItem("course-a", price: 100, kind: 1)
        _ = try await fixture.writer.run(Commands.make(Commands.grant(100), key: UUID()))
        let command = try Commands.make(Commands.spend("course-a", price: 100), key: UUID())
        guard case .done(let first, false) = try await fixture.writer.run(command),
            case .done(let second, true) = try await fixture.writer.run(command)
        else {
            Issue.record("not replayed")
            return
        }
        #expect(first == second)
        let reused = try Commands.make(
            Commands.grant(5), key: try #require(command.idempotency?.key), fingerprint: UUID())
        #expect(await refusal(fixture.writer, reused) == .idempotencyKeyReused)
        let again = await refusal(
            fixture.writer, try Commands.make(Commands.spend("course-a", price: 100), key: UUID()))
        #expect(again == .alreadyOwned(by: OperationID(wallet: Commands.wallet(1), sequence: first[0].sequence)))
    }

    @Test("A wallet frozen behind the lane's back does not spend")
    func seesFrozenWallets() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        try await fixture.addItem("a", price: 1)
        _ = try await fixture.writer.run(Commands.make(Commands.grant(5), key: UUID()))
        try await fixture.execute("UPDATE wallets SET state = 2")
        #expect(
            await refusal(fixture.writer, try Commands.make(Commands.spend("a", price: 1), key: UUID()))
                == .walletFrozen)
        #expect(try await fixture.number("SELECT count(*) FROM entries") == 1)
    }
}
