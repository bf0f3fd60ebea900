import FoundationEssentials
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// Holds through the Writer: what one batch placed another ends, whoever remembers what.
@Suite struct WriterHoldTests {
    private func refusal(_ writer: Writer, _ action: WalletDomain.Command.Action, wallet: Int = 1) async -> WalletError?
    {
        do throws(WalletError) {
            _ = try await writer.run(Commands.make(action, wallet: wallet, key: UUID()))
            return nil
        } catch {
            return error
        }
    }

    private func done(
        _ writer: Writer, _ action: WalletDomain.Command.Action, key: UUID? = UUID()
    ) async throws -> [Entry] {
        guard case .done(let entries, _) = try await writer.run(Commands.make(action, key: key)) else { return [] }
        return entries
    }

    @Test("Placed, captured in part, released: the books are whole after each step")
    func goesThrough() async throws {
        let fixture = try await WriterFixture()
        let writer = fixture.writer
        _ = try await done(writer, Commands.credit(1, coins: 100))
        let first = try await done(writer, Commands.hold(70))[0].operation
        #expect(try await fixture.brokenBooks() == 0)
        #expect(try await fixture.number("SELECT held AS count FROM wallets") == 70)
        let second = try await done(writer, Commands.hold(30))[0].operation
        #expect(await refusal(writer, try Commands.hold(1)) != nil)
        #expect(try await done(writer, Commands.capture(first, coins: 50)).map(\.kind) == [.spent, .holdReleased])
        #expect(try await fixture.brokenBooks() == 0)
        #expect(try await done(writer, Commands.release(second)).map(\.kind) == [.holdReleased])
        #expect(try await fixture.brokenBooks() == 0)
        #expect(try await fixture.number("SELECT paid AS count FROM wallets WHERE held = 0") == 50)
        #expect(try await fixture.number("SELECT count(*) FROM holds WHERE state = 2 AND captured = 50") == 1)
        #expect(try await fixture.number("SELECT count(*) FROM holds WHERE state = 3 AND ended_by IS NOT NULL") == 1)
    }

    @Test("Every step after the end is refused by name, also by a process that remembers nothing")
    func refusesByName() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        let other = try await WriterFixture(lanes: 1, database: fixture.database)
        _ = try await done(fixture.writer, Commands.credit(1, coins: 100))
        let captured = try await done(fixture.writer, Commands.hold(10))[0].operation
        let released = try await done(fixture.writer, Commands.hold(10))[0].operation
        _ = try await done(fixture.writer, Commands.capture(captured))
        _ = try await done(fixture.writer, Commands.release(released))
        let expired = try await done(fixture.writer, Commands.hold(10, lifeMs: 1))[0].operation
        try await Task.sleep(for: .milliseconds(20))
        for writer in [other.writer, fixture.writer] {
            #expect(await refusal(writer, try Commands.capture(captured)) == .holdCaptured)
            #expect(await refusal(writer, Commands.release(released)) == .holdReleased)
            #expect(await refusal(writer, try Commands.capture(expired)) == .holdExpired)
            #expect(await refusal(writer, Commands.release(999)) == .holdNotFound)
        }
        #expect(try await fixture.number("SELECT count(*) FROM holds WHERE state = 1") == 1)
        guard case .done(let entries, _) = try await other.writer.run(Commands.make(.expire(ExpireDue()))) else {
            Issue.record("nothing was due")
            return
        }
        #expect(entries.map(\.kind) == [.holdExpired])
        #expect(try await fixture.number("SELECT count(*) FROM holds WHERE state = 4") == 1)
        #expect(await refusal(fixture.writer, Commands.release(expired)) == .holdExpired)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("A hold of a wallet that does not exist is not found, and no wallet is made for it")
    func makesNoWallet() async throws {
        let fixture = try await WriterFixture()
        _ = try await done(fixture.writer, Commands.grant(5))
        #expect(await refusal(fixture.writer, try Commands.capture(1), wallet: 77) == .holdNotFound)
        #expect(await refusal(fixture.writer, Commands.release(1), wallet: 78) == .holdNotFound)
        #expect(try await fixture.number("SELECT count(*) FROM wallets") == 1)
    }

