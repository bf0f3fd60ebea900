import Foundation
import Testing
import WalletDomain
import WalletLedger

/// Acts that need a second person: what is written when, and that nobody gets around the limits.
@Suite(.serialized) struct ApprovalStoreTests {
    private let digest = [UInt8](repeating: 4, count: 32)

    private func proposal(
        _ act: ApprovedAct, wallet: Int = 1, by caller: CallerID, key: UUID = UUID(), fingerprint: UUID? = nil
    ) -> Proposal {
        Proposal(
            id: UUID(), act: act, wallet: Commands.wallet(wallet), environment: .production,
            reason: Note(text: "why", digest: digest), proposer: caller, origin: "192.0.2.1",
            idempotency: Idempotency(key: key, fingerprint: fingerprint ?? key))
    }

    private func adjust(_ coins: Int64) throws -> ApprovedAct {
        .adjust(coins > 0 ? .give(try CoinAmount(coins), until: nil) : .take(try CoinAmount(-coins)))
    }

    private func callers(_ fixture: StoreFixture) async throws -> (CallerID, CallerID) {
        let keys = KeyStore(fixture.database)
        return (try await keys.caller(named: "first"), try await keys.caller(named: "second"))
    }

    /// On a slow machine forty at once wait too long for a connection. Asked again by its key, a proposal is one.
    private func propose(
        _ asked: Proposal, _ rule: SecondPersonRule, in store: ApprovalStore
    ) async throws(WalletError) -> Approval {
        for _ in 0..<100 {
            do throws(WalletError) {
                return try await store.propose(asked, rule)
            } catch {
                guard [.ledgerUnavailable, .outcomeUnknown].contains(error) else { throw error }
            }
        }
        throw .ledgerUnavailable
    }

