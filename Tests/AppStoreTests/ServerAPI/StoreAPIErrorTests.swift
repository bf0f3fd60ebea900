import AppStore
import HTTPClient
import HTTPServer
import Testing
import WalletDomain

/// Which failures pass and which do not.
@Suite struct StoreAPIErrorTests {
    private static func ask(_ response: Response, hand: HandClock = HandClock()) async throws -> StoreAPIError? {
        try await withApple { _ in
            response
        } _: { base, _ in
            let api = try StoreAPISupport.api(base, hand: hand)
            return await StoreAPISupport.fault { () async throws(StoreAPIError) in
                try await api.transaction(StoreAPISupport.id, in: .production)
            }
        }
    }

    @Test(
        "numbers of errors",
        arguments: [
            (400, 4_000_000, false), (400, 4_000_006, false), (400, 4_000_187, false), (400, 9_990_000, false),
            (404, 4_040_001, false), (404, 4_040_002, true), (404, 4_040_004, true), (404, 4_040_006, true),
            (404, 4_040_010, false), (404, 4_049_999, false), (500, 5_000_000, true), (500, 5_000_001, true),
            (503, 7, true),
        ] as [(Int, Int, Bool)])
    func codes(status: Int, code: Int, isRetryable: Bool) async throws {
        let error = try #require(try await Self.ask(FakeApple.error(code, status: status)))
        #expect(error.isRetryable == isRetryable && error.code == code)
        #expect(error.isTransactionUnknown == (code == 4_040_010))
    }

    @Test(
        "what is no JSON of Apple's is no word of Apple's",
        arguments: [
            (200, "<html>"), (200, "{\"signedTr"), (200, "[]"), (200, "{}"), (200, ""), (302, ""), (404, "<html>"),
            (400, "{\"errorMessage\":\"no number\"}"), (403, ""),
        ] as [(Int, String)])
    func unreadable(status: Int, body: String) async throws {
        let error = try #require(try await Self.ask(FakeApple.json(body, status: status)))
        #expect(error == .unreadable(status: status) && error.isRetryable)
    }

    @Test(
        "Retry-After is a moment in milliseconds; whatever it says is clamped",
        arguments: [
            ("\(Forge.now.milliseconds + 5_000)", 5_000), ("\(Forge.now.milliseconds - 5_000)", 1_000), ("30", 1_000),
            ("\(Int64.max)", 3_600_000), ("\(Int64.min)", 10_000), ("soon", 10_000), ("", 10_000),
        ] as [(String, Int64)])
    func retryAfter(text: String, expectedMs: Int64) async throws {
        let response = Response(status: 429, headers: [("Retry-After", text)])
        let error = try #require(try await Self.ask(response))
        #expect(error == .rateLimited(retryAfterMs: expectedMs) && error.retryAfter == .milliseconds(expectedMs))
    }

    @Test("after a 429 that kind of call waits, others do not")
    func held() async throws {
        let hand = HandClock()
        let after = Forge.now.milliseconds + 5_000
        try await withApple { request in
            request.head.path.contains("history")
                ? FakeApple.json("{}")
                : FakeApple.json("{}", status: 429, headers: [("Retry-After", "\(after)")])
        } _: { base, apple in
            let api = try StoreAPISupport.api(base, hand: hand)
            func ask() async -> StoreAPIError? {
                await StoreAPISupport.fault { () async throws(StoreAPIError) in
                    try await api.transaction(StoreAPISupport.id, in: .production)
                }
            }
            #expect(await ask() == .rateLimited(retryAfterMs: 5_000))
            hand.advance(2_000)
            #expect(await ask() == .rateLimited(retryAfterMs: 3_000))
            #expect(apple.requests.count == 1)
            _ = try await api.history(of: StoreAPISupport.id, in: .production)
            hand.advance(3_000)
            _ = await ask()
            #expect(apple.requests.count == 3)
        }
    }

    @Test("a sentence for operators has no token, no key and no line break")
    func sentences() {
        let errors: [StoreAPIError] = [
            .unauthorized(clockSkewMs: nil), .unauthorized(clockSkewMs: -90_000), .rateLimited(retryAfterMs: 1),
            .failing(status: 503, code: nil), .unreadable(status: 200), .unreachable(.tls), .busy(retryAfterMs: 1),
            .paused(.credentials, retryAfterMs: 1), .paused(.outage, retryAfterMs: 1), .cancelled,
            .notGenuine(.wrongApp), .notGenuine(.badEncoding),
        ]
        for error in errors {
            #expect(!error.description.isEmpty && !error.description.contains("\n"))
        }
        #expect(errors[1].description.contains("90 s behind"))
    }
}
