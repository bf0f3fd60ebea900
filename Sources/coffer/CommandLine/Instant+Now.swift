internal import Foundation
internal import WalletDomain

extension Instant {
    /// By this machine's clock: for log-ins and for what is shown, never for money.
    static var now: Instant { Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) }
}
