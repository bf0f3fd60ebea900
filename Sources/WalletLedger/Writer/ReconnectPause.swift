import Foundation

/// How long a lane waits before it tries again: longer each time, with jitter, so that lanes do not storm a database.
struct ReconnectPause {
    private static let firstMs = 50
    private static let longestMs = 1_000
    private static let jitterMs = 5...50
    private var nextMs = firstMs

    mutating func reset() { nextMs = Self.firstMs }

    /// Not longer than somebody waits.
    mutating func sleep(until deadline: ContinuousClock.Instant) {
        let leftMs = max(0, Self.milliseconds(until: deadline))
        rest(ms: min(Int.random(in: nextMs / 2...nextMs), leftMs + 1))
        nextMs = min(nextMs * 2, Self.longestMs)
    }

    /// After a deadlock or a serialization failure.
    func jitter() { rest(ms: Int.random(in: Self.jitterMs)) }

    private func rest(ms: Int) { Thread.sleep(forTimeInterval: Double(ms) / 1_000) }

    static func milliseconds(until deadline: ContinuousClock.Instant) -> Int {
        let left = (deadline - ContinuousClock.now).components
        return Int(left.seconds) * 1_000 + Int(left.attoseconds / 1_000_000_000_000_000)
    }
}
