/// How long a lane waits before it tries again: longer each time, with jitter, so that lanes do not storm a database.
struct ReconnectPause {
    private static let firstMs = 50
    private static let longestMs = 1_000
    private static let jitterMs = 5...50
    private var nextMs = firstMs

    mutating func reset() { nextMs = Self.firstMs }

    /// Not longer than somebody waits.
    mutating func sleep(until deadline: ContinuousClock.Instant, in world: LaneWorld) {
        let longestMs = max(0, Self.milliseconds(until: deadline, from: world.now())) + 1
        world.rest(min(nextMs / 2, longestMs)...min(nextMs, longestMs))
        nextMs = min(nextMs * 2, Self.longestMs)
    }

    /// After a deadlock or a serialization failure.
    func jitter(in world: LaneWorld) { world.rest(Self.jitterMs) }

    static func milliseconds(until deadline: ContinuousClock.Instant, from now: ContinuousClock.Instant) -> Int {
        let left = (deadline - now).components
        return Int(left.seconds) * 1_000 + Int(left.attoseconds / 1_000_000_000_000_000)
    }
}
