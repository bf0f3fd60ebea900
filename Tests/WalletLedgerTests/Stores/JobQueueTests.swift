import FoundationEssentials
import Testing
import WalletDomain

@testable import WalletLedger

/// What every queue promises to the jobs that work it off.
@Suite(.serialized) struct JobQueueTests {
    /// One row of a queue, and what can be done with it.
    struct Queue {
        /// The attempts of each row that is due.
        let takeUp: (_ leaseMs: Int64) async throws -> [Int32]
        let reschedule: (_ retryInMs: Int64) async throws -> Void
        let settle: () async throws -> Void
    }

    enum Kind: CaseIterable { case notifications, proofs, questions, unattributed }

    @Test(
        "A row is one worker's until its lease ends, waits as long as it is told, and never comes back once settled",
        arguments: Kind.allCases)
    func lifeOfARow(kind: Kind) async throws {
        let fixture = try await StoreFixture()
        let queue = try await Self.queue(kind, fixture.database)
        #expect(try await queue.takeUp(60_000) == [1])
        #expect(try await queue.takeUp(60_000) == [])
        fixture.clock.set(seconds: 61)
        #expect(try await queue.takeUp(60_000) == [2])
        try await queue.reschedule(600_000)
        fixture.clock.set(seconds: 600)
        #expect(try await queue.takeUp(60_000) == [])
        fixture.clock.set(seconds: 662)
        #expect(try await queue.takeUp(60_000) == [3])
        try await queue.settle()
        try await queue.reschedule(0)
        try await queue.settle()
        fixture.clock.set(seconds: 3_600)
        #expect(try await queue.takeUp(60_000) == [])
        #expect(fixture.faults.all == [])
    }

    @Test("A queue's statements read as if written by hand")
    func text() {
        let clock = "(clock_timestamp() + $2 * interval '1 millisecond')"
        #expect(
            TakeUp<HistorySweepQueue>.sql == """
                UPDATE history_sweeps
                SET attempts = attempts + 1, next_run_at = \(clock) + $3 * interval '1 millisecond'
                WHERE (bucket, wallet) IN (
                    SELECT bucket, wallet FROM history_sweeps
                    WHERE next_run_at IS NOT NULL AND next_run_at <= (SELECT \(clock))
                    ORDER BY next_run_at LIMIT $1 FOR UPDATE SKIP LOCKED)
                RETURNING wallet, bundle, environment, transaction_id, revision, attempts
                """)
        #expect(
            Reschedule<ProofQueue>.sql == """
                UPDATE proofs SET next_attempt_at = (clock_timestamp() + $1 * interval '1 millisecond')
                WHERE bucket = $2 AND wallet = $3 AND digest = $4 AND state = 2
                """)
        #expect(
            Settle<NotificationQueue>.sql == """
                UPDATE notifications SET next_attempt_at = NULL, state = 2, outcome = $2, \
                done_at = (clock_timestamp() + $3 * interval '1 millisecond')
                WHERE notification = $1 AND state = 1
                """)
    }

    private static func queue(_ kind: Kind, _ database: LedgerDatabase) async throws -> Queue {
        switch kind {
        case .notifications: try await notifications(database)
        case .proofs: try await proofs(database)
        case .questions: try await questions(database)
        case .unattributed: try await unattributed(database)
        }
    }

    private static func notifications(_ database: LedgerDatabase) async throws -> Queue {
        let store = NotificationStore(database)
        let id = UUID()
        try await store.store(
            KeptNotification(
                id: id, version: 2, environment: .production, type: "REFUND", subtype: nil, transactionID: nil,
                signedAt: Instant(milliseconds: 1), road: .call, payload: [1]))
        return Queue(
            takeUp: { try await store.takeUp(leaseMs: $0).map(\.attempts) },
            reschedule: { try await store.reschedule(id, retryInMs: $0) },
            settle: { try await store.settle(id, outcome: "test") })
    }

    private static func proofs(_ database: LedgerDatabase) async throws -> Queue {
        let store = ProofStore(database)
        let wallet = WalletID(UUID())
        let digest = [UInt8](repeating: 7, count: 32)
        try await store.storePending(
            StoredProof(kind: .receipt, digest: digest, bytes: [1]), of: wallet, retryInMs: 0)
        return Queue(
            takeUp: { try await store.takeUp(leaseMs: $0).map(\.attempts) },
            reschedule: { try await store.reschedule(wallet, digest: digest, retryInMs: $0) },
            settle: { try await store.settle(wallet, digest: digest, as: .refused) })
    }

    private static func questions(_ database: LedgerDatabase) async throws -> Queue {
        let store = ConsumptionStore(database)
        let question = ConsumptionQuestion(
            id: UUID(), environment: .production, transactionID: try TransactionID("1"), bundle: "com.example",
            askedAt: Instant(milliseconds: 1), deadline: Instant(milliseconds: 2))
        try await store.ask(question)
        return Queue(
            takeUp: { try await store.takeUp(leaseMs: $0).map(\.attempts) },
            reschedule: { try await store.reschedule(question.id, retryInMs: $0) },
            settle: { try await store.settle(question.id, .answered(consumedMilli: 5, preference: nil)) })
    }

    private static func unattributed(_ database: LedgerDatabase) async throws -> Queue {
        let store = UnattributedStore(database)
        let token = UUID()
        let purchase = Purchase(
            environment: .production, transactionID: try TransactionID("1"), bundleID: "com.example",
            productID: "coins", kind: .consumable, quantity: 1, purchasedAt: Instant(milliseconds: 1),
            signedAt: Instant(milliseconds: 1), appAccountToken: token)
        let proof = StoredProof(kind: .receipt, digest: [UInt8](repeating: 7, count: 32), bytes: [1])
        try await store.keep(purchase, proof)
        #expect(try await store.takeUp().isEmpty, "nobody's")
        #expect(try await TokenStore(database).register(token, for: UserID("owner")) == .registered)
        let key = StoreTransaction.Key(environment: .production, id: purchase.transactionID)
        return Queue(
            takeUp: { try await store.takeUp(leaseMs: $0).map(\.attempts) },
            reschedule: { try await store.reschedule(key, retryInMs: $0) },
            settle: { try await store.settle(key, outcome: "credited") })
    }
}
