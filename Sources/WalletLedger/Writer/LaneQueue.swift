import Dispatch
import Synchronization
import WalletDomain

/// What waits for one lane: bounded, filled from any thread, emptied by the lane's.
///
/// The lane never waits to fill a batch: while one batch commits, the next gathers here.
final class LaneQueue: Sendable {
    private struct State {
        var jobs: WaitingJobs
        var shed = ShedCounts()
        var isClosed = false
        var isAsleep = false
    }

    private let state: Mutex<State>
    private let wake = DispatchSemaphore(value: 0)

    init(batchMax: Int = Limits.batchMax) { state = Mutex(State(jobs: WaitingJobs(batchMax: batchMax))) }

    /// Takes the job, or tells it or one of a lower class, right here, that too much is waiting.
    func put(_ job: Job) {
        let (unserved, wasAsleep) = state.withLock { state -> (Job?, Bool) in
            guard !state.isClosed else { return (job, false) }
            let verdict = state.jobs.put(job, at: job.queuedAt)
            if case .refused(let reason) = verdict {
                state.shed.count(job.priority, reason)
                return (job, false)
            }
            defer { state.isAsleep = false }
            guard case .displaced(let other) = verdict else { return (nil, state.isAsleep) }
            state.shed.count(other.priority, .displaced)
            return (other, state.isAsleep)
        }
        if wasAsleep { wake.signal() }
        unserved?.reply(.failure(.overloaded))
    }

    /// Blocks until there is work, or returns none after `Limits.laneIdleMs`; nil once the queue is closed and empty.
    func take() -> [Job]? {
        while true {
            let now = ContinuousClock.now
            let (batch, isClosed) = state.withLock { state -> ([Job], Bool) in
                let batch = state.jobs.takeBatch(at: now)
                state.isAsleep = batch.isEmpty && !state.isClosed
                return (batch, state.isClosed)
            }
            if !batch.isEmpty { return batch }
            if isClosed { return nil }
            if wake.wait(timeout: DispatchTime.now() + .milliseconds(Limits.laneIdleMs)) == .timedOut { return [] }
        }
    }

    /// Tells those past their deadline, also while the lane itself waits for a database that does not answer.
    func refuseExpired(at now: ContinuousClock.Instant) {
        for job in state.withLock({ $0.jobs.takeExpired(at: now) }) { job.reply(.failure(.ledgerUnavailable)) }
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

    /// Sent away since the start.
    var shed: ShedCounts { state.withLock { $0.shed } }
}
