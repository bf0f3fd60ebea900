internal import WalletDomain

/// A call that moves coins and may also stand in a bulk: there the value of its path and the members of its body are
/// the members of one object.
protocol BulkEndpoint: CommandEndpoint {
    /// The line's `kind`.
    static var kind: String { get }
    static var bodyMembers: [String] { get }
    /// The same for a call and for a line, key and fingerprint included: a line sent again as a call is a replay.
    ///
    /// - Parameters:
    ///   - subject: what the path names: a user, a spend, a hold.
    ///   - body: may hold other members than the body's own.
    func order(of subject: String, key: IdempotencyKey, body: JSONObject) throws -> WalletOrder
}

extension BulkEndpoint {
    func parse(_ call: Call) throws -> WalletOrder {
        let key = try IdempotencyKey(call)
        try call.requireNoQuery()
        return try order(of: call.path(Self.subject), key: key, body: call.object(only: Self.bodyMembers))
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

    /// To add a kind, add it here.
    static let all = [BulkKind(SpendCoins()), BulkKind(GrantFreeCoins()), BulkKind(UndoCoinSpend())]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    private static let keyMember = "idempotency_key"

    private init<E: BulkEndpoint>(_ endpoint: E) {
        name = E.kind
        subject = E.subject
        members = ["kind", Self.keyMember, E.subject] + E.bodyMembers
        guard case .keys(let scopes) = E.route.access else { preconditionFailure("coins move by key only") }
        self.scopes = scopes
        answer = { try endpoint.answer($0) }
        order = { try endpoint.order(of: $0, key: $1, body: $2) }
    }

    /// One line, checked as the call is.
    static func line(_ value: JSONValue, by caller: Caller) throws -> BulkLine {
        guard case .object(let object) = value else { throw Problem.malformed("operations") }
        let kind = try object.word("kind", byName)
        guard caller.scopes.containsAny(of: kind.scopes) else { throw Problem.scopeMissing(kind.scopes) }
        try object.requireOnly(kind.members)
        let key = try IdempotencyKey(text: object.optionalText(keyMember) ?? "")
        return BulkLine(kind: kind, order: try kind.order(object.text(kind.subject), key, object))
    }
}

/// One operation of a bulk.
struct BulkLine: Sendable {
    let kind: BulkKind
    let order: WalletOrder
}
