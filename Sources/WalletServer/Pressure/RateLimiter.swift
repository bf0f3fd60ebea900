internal import Synchronization
internal import WalletDomain

/// Who may ask how often. Costs nothing where a limit is off, and no database work where it is on.
final class RateLimiter: Sendable {
    /// Nil: off.
    private let keys: SharedBuckets<CallerID>?
    /// By the user id's hash, whose seed is the process's own: sixteen bytes a user, and no id is kept.
    private let users: SharedBuckets<Int>?
    private let metrics: Metrics

    init(
        _ limits: RateLimits, metrics: Metrics, bucketsMax: Int = Limits.rateBucketsMax,
        nowNs: @escaping @Sendable () -> Int64 = MonotonicClock.nowNs
    ) {
        keys = limits.perKey.map { SharedBuckets($0, countMax: bucketsMax, nowNs: nowNs) }
        users = limits.perUser.map { SharedBuckets($0, countMax: bucketsMax, nowNs: nowNs) }
        self.metrics = metrics
    }

    var limitsUsers: Bool { users != nil }

    /// - Parameter tokens: what the request is worth; 0 only asks.
    func admit(_ caller: Caller, tokens: Int64 = 1) throws(Problem) {
        guard let waitNs = keys?.take(tokens, of: caller.id) else { return }
        throw refusal("key", waitNs)
    }

    /// What a request that was let in turned out to be worth beyond one: later ones wait for it.
    func charge(_ caller: Caller, tokens: Int64) {
        guard tokens > 0 else { return }
        keys?.charge(tokens, to: caller.id)
    }

    func admit(_ user: UserID, tokens: Int64 = 1) throws(Problem) {
        guard let users, let waitNs = users.take(tokens, of: user.hashValue) else { return }
        throw refusal("user", waitNs)
    }

    private func refusal(_ limit: String, _ waitNs: Int64) -> Problem {
        metrics.countRateLimited(limit)
        return .rateLimited(limit, waitNs: waitNs)
    }
}

/// Buckets that all threads share.
private final class SharedBuckets<Key: Hashable & Sendable>: Sendable {
    private let buckets: Mutex<TokenBuckets<Key>>
    private let nowNs: @Sendable () -> Int64

    init(_ limit: RateLimit, countMax: Int, nowNs: @escaping @Sendable () -> Int64) {
        buckets = Mutex(TokenBuckets(limit, countMax: countMax))
        self.nowNs = nowNs
    }

    func take(_ tokens: Int64, of key: Key) -> Int64? {
        let now = nowNs()
        return buckets.withLock { $0.take(tokens, of: key, atNs: now) }
    }

    func charge(_ tokens: Int64, to key: Key) {
        let now = nowNs()
        buckets.withLock { $0.charge(tokens, to: key, atNs: now) }
    }
}

/// A clock that nobody sets.
enum MonotonicClock {
    private static let start = ContinuousClock.now
    private static let nanosecondsPerSecond: Int64 = 1_000_000_000
    private static let attosecondsPerNanosecond: Int64 = 1_000_000_000

    /// Since the first call.
    static let nowNs: @Sendable () -> Int64 = {
        let elapsed = (ContinuousClock.now - start).components
        return elapsed.seconds * nanosecondsPerSecond + elapsed.attoseconds / attosecondsPerNanosecond
    }
}
