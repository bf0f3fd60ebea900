import FoundationEssentials
import Postgres
import TestSupport
import Testing
import WalletDomain
import WalletLedger

@Suite struct WriterTests {
    @Test("A credit, a spend and a grant land in the journal, and the books are whole")
    func writes() async throws {
        let fixture = try await WriterFixture()
        try await fixture.addItem("course-a", price: 288, kind: 1)
        guard case .done = try await fixture.writer.run(Commands.make(Commands.credit(1, coins: 500))) else {
            Issue.record("not credited")
            return
        }
        _ = try await fixture.writer.run(Commands.make(Commands.grant(10), key: UUID()))
        guard
            case .done(let entries, false) = try await fixture.writer.run(
                Commands.make(Commands.spend("course-a", price: 288), key: UUID()))
        else {
            Issue.record("not spent")
            return
        }
        #expect(entries.map(\.coins) == [10, 278])
        #expect(try await fixture.brokenBooks() == 0)
        #expect(try await fixture.number("SELECT count(*) FROM entries") == 4)
        #expect(try await fixture.number("SELECT count(*) FROM ownerships WHERE item = 'course-a'") == 1)
        #expect(try await fixture.number("SELECT count(*) FROM proofs WHERE state = 1") == 1)
        #expect(try await fixture.number("SELECT count(*) FROM notes WHERE text = 'welcome'") == 1)
    }

    @Test("A replay gives the stored entries, also from another Writer, and moves nothing")
    func replays() async throws {
        let fixture = try await WriterFixture()
        let other = try await WriterFixture(database: fixture.database)
        let command = try Commands.make(Commands.grant(7), key: UUID())
        guard case .done(let first, false) = try await fixture.writer.run(command),
            case .done(let second, true) = try await other.writer.run(command)
        else {
            Issue.record("not replayed")
            return
        }
        #expect(first == second)
        #expect(try await fixture.number("SELECT sum(promo)::bigint AS count FROM wallets") == 7)
    }

    @Test("L-2: the same key with another request is refused and does nothing")
    func refusesReuse() async throws {
        let fixture = try await WriterFixture()
        let key = UUID()
        _ = try await fixture.writer.run(Commands.make(Commands.grant(7), key: key))
        await #expect(throws: WalletError.idempotencyKeyReused) {
            try await fixture.writer.run(Commands.make(Commands.grant(8), key: key, fingerprint: UUID()))
        }
        #expect(try await fixture.number("SELECT sum(promo)::bigint AS count FROM wallets") == 7)
    }

    @Test("A refusal spoils nobody in its batch and leaves no trace")
    func isolatesRefusals() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        try await fixture.addItem("dear", price: 1_000)
        let results = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let action = number % 2 == 0 ? try? Commands.spend("dear", price: 1_000) : try? Commands.grant(5)
                    guard let action else { return false }
                    let command = Commands.make(action, wallet: number, key: UUID())
                    guard case .success = await WriterFixture.settle(fixture.writer, command) else { return false }
                    return true
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(results == 32)
        #expect(try await fixture.number("SELECT count(*) FROM entries") == 32)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("L-1: 200 parallel spends with money for one: exactly one succeeds")
    func spendsOnce() async throws {
        let fixture = try await WriterFixture()
        let other = try await WriterFixture(database: fixture.database)
        try await fixture.addItem("a", price: 100)
        _ = try await fixture.writer.run(Commands.make(Commands.credit(1, coins: 150)))
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                let writer = number % 2 == 0 ? fixture.writer : other.writer
                group.addTask {
                    guard let spend = try? Commands.spend("a", price: 100) else { return false }
                    let result = await WriterFixture.settle(writer, Commands.make(spend, key: UUID()))
                    guard case .success = result else { return false }
                    return true
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(succeeded == 1)
        #expect(try await fixture.number("SELECT sum(paid)::bigint AS count FROM wallets") == 50)
    }

    @Test("The cut: a lane's beats follow each other and every entry carries lane and beat")
    func countsBeats() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        for _ in 0..<3 { _ = try await fixture.writer.run(Commands.make(Commands.grant(1), key: UUID())) }
        #expect(try await fixture.number("SELECT max(beat) AS count FROM lanes") == 3)
        #expect(try await fixture.number("SELECT count(DISTINCT (lane, beat)) AS count FROM entries") == 3)
    }

    @Test("A frozen wallet cannot spend but is credited; an erased one answers nothing")
    func respectsState() async throws {
        let fixture = try await WriterFixture()
        try await fixture.addItem("a", price: 1)
        _ = try await fixture.writer.run(Commands.make(Commands.grant(5), key: UUID()))
        try await fixture.execute("UPDATE wallets SET state = 2")
        await #expect(throws: WalletError.walletFrozen) {
            try await fixture.writer.run(Commands.make(Commands.spend("a", price: 1), key: UUID()))
        }
        _ = try await fixture.writer.run(Commands.make(Commands.credit(9)))
        try await fixture.execute("UPDATE wallets SET state = 4")
        await #expect(throws: WalletError.userErased) {
            try await fixture.writer.run(Commands.make(Commands.grant(5), key: UUID()))
        }
    }

    @Test("Drained, it has served what was queued and takes nothing more")
    func drains() async throws {
        let fixture = try await WriterFixture()
        let command = try Commands.make(Commands.grant(1), key: UUID())
        _ = try await fixture.writer.run(command)
        #expect(fixture.writer.drain(deadlineMs: 5_000))
        await #expect(throws: WalletError.overloaded) { try await fixture.writer.run(command) }
    }
}
