internal import FoundationEssentials
internal import WalletDomain

/// Another person refuses: nothing is done, for ever.
struct RejectAct: Endpoint {
    static let route = Route(.post, "/v1/admin/approvals/{approval}/reject", access: .keys([.support]))
    let desk: ActDesk

    struct Input: Sendable {
        let approval: UUID
        let byHand: ActByHand
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["reason"])
        return Input(approval: try call.approval(), byHand: try call.act(body))
    }

    func run(_ input: Input, as caller: Caller) async throws -> ApprovalAnswer {
        ApprovalAnswer(approval: try await desk.reject(input.approval, as: caller, input.byHand))
    }
}
