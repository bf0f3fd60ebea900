import AppStore
import Crypto
import HTTPClient
import HTTPServer
import StoreSimulator
import Synchronization
import Testing
import WalletDomain

/// Which store is asked, with what, and what becomes of answers that are none.
@Suite struct VerifyReceiptClientTests {
    private static let secret = "shared-0123456789"

    private static func client(
        _ production: String, _ sandbox: String, timeoutMs: Int = 5_000, callsMax: Int = 8,
        clock: AppleClock = HandClock().clock
    ) -> VerifyReceiptClient {
        var settings = VerifyReceiptSettings(sharedSecret: Secret(secret))
        settings.productionURL = production + "/production"
        settings.sandboxURL = sandbox + "/sandbox"
        settings.timeoutMs = timeoutMs
        settings.callsMax = callsMax
        return VerifyReceiptClient(settings, Forge.settings, client: HTTPClient(), clock: clock)
    }

    private static func receipt() throws -> String {
        try Forge.authority.makeReceipt(payload: [0x31, 0])
    }

    private static func good(_ environment: StoreEnvironment) -> String {
        let type = environment == .production ? "Production" : "ProductionSandbox"
        return """
            {"status":0,"environment":"\(environment.rawValue)","receipt":{"receipt_type":"\(type)","bundle_id":
            "\(Forge.bundleID)","in_app":[{"product_id":"coins","transaction_id":"7","purchase_date_ms":"1000"}]}}
            """
    }

    private static func fault(_ client: VerifyReceiptClient, _ receipt: String? = nil) async throws
        -> VerifyReceiptError?
    {
        let receipt = try receipt ?? self.receipt()
        do throws(VerifyReceiptError) {
            _ = try await client.verify(receipt)
            return nil
        } catch {
            return error
        }
    }

    @Test("production alone is asked about its own receipt, with the whole receipt and the secret")
    func production() async throws {
        try await withApple { _ in
            FakeApple.json(Self.good(.production))
        } _: { base, apple in
            let receipt = try Self.receipt()
            let purchases = try await Self.client(base, base).verify(receipt)
            #expect(purchases.map(\.environment) == [.production])
            #expect(apple.paths == ["/production"])
            let body = try JSONObject(parsing: try #require(apple.requests.first).body)
            #expect(try body.text("receipt-data") == receipt && body.text("password") == Self.secret)
        }
    }

    @Test("the sandbox is asked after 21007 only, once, with the same body")
    func sandbox() async throws {
        try await withApple { request in
            FakeApple.json(request.head.path == "/sandbox" ? Self.good(.sandbox) : "{\"status\":21007}")
        } _: { base, apple in
            let purchases = try await Self.client(base, base).verify(try Self.receipt())
            #expect(purchases.map(\.environment) == [.sandbox])
            #expect(apple.paths == ["/production", "/sandbox"])
            #expect(apple.requests.first?.body == apple.requests.last?.body)
        }
    }

    @Test("a sandbox that sends us back is no loop", arguments: [21_007, 21_008])
    func loop(status: Int) async throws {
        try await withApple { request in
            FakeApple.json("{\"status\":\(request.head.path == "/sandbox" ? status : 21_007)}")
        } _: { base, apple in
            let error = try #require(try await Self.fault(Self.client(base, base)))
            #expect(error.isRetryable && apple.paths.count == 2)
        }
    }

    @Test("a receipt damaged on the way is repaired before Apple sees it")
    func repaired() async throws {
        try await withApple { _ in
            FakeApple.json(Self.good(.production))
        } _: { base, apple in
            let receipt = try Self.receipt()
            let damaged = receipt.replacing("+", with: " ").replacing("/", with: "_").replacing("=", with: "")
            _ = try await Self.client(base, base).verify("\n" + damaged + "\r\n")
            let body = try JSONObject(parsing: try #require(apple.requests.first).body)
            #expect(try body.text("receipt-data") == receipt)
        }
    }

    @Test(
        "what is no receipt is refused without a call",
        arguments: ["", "%%%", "eyJhbGciOiJFUzI1NiJ9.e30.AAAA", "ewoJInB1cmNoYXNlLWluZm8iID0gIiI7Cn0="])
    func notAReceipt(text: String) async throws {
        try await withApple { _ in
            FakeApple.json(Self.good(.production))
        } _: { base, apple in
            let error = try await Self.fault(Self.client(base, base), text)
            #expect(error == .notAReceipt(.badEncoding) && error?.patience == ReceiptPatience.none)
            #expect(apple.requests.isEmpty)
        }
    }

    @Test(
        "web pages, redirects, empty and cut bodies are no word of Apple's",
        arguments: [
            (503, "<html>"), (200, "<html>"), (302, ""), (200, ""), (200, "{\"status\":0,\"rec"), (200, "null"),
        ])
    func pages(status: Int, body: String) async throws {
        try await withApple { _ in
            FakeApple.json(body, status: status, headers: [("Location", "/elsewhere")])
        } _: { base, apple in
            let error = try await Self.fault(Self.client(base, base))
            #expect(error == .unreadable(status: status))
            #expect(apple.paths == ["/production"])
        }
    }

    @Test("silence ends in time, and nobody listening at once")
    func silence() async throws {
        try await withApple { _ in
            nil
        } _: { base, _ in
            let error = try await Self.fault(Self.client(base, base, timeoutMs: 200))
            #expect(error == .unreachable(.timeout) && error?.patience == .endless)
        }
        let nobody = "http://127.0.0.1:1"
        #expect(try await Self.fault(Self.client(nobody, nobody)) == .unreachable(.cannotConnect))
    }

    @Test("after five failures Apple is left alone for a while; one call tries, and opens again")
    func pause() async throws {
        let isWell = Atomic(false)
        let hand = HandClock()
        try await withApple { _ in
            isWell.load(ordering: .relaxed) ? FakeApple.json(Self.good(.production)) : Response(status: 503)
        } _: { base, apple in
            let client = Self.client(base, base, clock: hand.clock)
            for _ in 0..<Limits.appleFailuresMax { _ = try await Self.fault(client) }
            #expect(try await Self.fault(client) == .paused(retryAfterMs: Limits.applePauseMs))
            #expect(apple.requests.count == Limits.appleFailuresMax)
            isWell.store(true, ordering: .relaxed)
            hand.advance(Limits.applePauseMs)
            #expect(try await Self.fault(client) == nil)
            #expect(try await Self.fault(client) == nil)
        }
    }

    @Test("calls that wait are bounded; the rest hear it at once")
    func bounded() async throws {
        try await withApple { _ in
            nil
        } _: { base, apple in
            let client = Self.client(base, base, timeoutMs: 1_000, callsMax: 3)
            let errors = try await withThrowingTaskGroup(of: VerifyReceiptError?.self) { group in
                for _ in 0..<20 { group.addTask { try await Self.fault(client) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.filter { $0 == .busy }.count == 17)
            #expect(errors.filter { $0 == .unreachable(.timeout) }.count == 3 && apple.requests.count <= 3)
        }
    }
}
