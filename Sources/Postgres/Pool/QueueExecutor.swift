internal import Dispatch

/// Runs an actor's jobs on a queue of its own, so that C that blocks never holds a thread of Swift's small pool.
/// (`DispatchSerialQueue`, which would do, does not exist on Linux.)
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        queue.async { unsafe unowned.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
