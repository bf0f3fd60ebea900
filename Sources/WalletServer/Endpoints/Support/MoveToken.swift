internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// An app account token becomes this user's, whoever had it. What waits for it is credited to the user; what was
/// credited before stays where it is.
struct MoveToken: Endpoint {
    static let route = Route(.post, "/v1/admin/tokens/{token}/move", access: .keys([.support]))
    let tokens: TokenStore
    let directory: Directory
    /// Purchases may have waited for this token.
    let wakePending: @Sendable () async -> Void

    struct Input: Sendable {
        let token: UUID
        let user: UserID
        let byHand: ActByHand
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        guard let token = UUID(canonical: call.path("token")) else { throw Problem.malformed("token") }
        let body = try call.object(only: ["user", "reason", "ticket"])
        return Input(token: token, user: try call.user(in: body), byHand: try call.act(body))
    }

    func run(_ input: Input, as caller: Caller) async throws -> MovedAnswer {
        let wallet = try await directory.wallet(of: input.user, in: directory.environment(of: input.user))
        let move = try await tokens.move(input.token, to: input.user, wallet: wallet, by: caller.id, input.byHand)
        if move != .alreadyTheirs { await wakePending() }
        return MovedAnswer(user: input.user, token: input.token, move: move)
    }

    struct MovedAnswer: Answer {
        let user: UserID
        let token: UUID
        let move: TokenMove

        func write(to object: inout JSONWriter) {
            object.member("user", user.text)
            object.member("app_account_token", token.lowercased)
            object.member("outcome", move.rawValue)
        }
    }
}
