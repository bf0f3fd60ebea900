internal import WalletDomain
internal import WalletLedger

/// Purchases that Apple proved and whose owner nobody knows: a person decides.
struct UnattributedPage: Screen {
    static let route = PageRoute(.get, "/admin/unattributed", as: ListUnattributed.route)
    let unattributed: UnattributedStore

    func show(_ visit: Visit) async throws -> PageBody {
        let cursor = try visit.query(only: ["cursor"])["cursor"]
        let request = InnerRequest(query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListUnattributed(unattributed: unattributed), request)
        return PageBody(Texts.unattributed, in: .unattributed) { page in
            page(.p, .class("muted"), phrase: Texts.unattributedText)
            Self.table.write(list.rows, to: &page)
            page.pager(
                first: cursor == nil ? nil : Link("unattributed"),
                next: list.next.map { Link("unattributed", query: ["cursor": $0]) })
        }
    }

    private static var table: TablePart<UnattributedPurchase> {
        TablePart(
            caption: Texts.unattributed, isCaptionShown: false, empty: Texts.noUnattributed,
            columns: [
                .header(Texts.transactionID) { row, cell in
                    cell.purchaseLink(row.key.environment, row.key.id)
                    cell(.span, .class("under")) { $0.phrase(row.key.environment.phrase) }
                },
                Column(Texts.product) { row, cell in
                    cell(.code, text: row.product)
                    if let quantity = row.quantity, quantity > 1 { cell.text(" × \(quantity)") }
                    cell(.span, .class("under")) { $0(.code, text: row.bundle) }
                },
                Column(Texts.bought, .time) { row, cell in cell.moment(row.purchasedAt) },
                Column(Texts.found, .time) { row, cell in cell.moment(row.foundAt) },
                Column(Texts.appAccountToken) { row, cell in
                    if let token = row.token { cell(.code, text: token.lowercased) } else { cell.dash() }
                },
            ])
    }
}

struct AssignPurchase: Act {
    static let route = PageRoute(.post, "/admin/unattributed/{unattributed}/assign", as: AssignUnattributed.route)
    static let fields: Set<String> = ["form", "user", "reason"]
    static let isSensitive = true
    let rooms: InboxRooms
    let directory: Directory
    let page: PurchasePage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["unattributed": visit.path("unattributed")],
            body: [("user", .text(form["user"])), ("reason", .text(form["reason"]))])
        let answer = try await visit.ask(AssignUnattributed(rooms: rooms, directory: directory), request)
        if let problem = answer.problem { throw problem }
        return .go(
            UserFrame.Tab.purchases.link(try UserID(form["user"]), try key(visit).environment), .purchaseAssigned)
    }

    private func key(_ visit: Visit) throws(Problem) -> StoreTransaction.Key {
        guard let key = WireID.parseUnattributed(visit.path("unattributed")) else {
            throw Problem(code: .unattributedNotFound)
        }
        return key
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(try key(visit), visit, nil, trouble)
    }
}
