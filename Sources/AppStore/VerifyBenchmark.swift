package import WalletDomain

/// Measures how many signed transactions one thread verifies a second once the chain is known.
package enum VerifyBenchmark {
    /// Between two looks at the clock.
    private static let tokensPerLook = 64

    /// - Parameter token: genuine under `settings`; verified again and again, each time in full.
    /// - Returns: verifications a second over about `seconds`.
    package static func perSecond(
        _ token: String, _ settings: AppStoreSettings, now: Instant, seconds: Int
    ) throws(ProofError) -> Double {
        let verifier = SignedTransactionVerifier(settings)
        let bytes = Array(token.utf8)
        _ = try verifier.verify(bytes, now: now)
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while start.duration(to: clock.now) < .seconds(seconds) {
            for _ in 0..<tokensPerLook { _ = try verifier.verify(bytes, now: now) }
            count += tokensPerLook
        }
        return Double(count) / (start.duration(to: clock.now) / .seconds(1))
    }
}
