internal import WalletDomain
internal import WalletLedger

/// Coins that are reserved, and what became of them.
struct UserHoldsPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/holds", as: ListHolds.route)
    let wallets: WalletReads

    func show(_ visit: Visit) async throws -> PageBody {
        let list = try UserListVisit(visit)
        let page = try await visit.ask(ListHolds(wallets: wallets), list.request).page
        return UserFrame(user: list.user, environment: page.environment, tab: .holds, visit: visit)
            .list(next: page.next, isFirst: list.isFirst) { Self.table.write(page.rows, to: &$0) }
    }

    private static var table: TablePart<HoldRecord> {
        TablePart(
            caption: Texts.holds, isCaptionShown: false, empty: Texts.noHolds,
            columns: [
                .header(Texts.hold) { record, cell in
                    cell(.code, text: WireID.hold(OperationID(wallet: record.wallet, sequence: record.hold.number)))
                },
                Column(Texts.state) { record, cell in
                    cell.holdState(record.isDue ? .expired : record.hold.status)
                },
                Column(Texts.item) { record, cell in
                    cell.itemLink(record.hold.terms.item)
                    if let note = record.note { cell(.span, .class("under"), text: note) }
                },
                .number(Texts.coins) { $0.hold.coins }, .number(Texts.captured) { $0.hold.captured },
                Column(Texts.placed, .time) { record, cell in cell.moment(record.hold.placedAt) },
                Column(Texts.expires, .time) { record, cell in cell.moment(record.hold.expiresAt) },
                Column(Texts.spend) { record, cell in
                    guard record.hold.status == .captured, let end = record.hold.end else { return cell.dash() }
                    cell.spendLink(OperationID(wallet: record.wallet, sequence: end.operation))
                },
            ])
    }
}

/// What the user owns.
struct UserOwnershipsPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/ownerships", as: ListOwnerships.route)
    let wallets: WalletReads

    func show(_ visit: Visit) async throws -> PageBody {
        let list = try UserListVisit(visit)
        let page = try await visit.ask(ListOwnerships(wallets: wallets), list.request).page
        return UserFrame(user: list.user, environment: page.environment, tab: .ownerships, visit: visit)
            .list(next: page.next, isFirst: list.isFirst) { Self.table.write(page.rows, to: &$0) }
    }

    private static var table: TablePart<ItemOwnership> {
        TablePart(
            caption: Texts.ownerships, isCaptionShown: false, empty: Texts.noOwnerships,
            columns: [
                .header(Texts.item) { ownership, cell in cell.itemLink(ownership.item) },
                Column(Texts.since, .time) { ownership, cell in cell.moment(ownership.since) },
                Column(Texts.spend) { ownership, cell in
                    for giver in ownership.givers { cell(.div) { $0.spendLink(giver) } }
                },
            ])
    }
}

extension HTMLWriter {
    /// The item's page. Whoever may not see it is told so there.
    mutating func itemLink(_ item: ItemID?) {
        guard let item else { return dash() }
        self(.a, .href(Link("items", item.text)), text: item.text)
    }

    mutating func spendLink(_ id: OperationID) {
        self(.a, .href(SpendPage.link(id)), .class("time"), text: "#\(id.sequence)")
    }

    mutating func userLink(_ user: UserID?, _ environment: StoreEnvironment) {
        guard let user else { return dash() }
        self(.a, .href(UserPage.link(user, environment)), text: user.text)
    }

    mutating func walletState(_ status: WalletState.Status) {
        switch status {
        case .open: tag(status.phrase, .good)
        case .frozen, .suspended: tag(status.phrase, .warning)
        case .merged, .erased: tag(status.phrase)
        }
    }

    mutating func holdState(_ status: Hold.Status) {
        switch status {
        case .open: tag(status.phrase, .warning)
        case .captured: tag(status.phrase, .good)
        case .released, .expired: tag(status.phrase)
        }
    }
}
