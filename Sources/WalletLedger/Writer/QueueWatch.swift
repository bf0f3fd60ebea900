import Dispatch
import Foundation
import WalletDomain

/// Looks again and again for commands that have waited too long, on a thread of its own: a lane whose connection hangs
/// cannot look, and nobody should wait for it beyond the deadline.
final class QueueWatch: Sendable {
    private let queues: [LaneQueue]
    private let end = DispatchSemaphore(value: 0)

    init(_ queues: [LaneQueue]) { self.queues = queues }

    func start() {
        let thread = Thread { [queues, end] in
            while end.wait(timeout: DispatchTime.now() + .milliseconds(Limits.queueLookMs)) == .timedOut {
                let now = ContinuousClock.now
                for queue in queues { queue.refuseExpired(at: now) }
            }
        }
        thread.name = "queue-watch"
        thread.start()
    }

    func stop() { end.signal() }
}
