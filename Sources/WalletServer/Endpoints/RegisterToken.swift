internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// A token that the app makes itself becomes the user's, for ever.
struct RegisterToken: Endpoint {
    static let route = Route(.put, "/v1/users/{user}/tokens/{token}", access: .keys([.topup]))
    let tokens: TokenStore
    /// Purchases may have waited for this token.
    let wakePending: @Sendable () async -> Void

    struct Input: Sendable {
        let user: UserID
        let token: UUID
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        guard let token = UUID(canonical: call.path("token")) else { throw Problem.malformed("token") }
        if call.hasBody { _ = try call.object(only: []) }
        return Input(user: try call.user(), token: token)
    }

    func run(_ input: Input, as caller: Caller) async throws -> TokenAnswer {
        switch try await tokens.register(input.token, for: input.user) {
        case .registered: await wakePending()
        case .alreadyTheirs: break
        case .anothers: throw Problem(code: .tokenBelongsToAnotherUser)
        }
        return TokenAnswer(user: input.user, token: input.token)
    }

    struct TokenAnswer: Answer {
        let user: UserID
        let token: UUID

        func write(to object: inout JSONWriter) {
            object.member("user", user.text)
            object.member("app_account_token", token.lowercased)
        }
    }
}
