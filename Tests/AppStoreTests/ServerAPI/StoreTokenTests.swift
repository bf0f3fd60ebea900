import AppStore
import Crypto
import HTTPServer
import Synchronization
import Testing
import WalletDomain

/// The tokens that sign our calls (case S-1).
@Suite struct StoreTokenTests {
    @Test("a token says who we are, was made a minute ago and lives a quarter of an hour")
    func claims() async throws {
        try await withApple {
            StoreAPISupport.transaction($0)
        } _: { base, apple in
            _ = try await StoreAPISupport.api(base).transaction(StoreAPISupport.id)
            let token = try StoreAPISupport.token(try #require(apple.requests.first))
            #expect(token.isSigned)
            #expect(try token.header.text("alg") == "ES256" && token.header.text("kid") == StoreAPISupport.keyID)
            #expect(try token.claims.text("iss") == StoreAPISupport.issuer)
            #expect(try token.claims.text("aud") == "appstoreconnect-v1")
            #expect(try token.claims.text("bid") == Forge.bundleID)
            let now = Forge.now.milliseconds / 1_000
            #expect(try token.claims.integer("iat") == now - 60)
            #expect(try token.claims.integer("exp") == now - 60 + 900)
        }
    }

    /// As Apple does it: not from the future, not for longer than 20 minutes, not over.
    private static func isRefused(_ request: Request, nowSeconds: Int64) throws -> Bool {
        let claims = try StoreAPISupport.token(request).claims
        let made = try claims.integer("iat")
        let ends = try claims.integer("exp")
        return made > nowSeconds || ends > nowSeconds + 20 * 60 || ends <= nowSeconds
    }

    @Test("clocks that differ do no harm in 40 minutes", arguments: [-90, -34, 0, 34, 55] as [Int64])
    func skew(seconds: Int64) async throws {
        let hand = HandClock()
        let refusals = Atomic(0)
        let appleNow = Atomic(Forge.now.milliseconds)
        hand.jumpWall(seconds * 1_000)
        try await withApple { request in
            let now = appleNow.load(ordering: .relaxed) / 1_000
            guard (try? Self.isRefused(request, nowSeconds: now)) == false else {
                refusals.add(1, ordering: .relaxed)
                return Response(status: 401)
            }
            return StoreAPISupport.transaction(request)
        } _: { base, apple in
            let api = try StoreAPISupport.api(base, hand: hand)
            var texts: Set<String> = []
            for _ in 0..<40 {
                _ = try await api.transaction(StoreAPISupport.id)
                texts.insert(apple.requests.last?.head.headers["Authorization"] ?? "")
                hand.advance(60_000)
                appleNow.add(60_000, ordering: .relaxed)
            }
            #expect(refusals.load(ordering: .relaxed) == 0)
            #expect(texts.count == 8, "one token for five minutes")
        }
    }

    @Test("a wall clock that jumps makes a new token, also backwards", arguments: [-7_200_000, 7_200_000] as [Int64])
    func jump(ms: Int64) async throws {
        let hand = HandClock()
        try await withApple {
            StoreAPISupport.transaction($0)
        } _: { base, apple in
            let api = try StoreAPISupport.api(base, hand: hand) { _ in }
            _ = await StoreAPISupport.fault { () async throws(StoreAPIError) in
                try await api.transaction(StoreAPISupport.id)
            }
            hand.jumpWall(ms)
            _ = await StoreAPISupport.fault { () async throws(StoreAPIError) in
                try await api.transaction(StoreAPISupport.id)
            }
            let made = try apple.requests.map { try StoreAPISupport.token($0).claims.integer("iat") }
            #expect(made.count == 2 && made[1] - made[0] == ms / 1_000)
        }
    }

    @Test("a clock far ahead is noticed by Apple's date, said, and made up for")
    func corrected() async throws {
        let hand = HandClock()
        hand.jumpWall(600_000)
        let date = "Fri, 15 Jan 2027 08:00:00 GMT"
        try await withApple { request in
            let now = Forge.now.milliseconds / 1_000
            guard (try? Self.isRefused(request, nowSeconds: now)) == false else {
                return Response(status: 401, headers: [("Date", date)])
            }
            return StoreAPISupport.transaction(request)
        } _: { base, apple in
            let api = try StoreAPISupport.api(base, hand: hand)
            // The token is refused for its date; the second one is by Apple's clock.
            #expect(try await api.transaction(StoreAPISupport.id).transactionID == StoreAPISupport.id)
            #expect(apple.requests.count == 2)
        }
        try await withApple { _ in
            Response(status: 401, headers: [("Date", date)])
        } _: { base, apple in
            let api = try StoreAPISupport.api(base, hand: hand, allowsSandbox: false)
            let error = await StoreAPISupport.fault { () async throws(StoreAPIError) in
                try await api.transaction(StoreAPISupport.id)
            }
            #expect(error == .unauthorized(clockSkewMs: 600_000) && api.clockSkewMs == 600_000)
            #expect("\(try #require(error))".contains("clock is 600 s ahead"))
            #expect(apple.requests.count == 2, "one more try with a new token, not more")
        }
    }

    @Test("keys: PEM of P-256 only, and none is shown")
    func keys() throws {
        let damaged = ["", "hello", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"]
        for pem in damaged {
            #expect(throws: StoreAPIKey.Failure.notPrivateKey) { try StoreAPIKey(pem: pem) }
        }
        for kind in [PrivateKey.Kind.p384, .rsa2048] {
            let base64 = Base64.encode(try PrivateKey(generating: kind).pkcs8(), .standard)
            let pem = "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----"
            #expect(throws: StoreAPIKey.Failure.wrongKind) { try StoreAPIKey(pem: pem) }
        }
        let base64 = Base64.encode(try PrivateKey(generating: .p256).pkcs8(), .standard)
        let windows = "-----BEGIN PRIVATE KEY-----\r\n\(base64)\r\n-----END PRIVATE KEY-----\r\n"
        #expect(!"\(try StoreAPIKey(pem: windows))".contains(base64.prefix(8)))
    }
}
