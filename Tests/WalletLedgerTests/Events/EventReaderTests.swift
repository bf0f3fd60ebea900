import FoundationEssentials
import Postgres
import Synchronization
import TestSupport
import Testing
import WalletDomain
import WalletLedger

@Suite struct EventReaderTests {
    private static func reader(_ fixture: WriterFixture) -> EventReader {
        EventReader(LedgerDatabase(pool: PostgresPool(fixture.settings, size: 2)) { Issue.record("\($0)") })
    }

    /// Every page until the end, as a follower asks.
    private static func walk(
        _ reader: EventReader, from start: EventCursor = .start, _ filter: EventFilter = EventFilter(), limit: Int
    ) async throws -> (events: [LedgerEvent], cursor: EventCursor) {
        var events: [LedgerEvent] = []
        var cursor = start
        while true {
            let page = try #require(try await reader.page(after: cursor, filter, limit: limit))
            #expect(page.events.count <= limit)
            events += page.events
            #expect(!page.hasMore || page.next != cursor)
            cursor = page.next
            guard page.hasMore else { return (events, cursor) }
        }
    }

    private struct Place: Hashable {
        let wallet: WalletID
        let sequence: Int64

        init(_ event: LedgerEvent) { (wallet, sequence) = (event.entry.wallet, event.entry.sequence) }
    }

    /// Each once, and a wallet's in their order.
    private static func check(_ events: [LedgerEvent], are count: Int64) {
        #expect(Set(events.map(Place.init)).count == events.count, "an event came twice")
        #expect(Int64(events.count) == count)
        var last: [WalletID: Int64] = [:]
        for event in events {
            #expect(event.entry.sequence == (last[event.entry.wallet] ?? 0) + 1)
            last[event.entry.wallet] = event.entry.sequence
        }
    }

    @Test("Followers of any page size see each entry once and in order, while four lanes of two Writers write")
    func neitherSkipsNorRepeats() async throws {
        let fixture = try await WriterFixture(lanes: 2)
        let other = try await WriterFixture(lanes: 2, database: fixture.database)
        let load = LoadEnd()
        let seen = try await withThrowingTaskGroup(of: [LedgerEvent].self) { group in
            for limit in [1, 7, 500] {
                group.addTask { try await Self.follow(Self.reader(fixture), limit: limit, until: load) }
            }
            await withTaskGroup(of: Void.self) { commands in
                for number in 0..<600 {
                    if number >= 32 { await commands.next() }
                    let writer = number % 2 == 0 ? fixture.writer : other.writer
                    commands.addTask {
                        guard let grant = try? Commands.grant(1) else { return }
                        // Few wallets, so that both Writers write each of them.
                        _ = await WriterFixture.settle(writer, Commands.make(grant, wallet: number % 23, key: UUID()))
                    }
                }
            }
            load.end()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(try await fixture.number("SELECT count(DISTINCT lane) FROM entries") >= 4)
        for events in seen { Self.check(events, are: try await fixture.number("SELECT count(*) FROM entries")) }
    }

    /// Asks until the load is over and nothing is left.
    private static func follow(
        _ reader: EventReader, limit: Int, until load: LoadEnd
    ) async throws -> [LedgerEvent] {
        var events: [LedgerEvent] = []
        var cursor = EventCursor.start
        while true {
            let wasOver = load.isOver
            let (more, next) = try await walk(reader, from: cursor, limit: limit)
            events += more
            cursor = next
            guard !wasOver else { return events }
        }
    }

    @Test("What commits late comes late and is not skipped, though younger entries were seen before it")
    func waitsForLate() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        let other = try await WriterFixture(lanes: 1, database: fixture.database)
        let reader = Self.reader(fixture)
        let grant = try Commands.grant(1)
        for number in 1...2 { _ = try await fixture.writer.run(Commands.make(grant, wallet: number, key: UUID())) }
        let (before, start) = try await Self.walk(reader, limit: 10)
        #expect(before.count == 2)
        // A batch that has its beat and its entry and does not commit yet.
        let late = try PostgresSession(
            PostgresSettings(
                conninfo: try await fixture.cluster.conninfo(database: fixture.database),
                options: [("search_path", "coffer, pg_catalog")]))
        defer { late.close() }
        try late.runScript(
            """
            BEGIN; INSERT INTO lanes VALUES (90, 1, gen_random_uuid(), 'epoch');
            CREATE TEMP TABLE copied ON COMMIT DROP AS SELECT * FROM entries LIMIT 1;
            UPDATE copied SET lane = 90, beat = 1, sequence = 2, operation = 2, key = gen_random_uuid();
            INSERT INTO entries SELECT * FROM copied;
            """, deadlineMs: 60_000)
        _ = try await other.writer.run(Commands.make(grant, wallet: 3, key: UUID()))
        let (young, next) = try await Self.walk(reader, from: start, limit: 10)
        #expect(young.map(\.entry.wallet) == [Commands.wallet(3)])
        try late.runScript("COMMIT", deadlineMs: 60_000)
        let (old, end) = try await Self.walk(reader, from: next, limit: 10)
        #expect(old.map(\.entry.sequence) == [2])
        #expect(try await Self.walk(reader, from: end, limit: 10).events.isEmpty)
    }

