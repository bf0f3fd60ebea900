import AppStore
import HTTPServer
import StoreSimulator
import Testing
import WalletDomain

/// What a new operator is told.
@Suite struct CheckupTests {
    /// Verdict and subject of each line, and the lines themselves.
    private static func run(
        environments: [StoreEnvironment] = StoreEnvironment.allCases, skewMs: Int64 = 0,
        _ answering: @escaping FakeApple.Answer
    ) async throws -> (short: [String], lines: [CheckupLine]) {
        try await withApple(answering) { base, _ in
            let hand = HandClock()
            hand.jumpWall(skewMs)
            let api = try StoreAPISupport.api(base, hand: hand) { $0.paceWaitMsMax = 15_000 }
            let lines = await AppleCheckup(api, environments: environments, waitMs: 30_000, clock: hand.clock).run()
            return (lines.map { "\($0.verdict) \($0.subject)" }, lines)
        }
    }

    private static let date = ("Date", "Fri, 15 Jan 2027 08:00:00 GMT")

    private static func dated(_ response: Response) -> Response {
        Response(status: response.status, headers: [date], body: response.body)
    }

    private static func test(
        _ request: Request, result: String, bundleID: String = Forge.bundleID
    ) -> Response {
        let environment = StoreAPISupport.isSandbox(request) ? "Sandbox" : "Production"
        let text = """
            {"notificationType":"TEST","notificationUUID":"9ad56bd2-0bc6-42e0-af24-fd996d87a1e6",
            "signedDate":\(Forge.now.milliseconds),"data":{"bundleId":"\(bundleID)","environment":"\(environment)"}}
            """
        let token = (try? Forge.authority.sign(payload: Array(text.utf8))) ?? ""
        let attempts = "[{\"attemptDate\":7,\"sendAttemptResult\":\"\(result)\"}]"
        return FakeApple.json("{\"signedPayload\":\"\(token)\",\"sendAttempts\":\(attempts)}")
    }

    /// An Apple in order; `test` is what became of the test.
    private static func answer(_ request: Request, test: Response) -> Response {
        switch (request.head.method, request.head.path.contains("/notifications/test")) {
        case ("POST", true): dated(FakeApple.json("{\"testNotificationToken\":\"t\"}"))
        case (_, true): dated(test)
        default: dated(FakeApple.error(4_040_010, status: 404))
        }
    }

    @Test("all is well: each line says so, nothing to do")
    func good() async throws {
        let found = try await Self.run { Self.answer($0, test: Self.test($0, result: "SUCCESS")) }
        #expect(
            found.short == [
                "ok connection", "ok clock", "ok key and bundle id", "ok notifications, production",
                "ok app, production", "ok notifications, sandbox", "ok app, sandbox",
            ])
        #expect(found.lines.allSatisfy { $0.advice == nil })
    }

    @Test("a refused key names the three settings and the bundle id, and asks no more")
    func key() async throws {
        let found = try await Self.run { _ in Self.dated(Response(status: 401)) }
        #expect(found.short == ["ok connection", "ok clock", "failed key and bundle id"])
        let advice = try #require(found.lines.last?.advice)
        for name in ["COFFER_APPLE_ISSUER_ID", "COFFER_APPLE_KEY_ID", Forge.bundleID] {
            #expect(advice.contains(name))
        }
    }

    @Test("an app that was never released is no fault")
    func unreleased() async throws {
        let found = try await Self.run { request in
            StoreAPISupport.isSandbox(request)
                ? Self.answer(request, test: Self.test(request, result: "SUCCESS"))
                : Self.dated(Response(status: 401))
        }
        #expect(
            found.short == [
                "ok connection", "ok clock", "note key and bundle id", "ok notifications, sandbox", "ok app, sandbox",
            ])
    }

    @Test("a clock that is off is told beside a key that works")
    func clock() async throws {
        let found = try await Self.run(skewMs: 45_000) { Self.answer($0, test: Self.test($0, result: "SUCCESS")) }
        #expect(found.short.contains("failed clock") && found.short.contains("ok key and bundle id"))
        #expect(found.lines.contains { $0.finding.contains("45 s ahead") && $0.advice?.contains("time") == true })
    }

    @Test(
        "a test that did not arrive says where to look",
        arguments: [
            ("TLS_ISSUE", "certificate"), ("NO_RESPONSE", "17.0.0.0/8"), ("UNSUCCESSFUL_HTTP_RESPONSE_CODE", "log"),
            ("SOMETHING_NEW", "/v1/apple/notifications"),
        ])
    func delivery(result: String, advice: String) async throws {
        let found = try await Self.run(environments: [.production]) {
            Self.answer($0, test: Self.test($0, result: result))
        }
        let line = try #require(found.lines.first { $0.subject == "notifications, production" })
        #expect(line.verdict == .failed && line.finding.contains(result) && line.advice?.contains(advice) == true)
        // What Apple signed is known all the same.
        #expect(found.short.last == "ok app, production")
    }

    @Test("no address: failed in production, only noted in the sandbox beside it")
    func noAddress() async throws {
        let found = try await Self.run { request in
            request.head.path.contains("/notifications/test")
                ? Self.dated(FakeApple.error(4_040_007, status: 404))
                : Self.dated(FakeApple.error(4_040_010, status: 404))
        }
        #expect(found.short.suffix(2) == ["failed notifications, production", "note notifications, sandbox"])
        #expect(found.lines.last?.advice?.contains("App Store Server Notifications") == true)
    }

    @Test("a test that Apple has not sent is waited for, not for ever")
    func late() async throws {
        let found = try await Self.run(environments: [.production]) {
            Self.answer($0, test: FakeApple.error(4_040_008, status: 404))
        }
        #expect(found.short.last == "failed notifications, production")
        #expect(found.lines.last?.finding.contains("30 s") == true)
    }

    @Test("a test for another app says which setting is wrong")
    func otherApp() async throws {
        let found = try await Self.run(environments: [.sandbox]) {
            Self.answer($0, test: Self.test($0, result: "SUCCESS", bundleID: "com.example.other"))
        }
        #expect(found.lines.last?.advice?.contains("bundle id") == true && found.short.last == "failed app, sandbox")
    }

    @Test("no connection is told once, with the hosts to let through")
    func connection() async throws {
        let found = try await Self.run { _ in Self.dated(FakeApple.json("<html>", status: 502)) }
        #expect(found.short == ["failed connection", "ok clock"])
        #expect(found.lines.first?.advice?.contains("443") == true)
    }
}
