internal import HTTPClient
internal import Synchronization
internal import WalletDomain

/// The road to Apple that all calls of one app share: bounded, paced, stopped while Apple fails, and signed.
final class StoreAPIRoad: Sendable {
    private let settings: ServerAPISettings
    private let client: HTTPClient
    private let clock: AppleClock
    private let tokens: APITokens
    private let slots: CallSlots
    private let pacer = StorePacer()
    /// Two, so that calls nobody waits for cannot keep the others from Apple: their failures count for themselves.
    private let breaker: CircuitBreaker
    private let backgroundBreaker: CircuitBreaker
    private let skewMs = Mutex<Int64?>(nil)

    init(_ settings: ServerAPISettings, client: HTTPClient, clock: AppleClock) {
        self.settings = settings
        self.client = client
        self.clock = clock
        tokens = APITokens(settings, clock: clock)
        slots = CallSlots(settings.callsMax)
        breaker = CircuitBreaker(trialMs: Int64(settings.timeoutMs))
        backgroundBreaker = CircuitBreaker(trialMs: Int64(settings.timeoutMs))
    }

    /// Our clock minus Apple's as of the last answer, to a second; nil before the first.
    var clockSkewMs: Int64? { skewMs.withLock { $0 } }

    func send(_ call: StoreAPICall, in environment: StoreEnvironment) async throws(StoreAPIError) -> JSONObject {
        guard slots.enter(isBackground: call.pace.isBackground) else {
            throw .busy(retryAfterMs: Limits.applePaceWaitMsMax)
        }
        defer { slots.leave() }
        let breaker = breaker(for: call)
        try breaker.admit(environment, nowMs: clock.steadyMs())
        try await waitForTurn(call, environment)
        do throws(StoreAPIError) {
            let answer = try await exchange(call, environment)
            breaker.succeeded(environment)
            return answer
        } catch {
            note(error, call, environment)
            throw error
        }
    }

    private func waitForTurn(_ call: StoreAPICall, _ environment: StoreEnvironment) async throws(StoreAPIError) {
        let waitMs = try pacer.reserve(
            call.pace, environment, nowMs: clock.steadyMs(), waitMsMax: settings.paceWaitMsMax)
        guard waitMs > 0 else { return }
        do {
            try await clock.sleep(waitMs)
        } catch {
            throw .cancelled
        }
    }

    /// A 401 is answered once with a new token: the old one may have been made before the clock was set.
    private func exchange(
        _ call: StoreAPICall, _ environment: StoreEnvironment
    ) async throws(StoreAPIError) -> JSONObject {
        do throws(StoreAPIError) {
            return try await exchangeOnce(call, environment)
        } catch .unauthorized(let skewMs) {
            tokens.forget(skewMs: skewMs)
            return try await exchangeOnce(call, environment)
        }
    }

    private func exchangeOnce(
        _ call: StoreAPICall, _ environment: StoreEnvironment
    ) async throws(StoreAPIError) -> JSONObject {
        let request = try request(call, environment)
        let response: HTTPResponse
        do throws(HTTPClientError) {
            response = try await client.send(request)
        } catch {
            throw error == .cancelled ? .cancelled : .unreachable(error)
        }
        let nowMs = clock.wall().milliseconds
        if let measured = StoreAPIAnswer.measuredSkewMs(response, nowMs: nowMs) { skewMs.withLock { $0 = measured } }
        return try StoreAPIAnswer.judge(response, nowMs: nowMs)
    }

    private func request(
        _ call: StoreAPICall, _ environment: StoreEnvironment
    ) throws(StoreAPIError) -> HTTPRequest {
        let token: String
        do {
            token = try tokens.token()
        } catch {
            throw .unauthorized(clockSkewMs: nil)  // a key that was checked cannot fail but by a bug or lack of memory
        }
        var headers = [("Authorization", "Bearer \(token)"), ("Accept", "application/json")]
        if call.body != nil { headers.append(("Content-Type", "application/json")) }
        return HTTPRequest(
            call.method, call.url(settings.baseURL(environment)), headers: headers, body: call.body,
            responseBytesMax: Limits.appleAnswerBytesMax, timeoutMs: settings.timeoutMs)
    }

    private func breaker(for call: StoreAPICall) -> CircuitBreaker {
        call.pace.isBackground ? backgroundBreaker : breaker
    }

    private func note(_ error: StoreAPIError, _ call: StoreAPICall, _ environment: StoreEnvironment) {
        let breaker = breaker(for: call)
        let nowMs = clock.steadyMs()
        switch error {
        case .unauthorized: breaker.failed(environment, .credentials, nowMs: nowMs)
        case .failing, .unreadable, .unreachable: breaker.failed(environment, .outage, nowMs: nowMs)
        case .rateLimited(let afterMs):
            pacer.hold(call.pace, environment, nowMs: nowMs, afterMs: afterMs)
            breaker.succeeded(environment)
        case .refused, .notGenuine: breaker.succeeded(environment)
        case .paused, .busy, .cancelled: break
        }
    }
}
