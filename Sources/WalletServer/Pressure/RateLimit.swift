internal import WalletDomain

/// A steady rate, and how many may come at once after a pause.
package struct RateLimit: Hashable, Sendable {
    /// From one request to the next at the steady rate.
    let intervalNs: Int64
    let burst: Int64

    private static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// - Parameters:
    ///   - requests: 1 or more, in `seconds`.
    ///   - burst: 1 or more; 0 for as many as `requests`.
    package init(requests: Int, inSeconds seconds: Int, burst: Int = 0) {
        precondition(requests > 0 && seconds > 0 && burst >= 0, "a limit lets something through")
        intervalNs = max(1, Int64(seconds) * Self.nanosecondsPerSecond / Int64(requests))
        self.burst = Int64(burst == 0 ? requests : burst)
    }

    /// The longest time a bucket can take to fill: empty, and the largest bulk taken on top. What claims to need
    /// longer was noted by a clock that has since gone back.
    var fillNsMax: Int64 { (burst + Int64(Limits.bulkLinesMax)) * intervalNs }
}

/// The limits of one process. Each copy of the service counts for itself. All are off unless set.
package struct RateLimits: Hashable, Sendable {
    package var perKey: RateLimit?
    package var perUser: RateLimit?

    package init(perKey: RateLimit? = nil, perUser: RateLimit? = nil) {
        self.perKey = perKey
        self.perUser = perUser
    }
}
