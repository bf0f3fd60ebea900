internal import WalletDomain
internal import WalletLedger

/// Flags a user as a tester: calls without an environment then mean the Sandbox wallet.
struct SetTester: Endpoint {
    static let route = Route(.put, "/v1/admin/users/{user}/tester", access: .keys([.support]))
    let directory: Directory

    struct Input: Sendable {
        let user: UserID
        let isTester: Bool
        let confirmed: Bool
        let byHand: ActByHand
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["tester", "confirmed", "reason", "ticket"])
        return Input(
            user: try call.user(), isTester: try body.boolean("tester"),
            confirmed: try body.optionalBoolean("confirmed") ?? false, byHand: try call.act(body))
    }

    func run(_ input: Input, as caller: Caller) async throws -> TesterAnswer {
        let change = try await directory.setTester(
            input.user, input.isTester, confirmed: input.confirmed, by: caller.id, input.byHand)
        switch change {
        case .changed, .unchanged: return TesterAnswer(user: input.user, isTester: input.isTester)
        case .needsConfirmation(let coins): throw Problem(code: .confirmationNeeded, [.number("coins", coins)])
        }
    }

    struct TesterAnswer: Answer {
        let user: UserID
        let isTester: Bool

        func write(to object: inout JSONWriter) {
            object.member("user", user.text)
            object.member("tester", isTester)
        }
    }
}
