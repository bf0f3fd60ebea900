internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// A new key in place of another: same name, so the same caller with the same idempotency keys, and same scopes. The
/// old one goes on for the overlap.
struct RotateAPIKey: Endpoint {
    static let route = Route(.post, "/v1/admin/keys/{key}/rotate", access: .keys([.keys]))
    let keys: KeyStore

    struct Input: Sendable {
        let id: [UInt8]
        let overlapSeconds: Int64
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["overlap_seconds"])
        let overlap = try body.integer("overlap_seconds")
        guard (0...Limits.keyOverlapSecondsMax).contains(overlap) else { throw Problem.malformed("overlap_seconds") }
        return Input(
            id: try call.keyID(), overlapSeconds: overlap, origin: CallerOrigin(call.request.head).address)
    }

    func run(_ input: Input, as caller: Caller) async throws -> NewKeyAnswer {
        let key = APIKey.generate()
        let rotation = try await keys.rotate(
            .id(input.id), to: KeyDraft(digest: key.digest, hint: key.hint), overlapSeconds: input.overlapSeconds,
            by: KeyActor(caller, from: input.origin)
        ).mapError { Problem($0) }.get()
        return NewKeyAnswer(
            key: rotation.new, text: key.text, replaced: (rotation.oldHint, rotation.oldEndsAt))
    }
}
