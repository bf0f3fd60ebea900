internal import Crypto
internal import Synchronization
internal import WalletDomain

/// Makes the bearer tokens of our calls (JWT, ES256) and keeps one for some minutes.
///
/// A token says that it was made a minute ago and lives a quarter of an hour, so clocks that differ by less than a
/// minute do no harm. Its age is measured by a clock that cannot jump; if the wall's clock jumped, a new one is made.
/// Source: Apple, "Generating JSON Web Tokens for API requests".
final class APITokens: Sendable {
    private struct Made {
        let text: String
        let wallMs: Int64
        let steadyMs: Int64
    }

    private struct State {
        var current: Made?
        /// Our clock minus Apple's, where it is worth correcting.
        var skewMs: Int64 = 0
    }

    /// A wall clock that moved differently from the steady one by more than this has jumped.
    private static let jumpMsMax: Int64 = 5_000

    private let settings: ServerAPISettings
    private let clock: AppleClock
    private let state = Mutex(State())

    init(_ settings: ServerAPISettings, clock: AppleClock) {
        self.settings = settings
        self.clock = clock
    }

    func token() throws(CryptoError) -> String {
        let wallMs = clock.wall().milliseconds
        let steadyMs = clock.steadyMs()
        return try state.withLock { (state) throws(CryptoError) in
            if let current = state.current, Self.isGood(current, wallMs: wallMs, steadyMs: steadyMs) {
                return current.text
            }
            let text = try make(atMs: wallMs - state.skewMs)
            state.current = Made(text: text, wallMs: wallMs, steadyMs: steadyMs)
            return text
        }
    }

    /// Apple did not accept the token: the next one is new, and by Apple's clock if ours is off.
    func forget(skewMs: Int64?) {
        state.withLock { state in
            state.current = nil
            state.skewMs = skewMs ?? 0
        }
    }

    private static func isGood(_ token: Made, wallMs: Int64, steadyMs: Int64) -> Bool {
        let ageMs = steadyMs - token.steadyMs
        return ageMs < Limits.appleTokenRenewedMs && abs(wallMs - token.wallMs - ageMs) <= jumpMsMax
    }

    private func make(atMs: Int64) throws(CryptoError) -> String {
        let madeAt = atMs / 1_000 - Limits.appleTokenBackdatedSeconds
        var header = JSONWriter()
        header.object {
            $0.member("alg", "ES256")
            $0.member("kid", settings.keyID)
            $0.member("typ", "JWT")
        }
        var claims = JSONWriter()
        claims.object {
            $0.member("iss", settings.issuerID)
            $0.member("iat", madeAt)
            $0.member("exp", madeAt + Limits.appleTokenLifeSeconds)
            $0.member("aud", "appstoreconnect-v1")
            $0.member("bid", settings.bundleID)
        }
        let message = Base64.encode(header.bytes, .url) + "." + Base64.encode(claims.bytes, .url)
        return message + "." + Base64.encode(try settings.key.sign(Array(message.utf8)), .url)
    }
}
