internal import Synchronization

/// Spreads calls evenly over time: each takes the next turn.
final class Pace: Sendable {
    private let every: Duration
    private let next = Mutex(ContinuousClock.now)

    init(every: Duration) { self.every = every }

    /// Waits for a turn; turns that nobody took are gone.
    func turn() async throws {
        let mine = next.withLock { next in
            let mine = max(next, .now)
            next = mine.advanced(by: every)
            return mine
        }
        try await Task.sleep(until: mine)
    }
}
