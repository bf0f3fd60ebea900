/// One address of the console and who may go there. Not a `Route` of the API: `docs/openapi.yaml` does not name it.
struct PageRoute: Hashable, Sendable {
    enum Access: Hashable, Sendable {
        /// Before anybody has said who he is.
        case anyone
        /// Whoever is logged in.
        case people
        /// Whose role has one of these scopes: the same as for a key.
        case scopes([Scope])
    }

    let method: Route.Method
    /// As a route's: `{name}` stands for a value.
    let template: String
    let access: Access
    /// For forms.
    let bodyBytesMax: Int

    init(_ method: Route.Method, _ template: String, _ access: Access, bodyBytesMax: Int = ConsoleLimits.formBytesMax) {
        self.method = method
        self.template = template
        self.access = access
        self.bodyBytesMax = bodyBytesMax
    }

    /// For a page that shows or does what a call of the API does.
    init(_ method: Route.Method, _ template: String, as route: Route) {
        self.init(method, template, Self.access(of: route))
    }

    private static func access(of route: Route) -> Access {
        switch route.access {
        case .keys(let scopes): .scopes(scopes)
        case .operators: .scopes([.read])
        case .anyone, .admins: .people
        }
    }

    /// As the street knows it.
    var route: Route { Route(method, template, access: .admins, bodyBytesMax: bodyBytesMax) }

    func isOpen(to scopes: ScopeSet) -> Bool {
        switch access {
        case .anyone, .people: true
        case .scopes(let wanted): scopes.containsAny(of: wanted)
        }
    }
}
