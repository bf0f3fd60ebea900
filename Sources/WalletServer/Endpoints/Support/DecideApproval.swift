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
    fileprivate func approval() throws(Problem) -> UUID {
        guard let id = WireID.parseApproval(path("approval")) else { throw Problem(code: .approvalNotFound) }
        return id
    }
}
