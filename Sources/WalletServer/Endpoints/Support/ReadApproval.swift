internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// One act that needs a second person.
struct ReadApproval: Endpoint {
    static let route = Route(.get, "/v1/admin/approvals/{approval}", access: .keys([.support]))
    let approvals: ApprovalStore

    func parse(_ call: Call) throws -> UUID {
        try call.requireNoQuery()
        return try call.approval()
    }

    func run(_ input: UUID, as caller: Caller) async throws -> ApprovalAnswer {
        guard let approval = try await approvals.find(input), approval.needsSecond else {
            throw Problem(code: .approvalNotFound)
        }
        return ApprovalAnswer(approval: approval)
    }
}

struct ApprovalAnswer: Answer {
    let approval: Approval
    var entries: [Entry] = []

    func write(to object: inout JSONWriter) {
        object.approval(approval)
        guard !entries.isEmpty else { return }
        object.object("done") { $0.done(approval.act, entries) }
    }
}

extension Call {
    func approval() throws(Problem) -> UUID {
        guard let id = WireID.parseApproval(path("approval")) else { throw Problem(code: .approvalNotFound) }
        return id
    }
}
