import Synchronization
import Testing
import WalletDomain

@testable import WalletLedger

@Suite struct LaneQueueTests {
    @Test("F6: behind a lane that hangs, whoever has waited too long is told, and the others stay in their order")
    func expired() throws {
        let queue = LaneQueue()
        let now = ContinuousClock.now
        let told = Mutex<[String]>([])
        let jobs: [(name: String, priority: JobClass, deadlineMs: Int)] = [
            ("late spend", .spend, -1), ("late top-up", .topup, -1), ("spend", .spend, 60_000),
            ("top-up", .topup, 60_000),
        ]
        for job in jobs {
            let command = try Commands.make(Commands.grant(1), wallet: 1)
            let deadline = now + .milliseconds(job.deadlineMs)
            queue.put(
                Job(command: command, priority: job.priority, queuedAt: now, deadline: deadline) { result in
                    let error = if case .failure(let error) = result { "\(error)" } else { "done" }
                    told.withLock { $0.append("\(job.name): \(error)") }
                })
        }
        queue.refuseExpired(at: now)
        #expect(told.withLock { $0.sorted() } == ["late spend: ledgerUnavailable", "late top-up: ledgerUnavailable"])
        #expect(queue.take()?.map(\.priority) == [.topup, .spend])
    }
}
