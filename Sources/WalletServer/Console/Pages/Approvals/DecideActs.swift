internal import WalletDomain
internal import WalletLedger

/// The second person agrees: it is done at once.
struct ApproveByHand: Act {
    static let route = PageRoute(.post, "/admin/approvals/{approval}/approve", as: ApproveAct.route)
    static let fields: Set<String> = []
    static let isSensitive = true
    let desk: ActDesk
    let page: ApprovalPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(path: ["approval": visit.path("approval")])
        let approval = try await visit.ask(ApproveAct(desk: desk), request).approval
        return .go(ApprovalPage.link(approval.id), .actApproved)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody { try await page.body(visit, trouble) }
}

/// The second person refuses: nothing is done.
struct RejectByHand: Act {
    static let route = PageRoute(.post, "/admin/approvals/{approval}/reject", as: RejectAct.route)
    static let fields: Set<String> = ["reason"]
    static let isSensitive = true
    let desk: ActDesk
    let page: ApprovalPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["approval": visit.path("approval")], body: [("reason", .text(form["reason"]))])
        let approval = try await visit.ask(RejectAct(desk: desk), request).approval
        return .go(ApprovalPage.link(approval.id), .actRejected)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody { try await page.body(visit, trouble) }
}
