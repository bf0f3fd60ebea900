internal import WalletDomain
internal import WalletLedger

/// Privacy erasure: the user's id, tokens, consent, texts and proofs are gone; the books stay. Again is as good as
/// once.
struct EraseUser: Endpoint {
    static let route = Route(.post, "/v1/users/{user}/erase", access: .keys([.users]))
    let desk: ErasureDesk

    func parse(_ call: Call) throws -> UserID {
        try call.requireNoQuery()
        if call.hasBody { _ = try call.object(only: []) }
        guard desk.erasures.isAvailable else { throw Problem(code: .erasureUnavailable) }
        return try call.user()
    }

    func run(_ user: UserID, as caller: Caller) async throws -> ErasureAnswer {
        ErasureAnswer(erasedAt: try await desk.run(user, by: caller.id))
    }

    struct ErasureAnswer: Answer {
        let erasedAt: Instant

        func write(to object: inout JSONWriter) {
            object.member("state", WalletState.Status.erased.word)
            object.member("erased_at", erasedAt.text)
        }
    }
}
