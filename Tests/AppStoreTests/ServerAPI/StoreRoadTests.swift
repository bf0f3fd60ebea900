import HTTPClient
import HTTPServer
import Synchronization
import Testing
import WalletDomain

@testable import AppStore

/// Bounds: how many calls, how fast, and when none (cases R-4, M-1).
@Suite struct StoreRoadTests {
    private static let id = StoreAPISupport.id

    private static func ask(_ api: AppStoreServerAPI, _ environment: StoreEnvironment = .production) async
        -> StoreAPIError?
    {
        await StoreAPISupport.fault { () async throws(StoreAPIError) in try await api.transaction(id, in: environment) }
    }

    @Test("a silent Apple holds a bounded number of calls; the rest hear it at once")
    func bounded() async throws {
        try await withApple { _ in
            nil
        } _: { base, apple in
            let api = try StoreAPISupport.api(base) {
                $0.timeoutMs = 1_000
                $0.callsMax = 4
            }
            let errors = await withTaskGroup(of: StoreAPIError?.self) { group in
                for _ in 0..<50 { group.addTask { await Self.ask(api) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.filter { $0 == .unreachable(.timeout) }.count == 4)
            #expect(errors.filter { if case .busy = $0 { true } else { false } }.count == 46)
            #expect(apple.requests.count <= 4)
        }
    }

    @Test("after five failures of one store it is left alone, the other is not; pauses grow; an answer ends them")
    func breaker() async throws {
        let isWell = Atomic(false)
        let hand = HandClock()
        try await withApple { request in
            isWell.load(ordering: .relaxed) || StoreAPISupport.isSandbox(request)
                ? StoreAPISupport.transaction(request) : FakeApple.json("<html>", status: 503)
        } _: { base, apple in
            let api = try StoreAPISupport.api(base, hand: hand)
            for _ in 0..<Limits.appleFailuresMax { #expect(await Self.ask(api) == .failing(status: 503, code: nil)) }
            #expect(await Self.ask(api) == .paused(.outage, retryAfterMs: 2_000))
            #expect(await Self.ask(api, .sandbox) == nil)
            hand.advance(2_000)
            #expect(await Self.ask(api) == .failing(status: 503, code: nil))
            #expect(await Self.ask(api) == .paused(.outage, retryAfterMs: 4_000))
            isWell.store(true, ordering: .relaxed)
            hand.advance(4_000)
            #expect(await Self.ask(api) == nil)
            #expect(await Self.ask(api) == nil)
            #expect(apple.requests.count == Limits.appleFailuresMax + 4)
        }
    }

    @Test("calls that nobody waits for leave half of the places to the others, and their failures are their own")
    func background() async throws {
        let isHanging = Atomic(true)
        try await withApple { request in
            guard request.head.path.contains("history") else { return StoreAPISupport.transaction(request) }
            return isHanging.load(ordering: .relaxed) ? nil : FakeApple.json("<html>", status: 503)
        } _: { base, apple in
            let api = try StoreAPISupport.api(base) {
                $0.timeoutMs = 3_000
                $0.callsMax = 4
            }
            @Sendable func history() async -> StoreAPIError? {
                await StoreAPISupport.fault { () async throws(StoreAPIError) in
                    try await api.history(of: Self.id, in: .production)
                }
            }
            let errors = await withTaskGroup(of: StoreAPIError?.self) { group in
                for _ in 0..<10 { group.addTask { await history() } }
                while apple.requests.count < 2 { await Task.yield() }
                for _ in 0..<2 { #expect(await Self.ask(api) == nil) }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.filter { $0 == .unreachable(.timeout) }.count == 2)
            #expect(errors.filter { if case .busy = $0 { true } else { false } }.count == 8)
            isHanging.store(false, ordering: .relaxed)
            for _ in 0..<Limits.appleFailuresMax - 2 { #expect(await history() == .failing(status: 503, code: nil)) }
            guard case .paused(.outage, _) = await history() else {
                Issue.record("histories are not left alone")
                return
            }
            #expect(await Self.ask(api) == nil)
        }
    }

    @Test("no pause is longer than a minute")
    func pauses() {
        let breaker = CircuitBreaker(trialMs: 1)
        for _ in 0..<40 { breaker.failed(.production, .outage, nowMs: 0) }
        #expect(throws: StoreAPIError.paused(.outage, retryAfterMs: 60_000)) {
            try breaker.admit(.production, nowMs: 0)
        }
    }

    @Test("while one call tries, the others stay out")
    func oneTries() throws {
        let breaker = CircuitBreaker(trialMs: 8_000)
        for _ in 0..<Limits.appleFailuresMax { breaker.failed(.production, .credentials, nowMs: 0) }
        try breaker.admit(.production, nowMs: 2_000)
        #expect(throws: StoreAPIError.paused(.credentials, retryAfterMs: 8_000)) {
            try breaker.admit(.production, nowMs: 2_000)
        }
    }

    @Test(
        "over an hour no more calls than Apple allows, and hardly fewer",
        arguments: [
            (StorePace.transaction, StoreEnvironment.production, 50.0), (.setToken, .production, 20),
            (.orderLookup, .production, 10), (.testNotification, .production, 1), (.transaction, .sandbox, 5),
            (.testNotification, .sandbox, 0.1),
        ])
    func pace(pace: StorePace, environment: StoreEnvironment, callsPerSecond: Double) {
        let pacer = StorePacer()
        var calls = 0.0
        for nowMs in stride(from: Int64(0), to: 3_600_000, by: 7) {
            while (try? pacer.reserve(pace, environment, nowMs: nowMs, waitMsMax: 0)) != nil { calls += 1 }
        }
        let allowed = 3_600 * callsPerSecond
        #expect(calls <= allowed + max(1, 2 * callsPerSecond) && calls >= allowed * 0.99)
    }

    @Test("a turn that comes soon is waited for, one that comes late is refused with its time")
    func turns() throws {
        let pacer = StorePacer()
        func reserve() throws(StoreAPIError) -> Int64 {
            try pacer.reserve(.testNotification, .production, nowMs: 0, waitMsMax: 2_000)
        }
        #expect(try (0..<4).map { _ in try reserve() } == [0, 0, 1_000, 2_000])
        #expect(throws: StoreAPIError.busy(retryAfterMs: 3_000)) { try reserve() }
    }

    @Test("a call waits for its turn, and holds nobody's slot for ever")
    func waits() async throws {
        let hand = HandClock()
        try await withApple { _ in
            FakeApple.json("{\"testNotificationToken\":\"t\"}")
        } _: { base, _ in
            let api = try StoreAPISupport.api(base, hand: hand) { $0.paceWaitMsMax = 60_000 }
            for _ in 0..<4 { _ = try await api.requestTestNotification(in: .production) }
            #expect(hand.sleptMs == [1_000, 1_000])
        }
    }

    @Test(
        "dates of HTTP",
        arguments: [
            ("Fri, 15 Jan 2027 08:00:00 GMT", 1_800_000_000_000), ("Fri, 5 Mar 2027 08:00:00 GMT", 1_804_233_600_000),
            ("2027-01-15T08:00:00Z", nil), ("Fri, 15 Foo 2027 08:00:00 GMT", nil), ("", nil),
        ] as [(String, Int64?)])
    func dates(text: String, ms: Int64?) {
        #expect(Instant(httpDate: text)?.milliseconds == ms)
    }
}
