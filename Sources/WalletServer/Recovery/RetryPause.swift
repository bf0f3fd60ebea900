internal import WalletDomain

/// How long to wait before the next try.
enum RetryPause {
    /// Doubles from `first` to `longest`, between half and the whole of it, so that many do not come together.
    ///
    /// - Parameters:
    ///   - attempts: tries so far, this one not included.
    ///   - atLeast: what Apple asked for.
    ///   - jitter: 0 ..< 1.
    static func ms(
        after attempts: Int32, first: Int64 = Limits.firstRetryMs, longest: Int64 = Limits.retryMsMax,
        atLeast: Duration? = nil, jitter: Double = .random(in: 0..<1)
    ) -> Int64 {
        let doublingsMax: Int32 = 20
        let whole = min(first << Int64(min(max(attempts, 0), doublingsMax)), longest)
        let pause = whole / 2 + Int64(Double(whole / 2) * jitter)
        return max(pause, atLeast.map { Int64($0 / .milliseconds(1)) } ?? 0)
    }
}
