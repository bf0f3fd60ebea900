internal import HTTPServer
internal import WalletDomain

/// A request that found its route: what an endpoint parses.
struct Call: Sendable {
    let request: Request
    let route: Route
    /// Decoded, in the order of the template.
    private let values: [String]

    /// Nil if the path is not well encoded.
    init?(_ request: Request, route: Route) {
        guard let segments = request.head.pathSegments else { return nil }
        self.request = request
        self.route = route
        values = zip(route.template.split(separator: "/"), segments)
            .compactMap { $0.hasPrefix("{") ? $1 : nil }
    }

    /// The value that stands for `{name}` in the path.
    func path(_ name: String) -> String {
        guard let index = route.parameterNames.firstIndex(of: name), index < values.count else {
            preconditionFailure("\(route.template) has no {\(name)}")
        }
        return values[index]
    }

    var headers: HeaderList { request.head.headers }
    var requestID: String { request.id }
    var hasBody: Bool { !request.body.isEmpty }

    func user() throws(WalletError) -> UserID { try UserID(path("user")) }

    /// The body: one JSON object with no other members than these.
    func object(only members: [String]) throws -> JSONObject {
        guard isJSON else { throw Problem(code: .unsupportedMediaType) }
        let object = try JSONObject(parsing: request.body)
        try object.requireOnly(members)
        return object
    }

    /// `application/json`, in any case, with or without parameters; the bytes are read as UTF-8 in any case.
    private var isJSON: Bool {
        guard let type = request.head.headers["content-type"] else { return false }
        let essence = type.prefix { $0 != ";" }
        return essence.lowercased().filter { $0 != " " && $0 != "\t" } == "application/json"
    }

    /// The query: each parameter at most once and none that is not named here.
    func query(only names: [String]) throws(Problem) -> Query {
        guard let pairs = request.head.query else { throw .malformed("query") }
        return try Query(pairs, only: names)
    }

    func requireNoQuery() throws(Problem) {
        if let query = request.head.rawQuery, !query.isEmpty { _ = try self.query(only: []) }
    }
}
