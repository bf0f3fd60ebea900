internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// A key is none from now on; the service knows within a second.
struct RevokeAPIKey: Endpoint {
    static let route = Route(.post, "/v1/admin/keys/{key}/revoke", access: .keys([.keys]))
    let keys: KeyStore

    struct Input: Sendable {
        let id: [UInt8]
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        guard !call.hasBody else { throw Problem.malformed("body") }
        return Input(id: try call.keyID(), origin: CallerOrigin(call.request.head).address)
    }

    func run(_ input: Input, as caller: Caller) async throws -> RevokedKey {
        let key = try await keys.revoke(.id(input.id), by: KeyActor(caller, from: input.origin))
            .mapError { Problem($0) }.get()
        return RevokedKey(key: key)
    }

    struct RevokedKey: Answer {
        let key: KeyRecord

        func write(to object: inout JSONWriter) {
            object.member("key", WireID.key(key))
            object.member("name", key.name)
            object.member("state", "revoked")
        }
    }
}
