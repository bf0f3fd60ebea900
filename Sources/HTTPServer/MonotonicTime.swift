internal import Glibc

/// The monotonic clock, as numbers: it is read twice a request.
enum MonotonicTime {
    private static let millisecondsPerSecond: UInt64 = 1_000
    private static let nanosecondsPerMillisecond: UInt64 = 1_000_000
    private static let nanosecondsPerSecond: UInt64 = 1_000_000_000

    /// Nanoseconds since some fixed moment.
    static func nowNs() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* nanosecondsPerSecond &+ UInt64(time.tv_nsec)
    }

    static func nowMs() -> UInt64 { milliseconds(nowNs()) }

    static func milliseconds(_ nanoseconds: UInt64) -> UInt64 { nanoseconds / nanosecondsPerMillisecond }
}
