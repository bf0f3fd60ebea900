internal import FoundationEssentials
internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// A new key for a name, new or not. Its text is in the answer and nowhere else.
///
/// Without idempotency: a repeat makes another key, and one that got lost on the way is revoked.
struct CreateAPIKey: Endpoint {
    static let route = Route(.post, "/v1/admin/keys", access: .keys([.keys]))
    let keys: KeyStore
    let now: @Sendable () -> Instant

    struct Input: Sendable {
        let name: String
        let scopes: [Scope]
        let expiresAt: Instant?
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["name", "scopes", "expires_at"])
        let name = try body.text("name")
        guard APIKey.isName(name) else { throw Problem.malformed("name") }
        let expiresAt = try body.optionalInstant("expires_at")
        // One that ends at once would be a key that nobody can use.
        if let expiresAt, expiresAt <= now().adding(milliseconds: Limits.keyLifeMsMin) {
            throw Problem.malformed("expires_at")
        }
        return Input(
            name: name, scopes: try Self.scopes(body), expiresAt: expiresAt,
            origin: CallerOrigin(call.request.head).address)
    }

    private static func scopes(_ body: JSONObject) throws -> [Scope] {
        var scopes: [Scope] = []
        for value in try body.array("scopes") {
            guard case .text(let word) = value, let scope = Scope(rawValue: word), !scopes.contains(scope) else {
                throw Problem.malformed("scopes")
            }
            scopes.append(scope)
        }
        guard !scopes.isEmpty else { throw Problem.malformed("scopes") }
        return scopes
    }

    func run(_ input: Input, as caller: Caller) async throws -> NewKeyAnswer {
        let key = APIKey.generate()
        let made = try await keys.add(
            KeyDraft(digest: key.digest, hint: key.hint, expiresAt: input.expiresAt), name: input.name,
            scopes: input.scopes.map(\.rawValue), by: KeyActor(caller, from: input.origin)
        ).mapError { Problem($0) }.get()
        return NewKeyAnswer(key: made, text: key.text, replaced: nil)
    }
}

/// A key as it is made: this once with its text.
struct NewKeyAnswer: Answer {
    let key: KeyRecord
    let text: String
    let replaced: (hint: String, endsAt: Instant)?

    func write(to object: inout JSONWriter) {
        object.member("api_key", text)
        object.key(key)
        guard let replaced else { return }
        object.object("replaces") { old in
            old.member("hint", replaced.hint)
            old.member("expires_at", replaced.endsAt.text)
        }
    }
}
