import WalletDomain

/// How old a lane's queue is. After CoDel (RFC 8289): not how many wait decides, but how long the oldest has waited,
/// and only if that stays so; a burst that is soon worked off is no overload.
struct QueueAge {
    private let batchMax: Int
    /// Since when the oldest waits for longer than it should.
    private var slowSince: ContinuousClock.Instant?
    /// When the lane took the batch that it works on; nil while it has none.
    private var takenAt: ContinuousClock.Instant?
    /// What a batch took lately.
    private var batchTime = Duration.zero

    private static let slow = Duration.milliseconds(Limits.queueSlowMs)
    private static let overload = Duration.milliseconds(Limits.queueOverloadMs)
    /// A new batch counts for a quarter.
    private static let weight = 4

    init(batchMax: Int) { self.batchMax = batchMax }

    /// - Parameter count: how many jobs the lane took; 0: it rests.
    mutating func laneTook(_ count: Int, at now: ContinuousClock.Instant) {
        if let takenAt { batchTime += (now - takenAt - batchTime) / Self.weight }
        takenAt = count > 0 ? now : nil
    }

    /// - Parameter oldest: since when the longest waiting job waits; nil: none does.
    mutating func look(oldest: ContinuousClock.Instant?, at now: ContinuousClock.Instant) {
        guard let oldest, now - oldest > Self.slow else {
            slowSince = nil
            return
        }
        slowSince = min(slowSince ?? now, oldest + Self.slow)
    }

    mutating func isOverloaded(oldest: ContinuousClock.Instant?, at now: ContinuousClock.Instant) -> Bool {
        look(oldest: oldest, at: now)
        guard let slowSince else { return false }
        return now - slowSince >= Self.overload
    }

    /// Until a job with so many before it has its answer: the batches that must pass, each as long as batches were
    /// lately, or as the one that is worked on has already been.
    func expectedWait(ahead: Int, at now: ContinuousClock.Instant) -> Duration {
        let working = takenAt.map { now - $0 } ?? .zero
        return max(batchTime, working) * (1 + ahead / batchMax + (takenAt == nil ? 0 : 1))
    }
}
