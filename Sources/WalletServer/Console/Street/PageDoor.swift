internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// The console's part of the street: session, language, forged forms, scopes; then the page, dressed and closed up.
struct PageDoor: Sendable {
    let sessions: SessionDesk
    let csrf: CSRF
    let zone: ConsoleZone
    let isDevelopment: Bool
    let limiter: RateLimiter
    let tasks: RunningTasks
    /// Told of visitors who may not go where they wanted to.
    let refusals: RefusalNotes
    let approvals: ApprovalStore
    let now: @Sendable () -> Instant

    func place<S: Screen>(_ screen: S) -> Console.Place {
        place(S.route) { visit, _ in .page(try await screen.show(visit)) }
    }

    func place<D: Download>(_ download: D) -> Console.Place {
        place(D.route) { visit, _ in .file(try await download.fetch(visit)) }
    }

    func place<A: Act>(_ act: A) -> Console.Place {
        place(A.route) { visit, reply in try await run(act, visit, reply) }
    }

    /// What a page is, without the door: asks for a session if its route does.
    private func place(
        _ route: PageRoute, _ work: @escaping @Sendable (Visit, Reply) async throws -> Landing
    ) -> Console.Place {
        let station = Station(page: route.route) { call, reply in
            tasks.run {
                var (visit, reply) = (anonymous(call), reply)
                do {
                    visit = try await arrive(call)
                    reply.caller = visit.visitor?.caller.name
                    try admit(visit, to: route)
                    visit.waiting = try await waiting(for: visit)
                    respond(try await work(visit, reply), visit, reply)
                } catch {
                    refuse(error, visit, reply)
                }
            }
        }
        return Console.Place(route: route, station: station)
    }

    // MARK: Arriving

    private func anonymous(_ call: Call) -> Visit { visit(call, nil) }

    private func arrive(_ call: Call) async throws -> Visit {
        guard let token = csrf.sessionToken(call.request.head) else { return anonymous(call) }
        return visit(call, try await sessions.admin(cookie: token))
    }

    private func visit(_ call: Call, _ visitor: AdminCaller?) -> Visit {
        let chosen = visitor?.language.flatMap(Language.init) ?? LanguageCookie.language(call.request.head)
        return Visit(
            call: call, visitor: visitor, language: chosen ?? Language(accepting: call.headers["accept-language"]),
            zone: zone, isDevelopment: isDevelopment, limiter: limiter, now: now())
    }

    /// What the navigation counts; nothing for whoever may not see the rows behind it.
    private func waiting(for visit: Visit) async throws -> [Section: Int64] {
        guard visit.visitor != nil, visit.may(ListActApprovals.route) else { return [:] }
        return [.approvals: try await approvals.countOpen()]
    }

    /// A page is open to whom its calls of the API would be open to.
    private func admit(_ visit: Visit, to route: PageRoute) throws {
        guard route.access != .anyone else { return }
        guard let visitor = visit.visitor else { throw PeopleRefusal.signedOut }
        try limiter.admit(visitor.caller)
        if case .scopes(let scopes) = route.access, !visitor.caller.scopes.containsAny(of: scopes) {
            let call = "\(route.method.rawValue) \(route.template)"
            refusals.note(visitor.caller, call: call, visit.call.request.head, tasks: tasks)
            throw Problem.scopeMissing(scopes)
        }
    }

    // MARK: Forms

    private func run<A: Act>(_ act: A, _ visit: Visit, _ reply: Reply) async throws -> Landing {
        try csrf.checkOrigin(visit.call.request.head)
        let form = try FormFields(visit.call.request, only: A.fields, file: A.file)
        if let visitor = visit.visitor {
            try csrf.check(visit.call.request.head, token: form.secret(FormFields.token), of: visitor)
        }
        do {
            guard !A.isSensitive || visit.isSteppedUp else { throw PeopleRefusal.stepUpNeeded }
            return try await act.run(form, visit)
        } catch {
            let complaint = Complaint(error)
            let trouble = Trouble(complaint: complaint, values: form.shown(except: A.secrets))
            return .page(try await act.again(trouble, visit).with(status: complaint.status))
        }
    }

    // MARK: Answers

    private func respond(_ landing: Landing, _ visit: Visit, _ reply: Reply) {
        switch landing {
        case .page(let body, let session):
            var visit = visit
            if let session {
                let waiting = visit.waiting
                visit = self.visit(visit.call, session.admin)
                visit.waiting = waiting
            }
            reply.respond(PageResponse.page(body, visit, cookies: cookies(session)), code: nil)
        case .go(let link, let notice, let session):
            reply.respond(PageResponse.redirect(to: link.telling(notice), cookies: cookies(session)), code: nil)
        case .leave(let link, let notice):
            reply.respond(
                PageResponse.redirect(to: link.telling(notice), cookies: [csrf.emptyCookie]), code: nil)
        case .file(let file):
            var response = file.response
            response.headers += PageResponse.fileGuards
            reply.respond(response, code: nil)
        case .speak(let language, let link):
            let cookie = LanguageCookie.value(language, isSecure: csrf.isSecure)
            reply.respond(PageResponse.redirect(to: link, cookies: [cookie]), code: nil)
        }
    }

    private func cookies(_ session: SignedIn?) -> [String] { session.map { [csrf.cookie($0.token)] } ?? [] }

    /// Whoever is not logged in is asked who he is, and then led on to where he wanted to go.
    private func refuse(_ error: any Error, _ visit: Visit, _ reply: Reply) {
        let complaint = Complaint(error)
        if case PeopleRefusal.signedOut = error, visit.call.route.method == .get {
            return reply.respond(PageResponse.redirect(to: LogInPage.link(for: visit)), code: .unauthenticated)
        }
        reply.respond(PageResponse.page(RefusalPage.body(complaint, visit), visit), code: complaint.code)
    }

    /// For what no page stands behind: below `/admin` people are told, not programs.
    func refusal(_ problem: Problem, _ request: Request) -> Response? {
        guard request.head.path == "/admin" || request.head.path.hasPrefix("/admin/") else { return nil }
        let route = PageRoute(.get, "/admin", .anyone).route
        guard let call = Call(request, route: route, limiter: limiter) else { return nil }
        let visit = anonymous(call)
        var response = PageResponse.page(RefusalPage.body(Complaint(problem), visit), visit)
        response.headers += problem.statusHeaders
        return response
    }
}

extension Station {
    /// A page of the console: it looks for its session itself.
    init(page route: Route, take takePage: @escaping @Sendable (Call, Reply) -> Void) {
        self.route = route
        takeOpen = nil
        takeGuest = takePage
        take = { call, _, reply in takePage(call, reply) }
    }
}
