internal import AppStore
internal import Foundation
internal import StoreSimulator
internal import WalletDomain

/// `coffer bench-verify`: how many signed transactions one core verifies a second.
enum BenchVerifyCommand {
    static let command = Subcommand(
        words: ["bench-verify"], summary: "Verifies signed transactions on one core; prints how many a second",
        flags: [.value("--seconds", "N", "how long; default 3")], isHidden: true
    ) { arguments in
        let seconds = try arguments.number("--seconds", in: 1...secondsMax) ?? 3
        Console.write("verify_jws \(Int(try perSecond(seconds)))")
        return .success
    }

    private static let secondsMax = 600
    private static let bundle = "com.example.bench"

    private static func perSecond(_ seconds: Int) throws -> Double {
        let authority = try TestAuthority.create()
        let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970) * 1_000)
        let token = try authority.sign(
            SimulatedTransaction(
                transactionID: "2000000000000000", bundleID: bundle, productID: "com.example.coins.100",
                atMs: now.milliseconds))
        let settings = AppStoreSettings(
            appIDs: [bundle: 1], anchors: TrustAnchors.apple.adding(authority.rootFingerprints))
        return try VerifyBenchmark.perSecond(token, settings, now: now, seconds: seconds)
    }
}
