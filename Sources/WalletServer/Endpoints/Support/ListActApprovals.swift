internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Acts that need a second person, the newest first; `state=open` are those that wait for one.
struct ListActApprovals: Endpoint {
    static let route = Route(.get, "/v1/admin/approvals", access: .keys([.support]))
    let approvals: ApprovalStore

    struct Input: Sendable {
        let filter: ApprovalFilter?
        let before: (at: Instant, id: UUID)?
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["state", "cursor", "limit"])
        let filter = try query["state"].map { text throws(Problem) in
            guard let filter = ApprovalFilter(rawValue: text) else { throw .malformed("state") }
            return filter
        }
        let list = Self.list(filter)
        let before = try query["cursor"].map { text throws(Problem) in
            let place = try MomentCursor(text, of: list)
            guard let id = WireID.parseApproval(place.name) else { throw Problem(code: .badCursor) }
            return (at: place.at, id: id)
        }
        return Input(filter: filter, before: before, limit: try query.limit())
    }

    private static func list(_ filter: ApprovalFilter?) -> String { "approvals/\(filter?.rawValue ?? "")" }

    func run(_ input: Input, as caller: Caller) async throws -> ApprovalPage {
        let rows = try await approvals.list(input.filter, before: input.before, limit: input.limit)
        let last = rows.count == input.limit ? rows.last : nil
        return ApprovalPage(
            rows: rows,
            next: last.map { MomentCursor.text($0.proposedAt, WireID.approval($0.id), of: Self.list(input.filter)) })
    }

    struct ApprovalPage: Answer {
        let rows: [Approval]
        let next: String?

        func write(to object: inout JSONWriter) {
            object.array("approvals") { list in
                for row in rows { list.object { $0.approval(row) } }
            }
            object.member("next_cursor", next)
        }
    }
}

extension JSONWriter {
    mutating func approval(_ approval: Approval) {
        member("approval", WireID.approval(approval.id))
        member("state", approval.stateName)
        proposed(approval)
        member("user", approval.user?.text)
        member("wallet", WireID.wallet(approval.wallet))
        member("reason", approval.reason.reason)
        member("ticket", approval.reason.ticket)
        member("proposed_by", approval.proposerName)
        member("decided_by", approval.decision?.deciderName)
        member("decided_at", approval.decision?.at.text)
        member("decision_reason", approval.decision?.reason)
        member("settled_at", approval.settledAt?.text)
        member("operation", approval.operation.map { approval.act.operationText($0) })
        member("refusal", approval.refusal)
    }
}

extension Approval {
    var stateName: String {
        switch state {
        case .open: isExpired ? "expired" : "open"
        case .approved: "approved"
        case .done: "done"
        case .rejected: "rejected"
        case .refused: "refused"
        }
    }
}

extension ApprovedAct {
    func operationText(_ id: OperationID) -> String {
        switch self {
        case .adjust: WireID.adjustment(id)
        case .forfeit: WireID.forfeit(id)
        case .grant: WireID.grant(id)
        case .writeOff: WireID.writeOff(id)
        }
    }
}
