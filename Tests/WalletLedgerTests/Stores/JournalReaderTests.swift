import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct JournalReaderTests {
    private func filled(_ fixture: StoreFixture) async throws {
        let writer = try await fixture.writer(lanes: 2)
        for number in 1...40 {
            _ = try await writer.run(Commands.make(Commands.credit(number, coins: 10), wallet: number % 7))
        }
        for number in 0..<7 { _ = try await writer.run(Commands.make(Commands.grant(3), wallet: number)) }
    }

    private func read(
        _ fixture: StoreFixture, from: Instant, to: Instant, environment: StoreEnvironment = .production
    ) async throws -> (entries: [JournalRow], totals: JournalTotals) {
        var entries: [JournalRow] = []
        let range = JournalRange(environment: environment, from: from, to: to)
        let totals = try await JournalReader(fixture.database).read(range) {
            entries.append($0)
        } afterBatch: {
        }
        return (entries, totals)
    }

    private let always = (from: Instant(microseconds: 0), to: Instant(milliseconds: 4_000_000_000_000))

    @Test("The journal comes in order and whole, and its control totals are those of its entries")
    func readsAll() async throws {
        let fixture = try await StoreFixture()
        try await filled(fixture)
        let (entries, totals) = try await read(fixture, from: always.from, to: always.to)
        #expect(entries.count == 47)
        let keys = entries.map { ($0.at, $0.wallet.bucket, $0.wallet, $0.sequence) }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
        #expect(
            totals.flows == [
                .init(debit: .sold, credit: .paid): .init(coins: 400, entries: 40, lines: 40),
                .init(debit: .granted, credit: .promo): .init(coins: 21, entries: 7, lines: 7),
            ])
        #expect(totals.sales == ["USD": .init(milliunits: 40 * 990, count: 40)])
        #expect(entries.reduce(0) { $0 + $1.coins } == totals.flows.values.reduce(0) { $0 + $1.coins })
        #expect(entries.reduce(0) { $0 + ($1.price?.milliunits ?? 0) } == 40 * 990)
    }

    @Test("A range holds its first moment and not its last; ranges side by side make the whole")
    func isHalfOpen() async throws {
        let fixture = try await StoreFixture()
        try await filled(fixture)
        let all = try await read(fixture, from: always.from, to: always.to).entries
        let cut = all[20].at
        let before = try await read(fixture, from: always.from, to: cut).entries
        let after = try await read(fixture, from: cut, to: always.to).entries
        #expect((before + after).map(Place.init) == all.map(Place.init))
        #expect(before.allSatisfy { $0.at < cut } && after.first?.at == cut)
    }

    @Test("Sandbox coins never enter a production report")
    func keepsEnvironmentsApart() async throws {
        let fixture = try await StoreFixture()
        try await filled(fixture)
        let (entries, totals) = try await read(fixture, from: always.from, to: always.to, environment: .sandbox)
        #expect(entries.isEmpty && totals == JournalTotals())
        try await fixture.execute("UPDATE wallets SET environment = 2")
        #expect(try await read(fixture, from: always.from, to: always.to).entries.isEmpty)
    }

    @Test("What is written while a report is read is in neither its entries nor its totals")
    func isOneMoment() async throws {
        let fixture = try await StoreFixture()
        try await filled(fixture)
        let writer = try await fixture.writer()
        let range = JournalRange(environment: .production, from: always.from, to: always.to)
        var count = 0
        let totals = try await JournalReader(fixture.database).read(range, bytesMax: 1) { _ in
            count += 1
        } afterBatch: {
            _ = try await writer.run(Commands.make(Commands.credit(9_999)))
        }
        #expect(count == 47 && totals.flows.values.reduce(0) { $0 + $1.entries } == 47)
    }

    @Test("An entry's account says of which kind its lots are")
    func namesLotKinds() async throws {
        let fixture = try await StoreFixture()
        try await filled(fixture)
        let entries = try await read(fixture, from: always.from, to: always.to).entries
        let kinds = try await fixture.texts(
            """
            SELECT e.wallet || ' ' || e.sequence || ' ' || l.kind FROM entries e JOIN lots l
            ON l.bucket = e.bucket AND l.wallet = e.wallet AND l.lot = ANY (e.lots)
            """)
        let told = entries.map { row in
            let kind = Lot.Kind.allCases.first { [row.debit, row.credit].contains($0.account) }
            return "\(row.wallet.uuid.uuidString.lowercased()) \(row.sequence) \(kind?.rawValue ?? 0)"
        }
        #expect(Set(kinds) == Set(told))
    }

    @Test("What the reader's body throws comes out, and the connection goes on")
    func passesErrors() async throws {
        struct Stop: Error {}
        let fixture = try await StoreFixture(connections: 1)
        try await filled(fixture)
        let range = JournalRange(environment: .production, from: always.from, to: always.to)
        await #expect(throws: Stop.self) {
            _ = try await JournalReader(fixture.database).read(range, bytesMax: 1) { _ in
            } afterBatch: {
                throw Stop()
            }
        }
        #expect(try await read(fixture, from: always.from, to: always.to).entries.count == 47)
    }
}

/// Which entry a row is.
private struct Place: Equatable {
    let wallet: WalletID
    let sequence: Int64

    init(_ row: JournalRow) { (wallet, sequence) = (row.wallet, row.sequence) }
}
