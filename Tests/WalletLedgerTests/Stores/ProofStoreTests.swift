import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct ProofStoreTests {
    let wallet = WalletID(UUID())

    private func proof(_ first: UInt8, bytes: String = "proof") -> StoredProof {
        StoredProof(
            kind: .receipt, digest: [first] + [UInt8](repeating: 9, count: 31), bytes: Array(bytes.utf8) + [0, 255])
    }

    @Test("M-4: a pending proof is kept with every byte and found by the beginning of its digest")
    func keeps() async throws {
        let store = ProofStore(try await StoreFixture().database)
        try await store.storePending(proof(1), of: wallet, retryInMs: 60_000)
        try await store.storePending(proof(2), of: wallet, retryInMs: 60_000)
        let found = try #require(try await store.find(wallet, digestPrefix: Array(proof(1).digest.prefix(8))))
        #expect(found.proof == proof(1) && found.wallet == wallet && found.state == .pending && found.attempts == 0)
        #expect(found.nextAttemptAt == found.receivedAt.adding(milliseconds: 60_000))
        #expect(try await store.find(wallet, digestPrefix: [3, 9, 9, 9, 9, 9, 9, 9]) == nil)
        #expect(try await store.find(WalletID(UUID()), digestPrefix: Array(proof(1).digest.prefix(8))) == nil)
    }

    @Test("A digest of 255s is found too", arguments: [[UInt8](repeating: 255, count: 32)])
    func findsTheLast(digest: [UInt8]) async throws {
        let store = ProofStore(try await StoreFixture().database)
        let last = StoredProof(kind: .signedTransaction, digest: digest, bytes: [])
        try await store.storePending(last, of: wallet, retryInMs: 0)
        #expect(try await store.find(wallet, digestPrefix: Array(digest.prefix(8)))?.proof == last)
    }

    @Test("A proof that waits already keeps its time; a settled one waits again, with its attempts")
    func insertsOrKeeps() async throws {
        let store = ProofStore(try await StoreFixture().database)
        let prefix = Array(proof(1).digest.prefix(8))
        try await store.storePending(proof(1), of: wallet, retryInMs: 60_000)
        let first = try #require(try await store.find(wallet, digestPrefix: prefix))
        try await store.storePending(proof(1), of: wallet, retryInMs: 0)
        #expect(try await store.find(wallet, digestPrefix: prefix)?.nextAttemptAt == first.nextAttemptAt)
        try await store.wake()
        #expect(try await store.takeUp().count == 1)
        try await store.settle(wallet, digest: proof(1).digest, as: .credited)
        try await store.storePending(proof(1), of: wallet, retryInMs: 60_000)
        let again = try #require(try await store.find(wallet, digestPrefix: prefix))
        #expect(again.state == .pending && again.nextAttemptAt != nil && again.attempts == 1)
    }

    @Test("Proofs come due by the clock, the longest waiting first, and wait again after an attempt")
    func comesDue() async throws {
        let fixture = try await StoreFixture()
        let store = ProofStore(fixture.database)
        func takeUp(limit: Int = 10) async throws -> [UInt8] {
            try await store.takeUp(limit: limit, leaseMs: 100_000).map { $0.proof.digest[0] }
        }
        for (first, seconds) in [(1, 300), (2, 100), (3, 200)] as [(UInt8, Int64)] {
            try await store.storePending(proof(first), of: wallet, retryInMs: seconds * 1_000)
        }
        #expect(try await takeUp().isEmpty)
        fixture.clock.set(seconds: 250)
        #expect(try await takeUp(limit: 1) == [2])
        #expect(try await takeUp() == [3])
        #expect(try await takeUp().isEmpty)
        try await store.reschedule(wallet, digest: proof(2).digest, retryInMs: 500_000)
        try await store.settle(wallet, digest: proof(3).digest, as: .credited)
        fixture.clock.set(seconds: 700)
        #expect(try await takeUp() == [1])
        fixture.clock.set(seconds: 900)
        // Whoever took the first up has died over it.
        let due = try await store.takeUp()
        #expect(Set(due.map { $0.proof.digest[0] }) == [1, 2])
        #expect(due.map(\.attempts) == [2, 2])
    }

    @Test("M-4: what waits is tried at once when a product is mapped")
    func wakes() async throws {
        let store = ProofStore(try await StoreFixture().database)
        try await store.storePending(proof(1), of: wallet, retryInMs: 3_600_000)
        try await store.wake()
        #expect(try await store.takeUp().count == 1)
    }

    @Test("A settled proof is not waited for again")
    func staysSettled() async throws {
        let store = ProofStore(try await StoreFixture().database)
        try await store.storePending(proof(1), of: wallet, retryInMs: 0)
        try await store.settle(wallet, digest: proof(1).digest, as: .credited)
        try await store.reschedule(wallet, digest: proof(1).digest, retryInMs: 0)
        try await store.settle(wallet, digest: proof(1).digest, as: .refused)
        let kept = try #require(try await store.find(wallet, digestPrefix: Array(proof(1).digest.prefix(8))))
        #expect(kept.state == .credited && kept.nextAttemptAt == nil)
    }
}
