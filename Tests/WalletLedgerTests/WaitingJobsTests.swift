import Testing
import WalletDomain

@testable import WalletLedger

/// Who comes in, who has to go, who is served next; without threads and without a clock.
@Suite struct WaitingJobsTests {
    private static let start = ContinuousClock.now

    private static func job(_ priority: JobClass, atMs: Int = 0, wallet: Int = 1) throws -> Job {
        let queuedAt = start + .milliseconds(atMs)
        return Job(
            command: Commands.make(try Commands.grant(1), wallet: wallet), priority: priority, queuedAt: queuedAt,
            deadline: queuedAt + .milliseconds(Limits.commandDeadlineMs), reply: { _ in })
    }

    /// Puts so many in, none of which is refused.
    private static func fill(_ jobs: inout WaitingJobs, _ priority: JobClass, _ count: Int, atMs: Int = 0) throws {
        for number in 0..<count {
            let verdict = jobs.put(try job(priority, atMs: atMs, wallet: number), at: start + .milliseconds(atMs))
            guard case .taken = verdict else {
                Issue.record("\(number) of \(priority) was not taken")
                return
            }
        }
    }

    private static func classes(_ batch: [Job]) -> [JobClass: Int] {
        batch.reduce(into: [:]) { $0[$1.priority, default: 0] += 1 }
    }

    @Test("a class goes before the next, each that waits gets a few places, and inside a class the first come first")
    func order() throws {
        var jobs = WaitingJobs()
        try Self.fill(&jobs, .bulk, 300)
        try Self.fill(&jobs, .spend, 300)
        try Self.fill(&jobs, .topup, 300)
        try Self.fill(&jobs, .refund, 100)
        let first = jobs.takeBatch(at: Self.start)
        #expect(Self.classes(first) == [.refund: 100, .topup: 124, .spend: 16, .bulk: 16])
        #expect(first.map(\.priority.rawValue) == first.map(\.priority.rawValue).sorted())
        let second = jobs.takeBatch(at: Self.start)
        #expect(Self.classes(second) == [.topup: 176, .spend: 64, .bulk: 16])
        let spends = (first + second).filter { $0.priority == .spend }.map { $0.command.wallet }
        #expect(spends == (0..<80).map { Commands.wallet($0) })
        #expect(Self.classes(jobs.takeBatch(at: Self.start)) == [.spend: 220, .bulk: 36])
        #expect(Self.classes(jobs.takeBatch(at: Self.start)) == [.bulk: 232])
        #expect(jobs.takeBatch(at: Self.start).isEmpty)
    }

    @Test("a full queue refuses, except for a higher class: then the newest of the lowest has to go")
    func displaces() throws {
        var jobs = WaitingJobs()
        try Self.fill(&jobs, .topup, 1)
        try Self.fill(&jobs, .spend, Limits.laneQueueMax - 1)
        for (priority, expected) in [(JobClass.refund, 1_022), (.topup, 1_021)] {
            guard case .displaced(let gone) = jobs.put(try Self.job(priority), at: Self.start) else {
                Issue.record("\(priority) displaced nobody")
                continue
            }
            #expect(gone.priority == .spend && gone.command.wallet == Commands.wallet(expected))
        }
        guard case .refused(.full) = jobs.put(try Self.job(.spend), at: Self.start) else {
            Issue.record("a spend came into a full queue")
            return
        }
        #expect(jobs.count == Limits.laneQueueMax)
    }

    @Test("a bulk's lines are neither counted nor sent away: they have bounds of their own")
    func patientLines() throws {
        var jobs = WaitingJobs()
        try Self.fill(&jobs, .spend, Limits.laneQueueMax)
        try Self.fill(&jobs, .bulk, Limits.bulksMax * Limits.bulkWindow)
        guard case .refused(.full) = jobs.put(try Self.job(.bulk), at: Self.start),
            case .displaced(let gone) = jobs.put(try Self.job(.refund), at: Self.start)
        else {
            Issue.record("not bounded")
            return
        }
        #expect(gone.priority == .spend)
    }

    /// The lane works on its first batch for ever; the second waits from 0.
    private static func stuck() throws -> WaitingJobs {
        var jobs = WaitingJobs()
        try fill(&jobs, .spend, 1)
        _ = jobs.takeBatch(at: start)
        try fill(&jobs, .spend, 1)
        return jobs
    }

    @Test(
        "a lane that is behind for a second lets in what it can still do, and refunds always",
        arguments: [
            (150, JobClass.spend, true), (1_100, .spend, true), (1_300, .spend, false), (1_300, .topup, false),
            (1_300, .refund, true), (1_300, .bulk, true),
        ])
    func old(atMs: Int, priority: JobClass, isTaken: Bool) throws {
        var jobs = try Self.stuck()
        let verdict = jobs.put(try Self.job(priority, atMs: atMs), at: Self.start + .milliseconds(atMs))
        switch verdict {
        case .taken: #expect(isTaken)
        case .refused(let reason): #expect(!isTaken && reason == .old)
        case .displaced: Issue.record("displaced")
        }
    }

    @Test(
        "a long queue that gets on is no overload for what can be done in time, and one that catches up is none at all")
    func catchesUp() throws {
        var jobs = WaitingJobs()
        try Self.fill(&jobs, .spend, Limits.laneQueueMax - 10)
        // A batch each 400 ms: the oldest waits for longer than it should from the second on.
        for step in 0..<3 { _ = jobs.takeBatch(at: Self.start + .milliseconds(400 * step)) }
        try Self.fill(&jobs, .spend, 5, atMs: 1_300)
        _ = jobs.takeBatch(at: Self.start + .milliseconds(1_400))
        try Self.fill(&jobs, .spend, 1, atMs: 1_450)
    }

    @Test("batches of one take the highest class that waits, however many of the lower ones do")
    func one() throws {
        var jobs = WaitingJobs(batchMax: 1)
        try Self.fill(&jobs, .bulk, 20)
        try Self.fill(&jobs, .spend, 2)
        try Self.fill(&jobs, .refund, 1)
        let batches = (0..<4).map { _ in jobs.takeBatch(at: Self.start) }
        #expect(batches.map(\.count) == [1, 1, 1, 1])
        #expect(batches.compactMap { $0.first?.priority } == [.refund, .spend, .spend, .bulk])
    }

    @Test("the bytes of a batch are bounded, one job goes however large it is")
    func bytes() throws {
        var jobs = WaitingJobs()
        for number in 0..<4 {
            guard case .credit(let credit) = try Commands.credit(number) else { return }
            let proof = StoredProof(
                kind: .receipt, digest: credit.proof.digest, bytes: Array(repeating: 1, count: Limits.batchBytesMax / 2)
            )
            let heavy = CreditPurchase(
                purchase: credit.purchase, pack: credit.pack, packVersion: 1, coins: credit.coins, bonus: credit.bonus,
                proof: proof)
            let job = Job(
                command: Commands.make(.credit(heavy)), priority: .topup, queuedAt: Self.start,
                deadline: Self.start + .seconds(2), reply: { _ in })
            _ = jobs.put(job, at: Self.start)
        }
        #expect((0..<5).map { _ in jobs.takeBatch(at: Self.start).count } == [1, 1, 1, 1, 0])
    }
}
