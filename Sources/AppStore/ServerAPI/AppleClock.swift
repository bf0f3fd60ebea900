package import WalletDomain

internal import struct Foundation.Date

/// The two clocks that calls to Apple need: the wall's, which may jump, and one that only goes forward.
package struct AppleClock: Sendable {
    package var wall: @Sendable () -> Instant
    /// Milliseconds since any fixed moment.
    package var steadyMs: @Sendable () -> Int64
    /// Waits; ends early, by an error, if the task is cancelled.
    package var sleep: @Sendable (_ ms: Int64) async throws -> Void

    package init(
        wall: @escaping @Sendable () -> Instant, steadyMs: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (_ ms: Int64) async throws -> Void
    ) {
        self.wall = wall
        self.steadyMs = steadyMs
        self.sleep = sleep
    }

    private static let start = ContinuousClock.now

    package static let system = AppleClock(
        wall: { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) },
        steadyMs: { Int64(start.duration(to: .now) / .milliseconds(1)) },
        sleep: { try await Task.sleep(for: .milliseconds($0)) })
}
