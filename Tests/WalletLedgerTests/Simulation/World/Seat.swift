import Dispatch

/// Where a thread waits for its turn. Only one thread of a run is awake at a time: the one that was signalled last.
final class Seat: Sendable {
    private let turn = DispatchSemaphore(value: 0)

    func wait() { turn.wait() }
    func call() { turn.signal() }
}
