import FoundationEssentials
import Postgres
import Synchronization
import TestSupport
import Testing
import WalletDomain

@testable import WalletLedger

/// A lane that an operator's lock holds up, with much behind it.
@Suite struct WriterPressureTests {
    /// A word of Apple's about a purchase that nobody has: decided, and without effect.
    private static func refund(_ number: Int) throws -> WalletDomain.Command {
        let moment = Instant(milliseconds: 1_790_000_000_000)
        let key = StoreTransaction.Key(environment: .production, id: try TransactionID(String(90_000 + number)))
        let word = StoreWord(signedAt: moment, revocation: nil)
        return Commands.make(.refund(RefundPurchase(key: key, word: word, policy: .debt)), wallet: 1)
    }

    @Test("behind a blocked lane refunds and top-ups are served before the spends that came first; none is lost")
    func priorities() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        for number in 0..<2 {
            let grant = try Commands.make(Commands.grant(1), wallet: number, key: UUID())
            _ = await WriterFixture.settle(fixture.writer, grant)
        }
        let told = Mutex<[String]>([])
        var toldBefore = 0
        let spends = try (0..<600).map { try Commands.make(Commands.grant(1), wallet: 2 + $0, key: UUID()) }
        try await fixture.whileLocked(Commands.wallet(1)) {
            fixture.writer.submit(try Commands.make(Commands.grant(1), wallet: 1, key: UUID())) { _ in }
            // The lane has taken the first and waits for the lock.
            try await Task.sleep(for: .milliseconds(100))
            for spend in spends { fixture.writer.submit(spend) { _ in told.withLock { $0.append("spend") } } }
            fixture.writer.submit(Commands.make(try Commands.credit(77_001), wallet: 700)) { _ in
                told.withLock { $0.append("topup") }
            }
            fixture.writer.submit(try Self.refund(1)) { _ in told.withLock { $0.append("refund") } }
            // None, unless this machine is so slow that the lane has passed over the lock by now.
            toldBefore = told.withLock { $0.count }
        }
        for _ in 0..<600 where told.withLock({ $0.count }) < 602 { try await Task.sleep(for: .milliseconds(100)) }
        let order = told.withLock { $0 }
        #expect(order.count == 602)
        let places = ["refund", "topup"].compactMap { order.firstIndex(of: $0) }
        // Only what the lane had taken before they came goes before them.
        #expect(places.count == 2 && places.allSatisfy { $0 <= toldBefore + Limits.batchMax + 1 })
    }

    @Test("into a full queue a refund comes all the same, and spends have to go")
    func displacement() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        let grant = try Commands.make(Commands.grant(1), wallet: 1, key: UUID())
        _ = await WriterFixture.settle(fixture.writer, grant)
        let overloaded = Mutex(0)
        try await fixture.whileLocked(Commands.wallet(1)) {
            fixture.writer.submit(try Commands.make(Commands.grant(1), wallet: 1, key: UUID())) { _ in }
            try await Task.sleep(for: .milliseconds(100))
            for number in 0..<(2 * Limits.laneQueueMax) {
                fixture.writer.submit(try Commands.make(Commands.grant(1), wallet: number + 2, key: UUID())) { result in
                    if case .failure(.overloaded) = result { overloaded.withLock { $0 += 1 } }
                }
            }
            let before = overloaded.withLock { $0 }
            fixture.writer.submit(try Self.refund(2)) { _ in }
            #expect(before > 0)
        }
        let shed = fixture.writer.counters.shed
        #expect(ShedReason.allCases.allSatisfy { shed[.refund, $0] == 0 })
        #expect(ShedReason.allCases.contains { shed[.spend, $0] > 0 })
    }
}

extension WriterFixture {
    /// An operator's transaction holds the wallet's row meanwhile.
    func whileLocked(_ wallet: WalletID, _ body: () async throws -> Void) async throws {
        let conninfo = try await cluster.conninfo(database: database)
        let session = try PostgresSession(
            PostgresSettings(conninfo: conninfo, options: [("search_path", "coffer")]))
        defer { session.close() }
        let id = wallet.uuid.uuidString
        try session.runScript("BEGIN; SELECT FROM wallets WHERE wallet = '\(id)' FOR UPDATE", deadlineMs: 60_000)
        try await body()
        try session.runScript("ROLLBACK", deadlineMs: 60_000)
    }
}
