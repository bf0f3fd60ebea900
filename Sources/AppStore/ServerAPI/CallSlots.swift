internal import Synchronization

/// How many calls to Apple may be under way, waiting ones included. Nobody queues: one more is refused at once.
final class CallSlots: Sendable {
    private let slotsMax: Int
    private let taken = Mutex(0)

    init(_ slotsMax: Int) { self.slotsMax = slotsMax }

    /// - Returns: false if all are taken; otherwise `leave` must follow.
    func enter() -> Bool {
        taken.withLock { taken in
            guard taken < slotsMax else { return false }
            taken += 1
            return true
        }
    }

    func leave() { taken.withLock { $0 -= 1 } }
}
