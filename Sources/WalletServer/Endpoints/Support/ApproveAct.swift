internal import FoundationEssentials
internal import WalletDomain

/// Another person agrees: it is done at once, and once.
struct ApproveAct: Endpoint {
    static let route = Route(.post, "/v1/admin/approvals/{approval}/approve", access: .keys([.support]))
    let desk: ActDesk

    struct Input: Sendable {
        let approval: UUID
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        if call.hasBody { _ = try call.object(only: []) }
        return Input(approval: try call.approval(), origin: call.origin)
    }

    func run(_ input: Input, as caller: Caller) async throws -> ApprovalAnswer {
        switch try await desk.approve(input.approval, as: caller, from: input.origin) {
        case .waits(let approval): ApprovalAnswer(approval: approval)
        case .done(let approval, let entries, _): ApprovalAnswer(approval: approval, entries: entries)
        }
    }
}
