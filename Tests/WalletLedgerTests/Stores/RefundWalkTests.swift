import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

/// The walk past all wallets whose purchases Apple may still refund.
@Suite(.serialized) struct RefundWalkTests {
    /// Wallets in the order of the walk: their ids begin with 0, 1, 2 and so on.
    private func wallet(_ place: Int) -> WalletID {
        var bytes = UUID().uuid
        bytes.0 = UInt8(place * 16)
        return WalletID(UUID(uuid: bytes))
    }

    /// Credited purchases, `daysAgo` of each.
    private func credit(
        _ daysAgo: [Int], to wallet: WalletID, _ fixture: StoreFixture, environment: Int = 1, isRefunded: Bool = false
    ) async throws {
        for days in daysAgo {
            try await fixture.execute(
                """
                INSERT INTO packs VALUES ('pack', 'com.example', 'coins', 'Coins', 1, 'epoch', 1)
                ON CONFLICT DO NOTHING;
                INSERT INTO store_transactions (environment, transaction_id, bucket, wallet, credited_by, pack,
                    purchased_at, signed_at, revoked_at)
                VALUES (\(environment), '\(UInt32.random(in: 1...UInt32.max))', \(wallet.bucket), '\(wallet.uuid)', 1,
                    'pack', clock_timestamp() - interval '\(days) days', clock_timestamp(),
                    \(isRefunded ? "clock_timestamp()" : "NULL"))
                """)
        }
    }

    @Test("It goes from wallet to wallet of one environment, past what Apple does not refund any more, and begins anew")
    func goesRound() async throws {
        let fixture = try await StoreFixture()
        let store = SweepStore(fixture.database)
        let wallets = (0..<5).map { wallet($0) }
        try await credit([1, 100, 2], to: wallets[0], fixture)
        try await credit([200], to: wallets[1], fixture)
        try await credit([5], to: wallets[2], fixture, environment: 2)
        try await credit([178, 300], to: wallets[3], fixture, isRefunded: true)
        try await credit([0], to: wallets[4], fixture)
        let first = try #require(try await store.refundStep(in: .production, walletsMax: 2))
        #expect(first.wallets.map(\.id) == [wallets[0], wallets[3]])
        #expect(first.wallets.map(\.purchases.count) == [3, 1])
        #expect(first.wallets.map { $0.purchases.map(\.isRefunded) } == [[false, false, false], [true]])
        #expect(Set(first.wallets.flatMap { $0.purchases.map(\.bundle) }) == ["com.example"])
        #expect(try await store.refundStep(in: .production, walletsMax: 2) == nil, "somebody walks")
        try await store.advance(first, asked: 1, nextRunInMs: 0)
        let second = try #require(try await store.refundStep(in: .production, walletsMax: 9))
        #expect(second.wallets.map(\.id) == [wallets[3], wallets[4]])
        try await store.advance(second, asked: 2, nextRunInMs: 0)
        let end = try #require(try await store.refundStep(in: .production, walletsMax: 9))
        #expect(end.wallets.isEmpty)
        try await store.advance(end, asked: 0, nextRunInMs: 0)
        #expect(try await store.refundStep(in: .production, walletsMax: 1)?.wallets.map(\.id) == [wallets[0]])
        #expect(try await store.refundStep(in: .sandbox, walletsMax: 9)?.wallets.map(\.id) == [wallets[2]])
    }

    @Test("A process that lost its lease does not put the walk back")
    func losesLease() async throws {
        let fixture = try await StoreFixture()
        let store = SweepStore(fixture.database)
        let wallets = (0..<3).map { wallet($0) }
        for wallet in wallets { try await credit([1], to: wallet, fixture) }
        let slow = try #require(try await store.refundStep(in: .production, walletsMax: 1))
        fixture.clock.set(seconds: 61)
        let quick = try #require(try await store.refundStep(in: .production, walletsMax: 2))
        try await store.advance(quick, asked: 2, nextRunInMs: 0)
        try await store.advance(slow, asked: 1, nextRunInMs: 0)
        #expect(try await store.refundStep(in: .production, walletsMax: 9)?.wallets.map(\.id) == [wallets[2]])
    }

    @Test("A step that got nowhere stays where it is, for as long as it is told")
    func stays() async throws {
        let fixture = try await StoreFixture()
        let store = SweepStore(fixture.database)
        let only = wallet(3)
        try await credit([1], to: only, fixture)
        let step = try #require(try await store.refundStep(in: .production, walletsMax: 1))
        try await store.advance(step, asked: 0, nextRunInMs: 30_000)
        #expect(try await store.refundStep(in: .production, walletsMax: 1) == nil)
        fixture.clock.set(seconds: 31)
        #expect(try await store.refundStep(in: .production, walletsMax: 1)?.wallets.map(\.id) == [only])
    }
}
