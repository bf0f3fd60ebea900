internal import Synchronization
internal import WalletDomain

/// Keeps our calls under Apple's limits, group by group, and holds a group back after a 429.
///
/// A bucket of two seconds' calls that fills at Apple's rate, kept as the moment at which it would be full again
/// (the generic cell rate algorithm): one number a group.
final class StorePacer: Sendable {
    private struct Key: Hashable {
        let pace: StorePace
        let environment: StoreEnvironment
    }

    private struct State {
        /// Microseconds of the steady clock.
        var fullAt: [Key: Int64] = [:]
        /// Milliseconds of the steady clock, after a 429.
        var heldUntilMs: [Key: Int64] = [:]
    }

    private static let burstMicroseconds: Int64 = 2_000_000

    private let state = Mutex(State())

    /// Takes a turn if it comes within `waitMsMax`.
    ///
    /// - Returns: how long to wait for the turn; or, as a failure, how long until one may be had.
    func reserve(
        _ pace: StorePace, _ environment: StoreEnvironment, nowMs: Int64, waitMsMax: Int64
    ) throws(StoreAPIError) -> Int64 {
        let key = Key(pace: pace, environment: environment)
        let interval = Self.interval(pace, environment)
        // The bucket holds at least the one call that is wanted.
        let burst = max(Self.burstMicroseconds, interval)
        let now = nowMs * 1_000
        return try state.withLock { (state) throws(StoreAPIError) in
            if let heldUntil = state.heldUntilMs[key], heldUntil > nowMs {
                throw .rateLimited(retryAfterMs: heldUntil - nowMs)
            }
            let fullAt = max(state.fullAt[key] ?? 0, now)
            let waitMs = (max(0, fullAt + interval - burst - now) + 999) / 1_000
            guard waitMs <= waitMsMax else { throw .busy(retryAfterMs: waitMs) }
            state.fullAt[key] = fullAt + interval
            return waitMs
        }
    }

    /// Apple said 429: nothing more of this group before `afterMs` have gone.
    func hold(_ pace: StorePace, _ environment: StoreEnvironment, nowMs: Int64, afterMs: Int64) {
        let key = Key(pace: pace, environment: environment)
        state.withLock { $0.heldUntilMs[key] = max($0.heldUntilMs[key] ?? 0, nowMs + afterMs) }
    }

    private static func interval(_ pace: StorePace, _ environment: StoreEnvironment) -> Int64 {
        let microseconds = 1_000_000 / pace.callsPerSecond
        return environment == .sandbox ? microseconds * Limits.appleSandboxDivisor : microseconds
    }
}
