internal import HTTPServer
internal import WalletDomain

/// From a request to its endpoint: route, caller, scope. The same through a socket or in memory.
struct Router: Sendable {
    private let stations: [Station]
    private let table: RouteTable
    private let authenticator: Authenticator
    private let limiter: RateLimiter
    /// What people are told where no page is; nil for programs.
    private let refusalPage: @Sendable (Problem, Request) -> Response?
    /// Told of callers who may not do what they ask for.
    private let onForbidden: @Sendable (Caller, Route, RequestHead) -> Void
    let exit: Exit

    init(
        _ stations: [Station], authenticator: Authenticator, limiter: RateLimiter, exit: Exit,
        refusalPage: @escaping @Sendable (Problem, Request) -> Response? = { _, _ in nil },
        onForbidden: @escaping @Sendable (Caller, Route, RequestHead) -> Void = { _, _, _ in }
    ) {
        self.onForbidden = onForbidden
        self.stations = stations
        self.refusalPage = refusalPage
        table = RouteTable(stations.map(\.route))
        self.authenticator = authenticator
        self.limiter = limiter
        self.exit = exit
    }

    /// Why a body is not read, and what the log tells about it.
    struct EarlyRefusal: Error {
        let problem: Problem
        let route: Route
        /// The name of the key, if it was known.
        let caller: String?
    }

    /// How much body a request may bring. A large one is read only from somebody whom we know.
    func bodyBytesMax(_ head: RequestHead) throws(EarlyRefusal) -> Int {
        guard case .route(let index) = table.match(method: head.method, path: head.path) else {
            return Limits.bodyBytesMax
        }
        let route = stations[index].route
        if route.bodyBytesMax > Limits.bodyBytesMax, route.access != .anyone, route.access != .admins {
            var name: String?
            do throws(Problem) {
                let caller = try authenticator.caller(head)
                name = caller.name
                try allow(caller, route, head)
                try limiter.admit(caller, tokens: 0)
            } catch {
                throw EarlyRefusal(problem: error, route: route, caller: name)
            }
        }
        return route.bodyBytesMax
    }

    /// Reads are sent away before what moves coins, and that before purchases and what Apple tells.
    func hasRoom(for head: RequestHead, besides others: Int, of max: Int) -> Bool {
        // Nobody is sent away from a house that is half empty: no look-up.
        guard others * 100 >= max * RequestClass.percentMin else { return true }
        guard case .route(let index) = table.match(method: head.method, path: head.path) else { return false }
        let requestClass = RequestClass(stations[index].route)
        let hasRoom = others * 100 < max * requestClass.percent
        if !hasRoom { exit.metrics.countShedRequest(requestClass) }
        return hasRoom
    }

    func take(_ request: Request, send: @escaping @Sendable (Response) -> Void) {
        var reply = Reply(request, exit: exit, send: send)
        do throws(Problem) {
            let station = try station(for: request.head, &reply)
            if let takeOpen = station.takeOpen, isOpen(station.route, to: request.head) {
                return reply.respond(takeOpen(), code: nil)
            }
            if let takeGuest = station.takeGuest {
                guard let call = Call(request, route: station.route, limiter: limiter) else { throw .malformed("path") }
                return takeGuest(call, reply)
            }
            let caller = try authenticator.caller(request.head)
            reply.caller = caller.name
            try allow(caller, station.route, request.head)
            try limiter.admit(caller)
            guard let call = Call(request, route: station.route, limiter: limiter) else { throw .malformed("path") }
            try call.countUser()
            station.take(call, caller, reply)
        } catch {
            if let page = refusalPage(error, request) { return reply.respond(page, code: error.code) }
            reply.refuse(error)
        }
    }

    private func station(for head: RequestHead, _ reply: inout Reply) throws(Problem) -> Station {
        switch table.match(method: head.method, path: head.path) {
        case .route(let index):
            reply.station = stations[index].route
            return stations[index]
        case .otherMethods(let methods): throw .methodNotAllowed(methods)
        case .none: throw Problem(code: .routeNotFound)
        }
    }

    private func isOpen(_ route: Route, to head: RequestHead) -> Bool {
        switch route.access {
        case .anyone: true
        case .operators: head.isFromThisMachine
        case .keys, .admins: false
        }
    }

    private func allow(_ caller: Caller, _ route: Route, _ head: RequestHead) throws(Problem) {
        guard caller.scopes.containsAny(of: route.access.scopes) else {
            onForbidden(caller, route, head)
            throw .scopeMissing(route.access.scopes)
        }
    }
}

extension RequestHead {
    /// A peer on the loopback address that is no proxy speaking for somebody else (RFC 7239).
    fileprivate var isFromThisMachine: Bool {
        let isLoopback = remoteAddress.hasPrefix("127.") || remoteAddress == "::1"
        return isLoopback && headers["forwarded"] == nil && headers["x-forwarded-for"] == nil
            && headers["x-real-ip"] == nil
    }
}
