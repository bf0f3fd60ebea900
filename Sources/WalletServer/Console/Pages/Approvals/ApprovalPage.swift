internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// One act that needs a second person: what it would do, who asked, from where, why; and the second person's word.
struct ApprovalPage: Screen {
    static let route = PageRoute(.get, "/admin/approvals/{approval}", as: ReadApproval.route)
    let approvals: ApprovalStore
    let wallets: WalletReads

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return try await body(visit, nil)
    }

    static func link(_ id: UUID) -> Link { Link("approvals", WireID.approval(id)) }

    func body(_ visit: Visit, _ trouble: Trouble?) async throws -> PageBody {
        let request = InnerRequest(path: ["approval": visit.path("approval")])
        let approval = try await visit.ask(ReadApproval(approvals: approvals), request).approval
        let effect = try await effect(of: approval, visit)
        let current = try await current(of: approval)
        let isOwn = approval.proposer == (try visit.person().caller.id)
        let trail = [PageBody.Crumb(title: Texts.approvals, link: Link("approvals"))]
        let title = Texts.actionName(approval.act.action.rawValue)
        return PageBody(title, in: .approvals, trail: trail) { page in
            page.complaint(trouble?.complaint)
            Self.write(approval, to: &page)
            if let decision = approval.decision { Self.write(decision, approval, current: current, to: &page) }
            if let effect {
                page.section(Texts.whatItWouldDo) { part in
                    if !effect.isPossible { part(.p, .class("notice warning"), phrase: Texts.notEnoughNow) }
                    ApprovalEffect.table.write(effect.rows, to: &part)
                }
            }
            guard approval.filter == .open else { return }
            if isOwn {
                page(.p, .class("notice warning"), phrase: Texts.ownRequest)
            } else {
                Self.forms(approval, visit, trouble, to: &page)
            }
        }
    }

    /// Nil once it is decided, or if the wallet is nobody's any more.
    private func effect(of approval: Approval, _ visit: Visit) async throws -> ApprovalEffect? {
        guard approval.filter == .open, let user = approval.user else { return nil }
        let request = InnerRequest(
            path: ["user": user.text], query: [("environment", approval.environment.rawValue)])
        return ApprovalEffect(approval.act, on: try await visit.ask(ReadWallet(wallets: wallets), request).summary)
    }

    private func current(of approval: Approval) async throws -> WalletID? {
        guard let user = approval.user else { return nil }
        return try await wallets.find(user, approval.environment).wallet
    }

    private static func write(_ approval: Approval, to page: inout HTMLWriter) {
        page(.div, .class("part")) { part in
            part.facts([
                .init(Texts.state) { $0.approvalState(approval) },
                .init(Texts.coins) { $0.phrase(approval.act.amount) },
                .init(Texts.user) { $0.userLink(approval.user, approval.environment) },
                .phrase(Texts.environment, approval.environment.phrase),
                .text(Texts.askedBy, approval.proposerName), .text(Texts.origin, approval.origin),
                .moment(Texts.proposed, approval.proposedAt), .moment(Texts.decideUntil, approval.expiresAt),
                .text(Texts.reason, approval.reason.reason), .text(Texts.ticket, approval.reason.ticket),
                .moment(Texts.expires, approval.act.end),
            ])
        }
    }

    private static func write(
        _ decision: Approval.Decision, _ approval: Approval, current: WalletID?, to page: inout HTMLWriter
    ) {
        page.section(Texts.decision) { part in
            part.facts([
                .text(Texts.decidedBy, decision.deciderName), .moment(Texts.time, decision.at),
                .text(Texts.reason, decision.reason), .moment(Texts.carriedOut, approval.settledAt),
                .init(Texts.entries) { value in
                    guard let operation = approval.operation, let user = approval.user else { return value.dash() }
                    value.entryLink(operation, user, approval.environment, current: current)
                },
                .phrase(Texts.refusedBecause, approval.refusalPhrase ?? .plain("–")),
            ])
        }
    }

    private static func forms(
        _ approval: Approval, _ visit: Visit, _ trouble: Trouble?, to page: inout HTMLWriter
    ) {
        let name = WireID.approval(approval.id)
        guard visit.isSteppedUp else {
            return page.section(Texts.decide) { $0.afterStepUp(visit, at: link(approval.id)) { _ in } }
        }
        page(.div, .class("columns")) { columns in
            columns.section(Texts.approve) { part in
                part(.p, .class("muted"), phrase: Texts.approveText)
                part.form(to: Link("approvals", name, "approve"), .class("fields")) { $0.submit(Texts.approve) }
            }
            columns.section(Texts.reject) { part in
                part(.p, .class("muted"), phrase: Texts.rejectText)
                part.form(to: Link("approvals", name, "reject"), .class("fields")) { form in
                    form.reason(trouble)
                    form.submit(Texts.reject, .danger)
                }
            }
        }
    }
}

extension Approval {
    /// Why the ledger refused it.
    fileprivate var refusalPhrase: Phrase? { refusal.flatMap { ProblemCode(rawValue: $0) }?.phrase }
}

extension ApprovedAct {
    /// When the coins that it gives expire.
    fileprivate var end: Instant? {
        switch self {
        case .adjust(.give(_, let end)), .grant(_, let end): end
        case .adjust(.take), .forfeit, .writeOff: nil
        }
    }
}
