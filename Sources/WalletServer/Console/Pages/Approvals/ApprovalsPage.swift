internal import WalletDomain
internal import WalletLedger

/// Acts that one person may not do alone: those that wait for a second one, and what became of the others.
struct ApprovalsPage: Screen {
    static let route = PageRoute(.get, "/admin/approvals", as: ListActApprovals.route)
    let approvals: ApprovalStore

    func show(_ visit: Visit) async throws -> PageBody {
        let query = try visit.query(only: ["state", "cursor"])
        let state = query["state"] ?? ApprovalFilter.open.rawValue
        let request = InnerRequest(
            query: [("state", state), ("cursor", query["cursor"]), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListActApprovals(approvals: approvals), request)
        return PageBody(Texts.approvals, in: .approvals) { page in
            page(.p, .class("muted"), phrase: Texts.approvalsText)
            page.tabs(
                Texts.state,
                ApprovalFilter.allCases.map { ($0.phrase, Self.link($0), isCurrent: $0.rawValue == state) })
            page(.div, .class("plain-table")) { Self.table.write(list.rows, to: &$0) }
            page.pager(
                first: query["cursor"] == nil ? nil : Link("approvals", query: ["state": state]),
                next: list.next.map { Link("approvals", query: ["state": state, "cursor": $0]) })
        }
    }

    static func link(_ filter: ApprovalFilter) -> Link { Link("approvals", query: ["state": filter.rawValue]) }

    private static var table: TablePart<Approval> {
        TablePart(
            caption: Texts.approvals, isCaptionShown: false, empty: Texts.noApprovals,
            columns: [
                .header(Texts.proposed) { approval, cell in
                    cell(.a, .href(ApprovalPage.link(approval.id))) { $0.moment(approval.proposedAt) }
                },
                Column(Texts.action) { approval, cell in
                    cell.phrase(Texts.actionName(approval.act.action.rawValue))
                },
                Column(Texts.coins, .number) { approval, cell in cell.phrase(approval.act.amount) },
                Column(Texts.user) { approval, cell in cell.userLink(approval.user, approval.environment) },
                Column(Texts.askedBy) { approval, cell in
                    cell.text(approval.proposerName)
                    cell(.span, .class("under"), text: approval.origin)
                },
                Column(Texts.reason) { approval, cell in cell.text(approval.reason.reason) },
                Column(Texts.state) { approval, cell in
                    cell.approvalState(approval)
                    guard approval.state == .open else { return }
                    cell(.span, .class("under")) { $0.moment(approval.expiresAt) }
                },
            ])
    }
}

extension ApprovedAct {
    /// With the sign of what it does to the wallet.
    var amount: Phrase {
        switch self {
        case .adjust(.give(let coins, _)), .grant(let coins, _): .plain(Figures.signed(coins.coins))
        // What is owed gets less, too.
        case .adjust(.take(let coins)), .forfeit(let coins?), .writeOff(let coins): .plain(Figures.signed(-coins.coins))
        case .forfeit(nil): Texts.allOfThem
        }
    }
}

extension Approval {
    /// As lists are asked for it.
    var filter: ApprovalFilter {
        switch state {
        case .open: isExpired ? .expired : .open
        case .approved: .approved
        case .done: .done
        case .rejected: .rejected
        case .refused: .refused
        }
    }
}

extension HTMLWriter {
    mutating func approvalState(_ approval: Approval) {
        switch approval.filter {
        case .open, .approved: tag(approval.filter.phrase, .warning)
        case .done: tag(approval.filter.phrase, .good)
        case .rejected, .refused: tag(approval.filter.phrase, .bad)
        case .expired: tag(approval.filter.phrase)
        }
    }
}
