/// When requests are due that are sent at a fixed rate, whatever the service does.
///
/// Latencies count from these moments, not from when a connection was free: who waits for a slow service waits too.
struct Pace {
    private let start: UInt64
    private let nanosecondsEach: Double
    private var taken = 0

    /// - Parameters:
    ///   - rate: requests a second, at least 1.
    ///   - start: of the monotonic clock, nanoseconds.
    init(rate: Int, start: UInt64) {
        self.start = start
        nanosecondsEach = Double(nanosecondsPerSecond) / Double(rate)
    }

    var nextDue: UInt64 { start + UInt64(Double(taken) * nanosecondsEach) }

    /// The moment of the next request, if it has come.
    mutating func takeDue(at now: UInt64) -> UInt64? {
        let due = nextDue
        guard due <= now else { return nil }
        taken += 1
        return due
    }
}