    @Test("A filter passes over the others, and the walk still ends at the end")
    func filters() async throws {
        let fixture = try await WriterFixture()
        try await fixture.addItem("a", price: 1)
        for number in 0..<20 {
            _ = try await fixture.writer.run(Commands.make(Commands.grant(5), wallet: number, key: UUID()))
            _ = try await fixture.writer.run(Commands.make(Commands.spend("a", price: 1), wallet: number, key: UUID()))
        }
        let reader = Self.reader(fixture)
        let spent = try await Self.walk(reader, EventFilter(kinds: [.spent]), limit: 3)
        #expect(spent.events.count == 20 && spent.events.allSatisfy { $0.entry.kind == .spent })
        #expect(try await Self.walk(reader, EventFilter(environment: .sandbox), limit: 3).events.isEmpty)
        #expect(try await Self.walk(reader, EventFilter(kinds: []), limit: 3).cursor == spent.cursor)
        #expect(spent.cursor == EventCursor(after: try await reader.cut()))
    }

    @Test("An event names its user, or nobody if the directory does not")
    func namesUsers() async throws {
        let fixture = try await WriterFixture()
        let wallet = Commands.wallet(1)
        try await fixture.execute(
            "INSERT INTO user_wallets VALUES ('alice', 1, 'coin', \(wallet.bucket), '\(wallet.uuid)', 'epoch')")
        for number in 1...2 {
            _ = try await fixture.writer.run(Commands.make(Commands.grant(1), wallet: number, key: UUID()))
        }
        let events = try await Self.walk(Self.reader(fixture), limit: 10).events
        #expect(events.first { $0.entry.wallet == wallet }?.user?.text == "alice")
        #expect(events.first { $0.entry.wallet != wallet }?.user == nil)
    }

    @Test("A cursor that is ahead of the journal, as after a restore, is told apart")
    func knowsOtherTimes() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        _ = try await fixture.writer.run(Commands.make(Commands.grant(1), key: UUID()))
        let reader = Self.reader(fixture)
        let cut = try await reader.cut()
        let lane = try #require(cut.lanes.first)
        let end = EventCursor.Place(beat: cut[lane] + 1, taken: 0)
        #expect(try await reader.page(after: EventCursor(places: [lane: end]), limit: 1) != nil)
        for place in [
            EventCursor.Place(beat: cut[lane] + 1, taken: 1), EventCursor.Place(beat: cut[lane] + 2, taken: 0),
        ] {
            #expect(try await reader.page(after: EventCursor(places: [lane: place]), limit: 1) == nil)
        }
        #expect(try await reader.page(after: EventCursor(places: [lane + 1: end]), limit: 1) == nil)
    }

    @Test("A cursor's bytes lead back to it, and others to none")
    func hasBytes() {
        let cursor = EventCursor(places: [
            1: .init(beat: 1, taken: 3), 2: .init(beat: 127, taken: 0), 300: .init(beat: .max, taken: 128),
        ])
        #expect(EventCursor(bytes: cursor.bytes) == cursor)
        #expect(EventCursor(bytes: []) == .start)
        for bytes: [UInt8] in [
            [1], [1, 1], [0, 1, 1], [1, 0, 1], [1, 0x80], [1, 5, 0, 1, 5, 0],
            [1] + [UInt8](repeating: 0xFF, count: 10) + [1, 1],
        ] { #expect(EventCursor(bytes: bytes) == nil, "\(bytes)") }
    }
}

/// Says to followers that no more will be written.
final class LoadEnd: Sendable {
    private let state = Mutex(false)

    var isOver: Bool { state.withLock { $0 } }

    func end() { state.withLock { $0 = true } }
}
