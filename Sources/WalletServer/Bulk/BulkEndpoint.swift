internal import WalletDomain

/// A call that moves coins and may also stand in a bulk: there the value of its path and the members of its body are
/// the members of one object.
protocol BulkEndpoint: CommandEndpoint {
    /// The line's `kind`.
    static var kind: String { get }
    static var bodyMembers: [String] { get }
    /// The call may come without a body.
    static var mayOmitBody: Bool { get }
    /// The same for a call and for a line, key and fingerprint included: a line sent again as a call is a replay.
    ///
    /// - Parameters:
    ///   - subject: what the path names: a user, a spend, a hold.
    ///   - body: may hold other members than the body's own.
    func order(of subject: String, key: IdempotencyKey, body: JSONObject) throws -> WalletOrder
}

extension BulkEndpoint {
    static var mayOmitBody: Bool { false }

    func parse(_ call: Call) throws -> WalletOrder {
        let key = try IdempotencyKey(call)
        try call.requireNoQuery()
        let isOmitted = Self.mayOmitBody && !call.hasBody
        let body = isOmitted ? JSONObject() : try call.object(only: Self.bodyMembers)
        return try order(of: call.path(Self.subject), key: key, body: body)
    }

    /// The name of the path's value.
    static var subject: String {
        guard let parameter = route.parameters.first else { preconditionFailure("\(route.template) names nothing") }
        return parameter.name
    }
}

/// What a line of a bulk may be.
struct BulkKind: Sendable {
    let name: String
    let scopes: [Scope]
    let answer: @Sendable ([Entry]) throws -> any Answer
    private let members: [String]
    /// The member that names whose wallet it is.
    let subject: String
    private let order: @Sendable (String, IdempotencyKey, JSONObject) throws -> WalletOrder

    fileprivate static let keyMember = "idempotency_key"

    init<E: BulkEndpoint>(_ endpoint: E) {
        name = E.kind
        subject = E.subject
        members = ["kind", Self.keyMember, E.subject] + E.bodyMembers
        guard case .keys(let scopes) = E.route.access else { preconditionFailure("coins move by key only") }
        self.scopes = scopes
        answer = { try endpoint.answer($0) }
        order = { try endpoint.order(of: $0, key: $1, body: $2) }
    }

    fileprivate func line(_ object: JSONObject, by caller: Caller) throws -> BulkLine {
        guard caller.scopes.containsAny(of: scopes) else { throw Problem.scopeMissing(scopes) }
        try object.requireOnly(members)
        let key = try IdempotencyKey(text: object.optionalText(Self.keyMember) ?? "")
        return BulkLine(kind: self, order: try order(object.text(subject), key, object))
    }
}

/// The kinds of a service, by name.
struct BulkKinds: Sendable {
    private let byName: [String: BulkKind]

    /// To add a kind, add it where this is called.
    init(_ kinds: [BulkKind]) {
        byName = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })
    }

    /// One line, checked as the call is.
    func line(_ value: JSONValue, by caller: Caller) throws -> BulkLine {
        guard case .object(let object) = value else { throw Problem.malformed("operations") }
        return try object.word("kind", byName).line(object, by: caller)
    }
}

/// One operation of a bulk.
struct BulkLine: Sendable {
    let kind: BulkKind
    let order: WalletOrder
}
