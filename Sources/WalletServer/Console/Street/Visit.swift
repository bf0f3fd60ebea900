internal import HTTPServer
internal import WalletDomain

/// One request of a person: who it is, where he goes, in which language.
struct Visit: Sendable {
    let call: Call
    /// Nil before somebody has logged in.
    let visitor: AdminCaller?
    let language: Language
    let zone: ConsoleZone
    let isDevelopment: Bool
    let limiter: RateLimiter
    let now: Instant
    /// How many of something wait for a person, in the parts that this one may see.
    var waiting: [Section: Int64] = [:]

    func path(_ name: String) -> String { call.path(name) }

    /// The page's own parameters and the notice that a form left behind; anything else is refused.
    func query(only names: [String] = []) throws(Problem) -> Query { try call.query(only: names + [Notice.parameter]) }

    var notice: Notice? {
        call.request.head.query?.first { $0.name == Notice.parameter }.flatMap { Notice(rawValue: $0.value) }
    }

    /// - Throws: 401 if nobody is logged in; pages for people are not reached then.
    func person() throws(Problem) -> AdminCaller {
        guard let visitor else { throw Problem(code: .unauthenticated) }
        return visitor
    }

    /// Whether the second factor was shown a moment ago.
    var isSteppedUp: Bool { visitor?.isSteppedUp(at: now) ?? false }

    var origin: CallerOrigin { CallerOrigin(call.request.head) }

    func may(_ scopes: [Scope]) -> Bool { visitor?.caller.scopes.containsAny(of: scopes) ?? false }

    /// Whether the API would let this person make that call.
    func may(_ route: Route) -> Bool {
        switch route.access {
        case .keys(let scopes): may(scopes)
        case .operators: may([.read])
        case .anyone, .admins: true
        }
    }

    // MARK: The API, without a socket

    /// Calls an endpoint as the person who looks: parsed, checked and answered as if a key had called.
    func ask<E: Endpoint>(_ endpoint: E, _ request: InnerRequest = InnerRequest()) async throws -> E.Output {
        let caller = try caller(for: E.route)
        return try await endpoint.run(try endpoint.parse(try inner(request, E.route)), as: caller)
    }

    func ask<E: FileEndpoint>(_ endpoint: E, _ request: InnerRequest = InnerRequest()) async throws -> FileAnswer {
        let caller = try caller(for: E.route)
        return try await endpoint.run(try endpoint.parse(try inner(request, E.route)), as: caller)
    }

    private func caller(for route: Route) throws(Problem) -> Caller {
        let caller = try person().caller
        if case .keys(let scopes) = route.access, !caller.scopes.containsAny(of: scopes) {
            throw .scopeMissing(scopes)
        }
        return caller
    }

    private func inner(_ request: InnerRequest, _ route: Route) throws(Problem) -> Call {
        let inner = request.request(for: route, id: call.requestID, from: call.request.head.remoteAddress)
        guard let call = Call(inner, route: route, limiter: limiter) else { throw .malformed("path") }
        return call
    }
}
