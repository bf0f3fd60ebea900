internal import Synchronization

/// How many calls to Apple may be under way, waiting ones included. Nobody queues: one more is refused at once.
final class CallSlots: Sendable {
    private let slotsMax: Int
    private let taken = Mutex(0)

    init(_ slotsMax: Int) { self.slotsMax = slotsMax }

    /// - Parameter isBackground: finds no place once half are taken, so that the others are left to those who wait.
    /// - Returns: false if there is no place; otherwise `leave` must follow.
    func enter(isBackground: Bool = false) -> Bool {
        let most = isBackground ? max(slotsMax / 2, 1) : slotsMax
        return taken.withLock { taken in
            guard taken < most else { return false }
            taken += 1
            return true
        }
    }

    func leave() { taken.withLock { $0 -= 1 } }
}