    @Test("A proposal waits, is approved by another with its record, taken up, and settled once")
    func life() async throws {
        let fixture = try await StoreFixture()
        let store = ApprovalStore(fixture.database)
        let (first, second) = try await callers(fixture)
        let asked = proposal(.forfeit(nil), by: first)
        let open = try await store.propose(asked, SecondPersonRule())
        #expect(open.needsSecond && open.state == .open && !open.isExpired && open.proposerName == "first")
        #expect(try await store.propose(asked, SecondPersonRule()) == open)
        #expect(try await store.takeUp(open.id) == nil)
        await #expect(throws: WalletError.secondPersonNeeded) {
            try await store.decide(open.id, .approve, by: first, from: "::1", reason: nil)
        }
        for _ in 0..<2 {
            let approved = try await store.decide(open.id, .approve, by: second, from: "::1", reason: nil)
            #expect(approved.state == .approved && approved.decision?.deciderName == "second")
        }
        let attempt = try #require(try await store.takeUp(open.id))
        #expect(try await store.takeUp(open.id) == attempt + 1)
        // The first try's end comes late and says nothing any more.
        try await store.refuse(open.id, attempt: attempt, "insufficient_coins")
        #expect(try await store.find(open.id)?.state == .approved)
        let operation = OperationID(wallet: Commands.wallet(1), sequence: 7)
        try await store.settle(open.id, as: operation)
        let done = try #require(try await store.find(open.id))
        #expect(done.state == .done && done.operation == operation)
        await #expect(throws: WalletError.approvalDecided) {
            try await store.decide(open.id, .reject, by: second, from: "::1", reason: nil)
        }
        let actions = try await fixture.texts("SELECT action FROM audit_log ORDER BY at")
        #expect(actions == ["propose_forfeit_coins", "approve"])
        let apart = """
            SELECT count(*)::text FROM audit_log a JOIN approvals p ON p.approval = a.approval
            WHERE (a.action = 'approve' AND a.caller = p.proposer) OR a.origin IS NULL OR a.reason IS DISTINCT FROM
                CASE WHEN a.action = 'approve' THEN NULL ELSE p.reason END
            """
        #expect(try await fixture.texts(apart) == ["0"])
    }

    @Test("Of one key another request is refused; a rejection tells why and ends it; what is over is over")
    func ends() async throws {
        let fixture = try await StoreFixture()
        let store = ApprovalStore(fixture.database)
        let (first, second) = try await callers(fixture)
        let key = UUID()
        let open = try await store.propose(proposal(.forfeit(nil), by: first, key: key), SecondPersonRule())
        await #expect(throws: WalletError.idempotencyKeyReused) {
            try await store.propose(
                proposal(.forfeit(nil), by: first, key: key, fingerprint: UUID()), SecondPersonRule())
        }
        let why = Note(text: "not so", digest: [UInt8](repeating: 5, count: 32))
        let rejected = try await store.decide(open.id, .reject, by: second, from: "::1", reason: why)
        #expect(rejected.state == .rejected && rejected.decision?.reason == "not so")
        await #expect(throws: WalletError.approvalDecided) {
            try await store.decide(open.id, .approve, by: second, from: "::1", reason: nil)
        }
        await #expect(throws: WalletError.approvalNotFound) {
            try await store.decide(UUID(), .approve, by: second, from: "::1", reason: nil)
        }
        let other = try await store.propose(proposal(.forfeit(nil), by: first), SecondPersonRule())
        fixture.clock.set(seconds: 8 * 24 * 3_600)
        await #expect(throws: WalletError.approvalExpired) {
            try await store.decide(other.id, .approve, by: second, from: "::1", reason: nil)
        }
        #expect(try await store.list(.expired, before: nil, limit: 10).map(\.id) == [other.id])
        #expect(try await store.list(.open, before: nil, limit: 10).isEmpty)
        fixture.clock.set(seconds: 0)
        #expect(try await store.list(.open, before: nil, limit: 10).map(\.id) == [other.id])
        #expect(try await store.list(nil, before: nil, limit: 1).map(\.id) == [other.id])
        let rest = try await store.list(nil, before: (other.proposedAt, other.id), limit: 10)
        #expect(rest.map(\.id) == [open.id])
    }

    @Test("Adjustments at once are let through alone up to the limit and not a coin further")
    func atOnce() async throws {
        let fixture = try await StoreFixture()
        let store = ApprovalStore(fixture.database)
        let (first, second) = try await callers(fixture)
        let rule = SecondPersonRule(coinsMax: 60)
        let coins = (0..<40).map { (number: Int) -> Int64 in
            let size = Int64(1 + number % 13)
            return number.isMultiple(of: 2) ? size : -size
        }
        let alone = try await withThrowingTaskGroup(of: (Int, Int64)?.self) { group in
            for (number, difference) in coins.enumerated() {
                let (wallet, isFirst) = (number % 2, number < 30)
                let asked = proposal(try adjust(difference), wallet: wallet, by: isFirst ? first : second)
                let place = wallet * 2 + (isFirst ? 0 : 1)
                group.addTask {
                    let approval = try await propose(asked, rule, in: store)
                    return approval.needsSecond ? nil : (place, abs(difference))
                }
            }
            return try await group.reduce(into: [Int: Int64]()) { sums, one in
                if let (place, coins) = one { sums[place, default: 0] += coins }
            }
        }
        // Of some 95 coins that were asked for in each.
        #expect(alone.values.allSatisfy { $0 <= 60 })
        #expect((alone[0] ?? 0) > 47 && (alone[2] ?? 0) > 47)
        // What the ledger refused counts no longer.
        let before = try await store.propose(proposal(try adjust(30), by: first), rule)
        #expect(before.needsSecond)
        try await fixture.execute(
            "UPDATE approvals SET state = 5, refusal = 'x', settled_at = 'epoch', next_attempt_at = NULL"
                + " WHERE NOT needs_second")
        #expect(try await store.propose(proposal(try adjust(60), by: first), rule).needsSecond == false)
        #expect(try await store.propose(proposal(try adjust(1), by: first), rule).needsSecond)
        fixture.clock.set(seconds: 25 * 3_600)
        #expect(try await store.propose(proposal(try adjust(1), by: first), rule).needsSecond == false)
    }

    @Test("The schema holds the rule too")
    func schema() async throws {
        let fixture = try await StoreFixture()
        let (first, _) = try await callers(fixture)
        _ = try await ApprovalStore(fixture.database).propose(proposal(.forfeit(nil), by: first), SecondPersonRule())
        let decided = "decided_at = proposed_at, next_attempt_at = 'epoch'"
        for sql in [
            "UPDATE approvals SET state = 2, decider = proposer, \(decided)",
            "UPDATE approvals SET state = 2, next_attempt_at = 'epoch'", "UPDATE approvals SET needs_second = false",
        ] { await #expect(throws: (any Error).self, "\(sql)") { try await fixture.execute(sql) } }
    }
}
