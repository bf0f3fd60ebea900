internal import WalletDomain
internal import WalletLedger

/// What Apple told about a wallet's purchases.
struct UserEventsPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/events", as: ListWalletEvents.route)
    let wallets: WalletReads
    let support: SupportReader

    func show(_ visit: Visit) async throws -> PageBody {
        let list = try UserListVisit(visit)
        let page = try await visit.ask(ListWalletEvents(wallets: wallets, support: support), list.request).page
        return UserFrame(user: list.user, environment: page.environment, tab: .events, visit: visit)
            .list(next: page.next, isFirst: list.isFirst) { Self.table.write(page.rows, to: &$0) }
    }

    private static var table: TablePart<NotificationLine> {
        TablePart(
            caption: Texts.appleEvents, isCaptionShown: false, empty: Texts.noAppleEvents,
            columns: [
                .header(Texts.received) { line, cell in cell.moment(line.receivedAt) },
                Column(Texts.kind) { line, cell in
                    cell(.code, text: line.type)
                    if let subtype = line.subtype { cell(.span, .class("under")) { $0(.code, text: subtype) } }
                },
                Column(Texts.transactionID) { line, cell in cell.purchaseLink(line.environment, line.transaction) },
                Column(Texts.signed, .time) { line, cell in cell.moment(line.signedAt) },
                Column(Texts.road) { line, cell in
                    cell.phrase(line.road == .call ? Texts.roadCall : Texts.roadHistory)
                },
                Column(Texts.state) { line, cell in
                    guard let outcome = line.outcome else { return cell.tag(Texts.waiting, .warning) }
                    cell.tag(Texts.done, .good)
                    cell(.span, .class("under")) { $0(.code, text: outcome) }
                },
            ])
    }
}
