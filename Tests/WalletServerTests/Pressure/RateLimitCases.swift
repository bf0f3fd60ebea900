import Foundation
import HTTPClient
import Synchronization
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// Limits as callers meet them: through the socket.
@Suite struct RateLimitCases {
    /// So slow that no test is long enough to be let in again.
    private static func fixture(key: Int? = nil, user: Int? = nil) async throws -> ServiceFixture {
        try await ServiceFixture { settings in
            settings.rates.perKey = key.map { RateLimit(requests: 1, inSeconds: 36_000, burst: $0) }
            settings.rates.perUser = user.map { RateLimit(requests: 1, inSeconds: 36_000, burst: $0) }
        }
    }

    @Test("beyond a key's limit 429 with Retry-After, before anything is looked at; other keys and probes go on")
    func keyLimit() async throws {
        let fixture = try await Self.fixture(key: 3)
        let user = ServiceFixture.unique("user")
        // Refused without the database, so that no slow machine makes the client repeat it.
        for _ in 0..<3 { #expect(try await fixture.wallet(user, "?unknown=1").status == 400) }
        let refused = try await fixture.grant(7, to: user)
        #expect(refused.status == 429 && refused.code == "rate_limited" && refused.text("limit") == "key")
        #expect(refused.flag("retryable") == true)
        #expect(try #require(refused.header("Retry-After").flatMap { Int($0) }) > 30_000)
        // Also one whose body is nonsense, and one that would bring a large body.
        #expect(try await fixture.call(.post, "/v1/wallets/\(user)/grants", "{").status == 429)
        #expect(try await fixture.submit(receipt: "AAAA", for: user).status == 429)
        // Not at once: the lanes of a service that has just started may still be connecting.
        #expect(try await fixture.waitUntil { try await fixture.call(.get, "/readyz", key: "").status == 200 })
        let other = APIKey.generate()
        _ = try await fixture.ledger.keys.create(
            name: "other", scopes: ["read"], digest: other.digest, hint: other.hint)
        #expect(
            try await fixture.waitUntil {
                try await fixture.call(.get, "/v1/wallets/\(user)?unknown=1", key: other.text).status == 400
            })
    }

    @Test("a refused request takes nothing: once there is room the next is let in")
    func refusalTakesNothing() throws {
        let now = Mutex<Int64>(0)
        let limiter = RateLimiter(
            RateLimits(perUser: RateLimit(requests: 1, inSeconds: 1)), metrics: Metrics(),
            nowNs: { now.withLock { $0 } })
        let user = try UserID("u")
        try limiter.admit(user)
        for _ in 0..<3 { #expect(throws: Problem.self) { try limiter.admit(user) } }
        now.withLock { $0 += 1_000_000_000 }
        try limiter.admit(user)
    }

    @Test("a user's limit counts every call about that user, in paths and in bodies, however the id is written")
    func userLimit() async throws {
        let fixture = try await Self.fixture(user: 3)
        let user = ServiceFixture.unique("user")
        func order(_ user: String) async throws -> Told {
            try await fixture.call(.post, "/v1/orders", #"{"user":"\#(user)","pack":"!"}"#)
        }
        #expect(try await fixture.wallet(user, "?unknown=1").status == 400)
        #expect(try await order(user).status == 400)
        #expect(try await fixture.submit("a.b.c", for: user).status == 400)
        let refused = try await fixture.spend("none", for: user, price: 1)
        #expect(refused.status == 429 && refused.text("limit") == "user")
        let topup = try await fixture.submit("a.b.c", for: user)
        #expect(topup.status == 429 && topup.flag("finish") == false)
        #expect(try await order(user).status == 429)
        #expect(try await fixture.wallet(user.replacing("-", with: "%2D")).status == 429)
        #expect(try await order(ServiceFixture.unique("user")).status == 400)
        let text = try await String(decoding: fixture.get("/metrics").bytes, as: UTF8.self)
        #expect(text.contains(#"coffer_rate_limited_total{limit="user"} 4"#))
    }

    @Test("without settings nobody is limited")
    func off() throws {
        let limiter = RateLimiter(RateLimits(), metrics: Metrics())
        #expect(!limiter.limitsUsers)
        let user = try UserID("u")
        for _ in 0..<10_000 { try limiter.admit(user) }
    }
}
