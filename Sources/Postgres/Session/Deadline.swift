/// A moment of the monotonic clock by which something must be done.
struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant

    init(afterMs: Int) { instant = .now + .milliseconds(afterMs) }

    /// Milliseconds left, rounded up so that a wait never ends a moment too early; 0 when the deadline has passed.
    var remainingMs: Int32 {
        let left = instant - .now
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        let attosecondsPerMs: Int64 = 1_000_000_000_000_000
        return Int32(clamping: seconds * 1_000 + attoseconds / attosecondsPerMs + 1)
    }
}