    @Test("A once item is held once, whichever of two processes is asked; captured, it is owned")
    func keepsOnceItem() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        let other = try await WriterFixture(lanes: 1, database: fixture.database)
        try await fixture.addItem("course-a", price: 10, kind: 1)
        _ = try await done(fixture.writer, Commands.grant(100))
        _ = try await done(other.writer, Commands.grant(1))
        let hold = try await done(fixture.writer, Commands.hold("course-a", price: 10))[0].operation
        let keeper = WalletError.alreadyHeld(by: OperationID(wallet: Commands.wallet(1), sequence: hold))
        for writer in [fixture.writer, other.writer] {
            #expect(await refusal(writer, try Commands.hold("course-a", price: 10)) == keeper)
            #expect(await refusal(writer, try Commands.spend("course-a", price: 10)) == keeper)
        }
        let spend = try await done(other.writer, Commands.capture(hold))[0].operation
        let owner = WalletError.alreadyOwned(by: OperationID(wallet: Commands.wallet(1), sequence: spend))
        #expect(await refusal(fixture.writer, try Commands.hold("course-a", price: 10)) == owner)
        #expect(try await fixture.number("SELECT operation AS count FROM ownerships") == spend)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("A hold that is over is for nobody at the moment of use: its coins and its item are free")
    func endsAtUse() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        try await fixture.addItem("course-a", price: 10, kind: 1)
        _ = try await done(fixture.writer, Commands.grant(10))
        let over = try await done(fixture.writer, Commands.hold("course-a", price: 10, lifeMs: 1))[0].operation
        try await Task.sleep(for: .milliseconds(20))
        let next = try await done(fixture.writer, Commands.hold("course-a", price: 10))
        #expect(next.map(\.kind) == [.held])
        #expect(try await fixture.number("SELECT count(*) FROM entries WHERE kind = 11 AND refers_to = \(over)") == 1)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("A repeat answers with the same entries, follow-ups included, and does nothing")
    func replays() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        let other = try await WriterFixture(lanes: 1, database: fixture.database)
        _ = try await done(fixture.writer, Commands.credit(1, coins: 100))
        let (placing, ending) = (UUID(), UUID())
        let placed = try await done(fixture.writer, Commands.hold(70), key: placing)
        let word = StoreWord(
            signedAt: Instant(milliseconds: 1_790_000_100_000),
            revocation: Revocation(at: Instant(milliseconds: 1_790_000_100_000), percentageMilli: 100_000))
        let key = StoreTransaction.Key(environment: .production, id: try TransactionID("1"))
        _ = try await done(
            fixture.writer, .refund(RefundPurchase(key: key, word: word, policy: .debt)), key: nil)
        let ended = try await done(fixture.writer, Commands.release(placed[0].operation), key: ending)
        #expect(ended.map(\.kind) == [.holdReleased, .debtSettled])
        for writer in [other.writer, fixture.writer] {
            #expect(try await done(writer, Commands.hold(70), key: placing) == placed)
            #expect(try await done(writer, Commands.release(placed[0].operation), key: ending) == ended)
        }
        #expect(try await fixture.number("SELECT count(*) FROM holds") == 1)
        #expect(try await fixture.number("SELECT (paid + held + debt) AS count FROM wallets") == 0)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("Forty wallets hold, capture and release at once through two processes: all whole")
    func holdsUnderLoad() async throws {
        let fixture = try await WriterFixture()
        let other = try await WriterFixture(database: fixture.database)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let writers = number % 2 == 0 ? [fixture.writer, other.writer] : [other.writer, fixture.writer]
                group.addTask { try await Self.story(wallet: 100 + number, writers) }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.brokenBooks() == 0)
        #expect(try await fixture.number("SELECT count(*) FROM holds WHERE state = 1") == 40)
        #expect(try await fixture.number("SELECT sum(promo)::bigint AS count FROM wallets") == 40 * 88)
    }

    /// Of 100 granted coins 12 are captured and 20 stay held.
    private static func story(wallet: Int, _ writers: [Writer]) async throws {
        func run(_ step: Int, _ action: WalletDomain.Command.Action) async throws -> Int64 {
            let command = Commands.make(action, wallet: wallet, key: UUID())
            let result = await WriterFixture.settle(writers[step % 2], command)
            guard case .done(let entries, _) = try result.get() else { return 0 }
            return try #require(entries.first).operation
        }
        _ = try await run(0, Commands.grant(100))
        let first = try await run(1, Commands.hold(30))
        let second = try await run(2, Commands.hold(40))
        _ = try await run(3, Commands.hold(20))
        _ = try await run(4, Commands.capture(first, coins: 12))
        _ = try await run(5, Commands.release(second))
    }

    @Test(
        "The database refuses what the domain would never write",
        arguments: [
            "UPDATE wallets SET held = paid + bonus + promo + 1", "UPDATE lots SET held = issued + 1",
            "UPDATE holds SET captured = 1", "UPDATE holds SET state = 2", "UPDATE holds SET expires_at = placed_at",
            "UPDATE entries SET coins = 1 WHERE kind = 9", "UPDATE entries SET expires_at = NULL WHERE kind = 9",
            "UPDATE entries SET kind = 10 WHERE kind = 9", "UPDATE entries SET refers_to = operation",
        ])
    func constrains(sql: String) async throws {
        let fixture = try await WriterFixture(lanes: 1)
        _ = try await done(fixture.writer, Commands.grant(10))
        _ = try await done(fixture.writer, Commands.hold(4))
        await #expect(throws: (any Error).self) { try await fixture.execute(sql) }
    }
}
