import Dispatch
import Synchronization
import WalletDomain

/// A command that waits for its outcome.
struct Job: Sendable {
    let command: WalletDomain.Command
    /// Past it nothing is started any more.
    let deadline: ContinuousClock.Instant
    let reply: @Sendable (Result<Outcome, WalletError>) -> Void

    private static let bytesWithoutProof = 256

    /// What the command weighs in a batch.
    var bytes: Int {
        guard case .credit(let credit) = command.action else { return Self.bytesWithoutProof }
        return Self.bytesWithoutProof + credit.proof.bytes.count
    }
}

/// What waits for one lane: bounded, filled from any thread, emptied by the lane's.
///
/// The lane never waits to fill a batch: while one batch commits, the next gathers here.
final class LaneQueue: Sendable {
    private struct State {
        var jobs: [Job] = []
        var isClosed = false
        var isAsleep = false
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    /// False: full or closed, nothing was taken.
    func put(_ job: Job) -> Bool {
        let (isTaken, wasAsleep) = state.withLock { state -> (Bool, Bool) in
            guard !state.isClosed, state.jobs.count < Limits.laneQueueMax else { return (false, false) }
            state.jobs.append(job)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if wasAsleep { wake.signal() }
        return isTaken
    }

    /// Blocks until there is work, or returns none after `Limits.laneIdleMs`; nil once the queue is closed and empty.
    func take() -> [Job]? {
        while true {
            let (batch, isClosed) = state.withLock { state -> ([Job], Bool) in
                let batch = Array(state.jobs.prefix(Self.batchCount(state.jobs)))
                state.jobs.removeFirst(batch.count)
                state.isAsleep = batch.isEmpty && !state.isClosed
                return (batch, state.isClosed)
            }
            if !batch.isEmpty { return batch }
            if isClosed { return nil }
            if wake.wait(timeout: DispatchTime.now() + .milliseconds(Limits.laneIdleMs)) == .timedOut { return [] }
        }
    }

    /// What is queued is still served; nothing new comes in.
    func close() {
        let wasAsleep = state.withLock { state -> Bool in
            state.isClosed = true
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if wasAsleep { wake.signal() }
    }

    /// At least one, however large it is.
    private static func batchCount(_ jobs: [Job]) -> Int {
        var bytes = 0
        for (index, job) in jobs.prefix(Limits.batchMax).enumerated() {
            bytes += job.bytes
            if bytes > Limits.batchBytesMax { return max(1, index) }
        }
        return min(jobs.count, Limits.batchMax)
    }
}
