internal import HTTPServer
internal import WalletDomain

/// A request that found its route: what an endpoint parses.
struct Call: Sendable {
    let request: Request
    let route: Route
    /// Of the path, decoded.
    private let segments: [String]
    private let limiter: RateLimiter

    /// Nil if the path is not well encoded.
    init?(_ request: Request, route: Route, limiter: RateLimiter) {
        guard let segments = request.head.pathSegments else { return nil }
        self.request = request
        self.route = route
        self.segments = segments
        self.limiter = limiter
    }

    /// The value that stands for `{name}` in the path.
    func path(_ name: String) -> String {
        guard let parameter = route.parameters.first(where: { $0.name == name }) else {
            preconditionFailure("\(route.template) has no {\(name)}")
        }
        return segments[parameter.segment]
    }

    var headers: HeaderList { request.head.headers }
    var requestID: String { request.id }
    var hasBody: Bool { !request.body.isEmpty }

    func user() throws(WalletError) -> UserID { try UserID(path("user")) }

    /// The user whom the body names. Those in paths are counted by `countUser`.
    func user(in body: JSONObject) throws -> UserID {
        let user = try UserID(body.text("user"))
        try limiter.admit(user)
        return user
    }

    /// One request more about the user whom the path names; what is no user id is refused by whoever reads it.
    func countUser() throws(Problem) {
        guard limiter.limitsUsers, route.parameters.contains(where: { $0.name == "user" }),
            let user = try? self.user()
        else { return }
        try limiter.admit(user)
    }

    /// The body: one JSON object with no other members than these.
    func object(only members: [String]) throws -> JSONObject {
        guard isJSON else { throw Problem(code: .unsupportedMediaType) }
        let object = try JSONObject(parsing: request.body)
        try object.requireOnly(members)
        return object
    }

    /// The body: a CSV text, as bytes.
    func csv() throws(Problem) -> [UInt8] {
        guard isOfType(Self.csv) else { throw Problem(code: .unsupportedMediaType) }
        return request.body
    }

    /// The body: a file as it is, of whatever type.
    var file: [UInt8] { request.body }

    private var isJSON: Bool { isOfType(Self.json) }

    /// A media type in any letter case, with or without parameters; the bytes are read as UTF-8 in any case.
    private func isOfType(_ name: [UInt8]) -> Bool {
        guard let type = headers.valueBytes(of: "content-type") else { return false }
        let essence = type.prefix { $0 != UInt8(ascii: ";") }
        guard essence.count >= name.count else { return false }
        let isNamed = zip(essence, name).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
        return isNamed && essence.dropFirst(name.count).allSatisfy { $0 == UInt8(ascii: " ") }
    }

    private static let json = Array("application/json".utf8)
    private static let csv = Array("text/csv".utf8)

    /// The query: each parameter at most once and none that is not named here.
    func query(only names: [String]) throws(Problem) -> Query {
        guard let pairs = request.head.query else { throw .malformed("query") }
        return try Query(pairs, only: names)
    }

    func requireNoQuery() throws(Problem) {
        if let query = request.head.rawQuery, !query.isEmpty { _ = try self.query(only: []) }
    }
}
