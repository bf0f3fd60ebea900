internal import WalletDomain
internal import WalletLedger

/// The statement of a wallet, the newest first.
struct UserEntriesPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/entries", as: ListEntries.route)
    let wallets: WalletReads

    func show(_ visit: Visit) async throws -> PageBody {
        let list = try UserListVisit(visit)
        let page = try await visit.ask(ListEntries(wallets: wallets), list.request).page
        return UserFrame(user: list.user, environment: page.environment, tab: .entries, visit: visit)
            .list(next: page.next, isFirst: list.isFirst) {
                EntryTable(user: list.user, environment: page.environment).write(page.rows, to: &$0)
            }
    }
}

struct UserLotsPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/lots", as: ListLots.route)
    let wallets: WalletReads

    func show(_ visit: Visit) async throws -> PageBody {
        let list = try UserListVisit(visit)
        let page = try await visit.ask(ListLots(wallets: wallets), list.request).page
        return UserFrame(user: list.user, environment: page.environment, tab: .lots, visit: visit)
            .list(next: page.next, isFirst: list.isFirst) {
                Self.table(list.user, page.environment).write(page.rows, to: &$0)
            }
    }

    private static func table(_ user: UserID, _ environment: StoreEnvironment) -> TablePart<LotRecord> {
        TablePart(
            caption: Texts.lots, isCaptionShown: false, empty: Texts.noLots,
            columns: [
                .header(Texts.lot) { record, cell in
                    cell(.a, .href(LotPage.link(record.lot.number, user, environment)), text: "#\(record.lot.number)")
                },
                Column(Texts.kind) { record, cell in cell.phrase(record.lot.kind.phrase) },
                .number(Texts.remaining) { $0.lot.remaining }, .number(Texts.held) { $0.lot.held },
                .number(Texts.issued) { $0.lot.issued }, .number(Texts.consumed) { $0.lot.consumed },
                .number(Texts.removed) { $0.lot.removed },
                Column(Texts.acquired, .time) { record, cell in cell.moment(record.lot.acquiredAt) },
                Column(Texts.expires, .time) { record, cell in cell.optionalMoment(record.lot.expiresAt) },
                Column(Texts.product) { record, cell in
                    guard let sale = record.sale else { return cell.dash() }
                    cell(.code, text: sale.product)
                    cell(.span, .class("under")) { under in
                        under.purchaseLink(environment, sale.transaction)
                    }
                },
            ])
    }
}

struct UserPurchasesPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/purchases", as: ListPurchases.route)
    let wallets: WalletReads

    func show(_ visit: Visit) async throws -> PageBody {
        let list = try UserListVisit(visit)
        let page = try await visit.ask(ListPurchases(wallets: wallets), list.request).page
        return UserFrame(user: list.user, environment: page.environment, tab: .purchases, visit: visit)
            .list(next: page.next, isFirst: list.isFirst) {
                Self.table(list.user, page.environment).write(page.rows, to: &$0)
            }
    }

    private static func table(_ user: UserID, _ environment: StoreEnvironment) -> TablePart<PurchaseRecord> {
        TablePart(
            caption: Texts.purchases, isCaptionShown: false, empty: Texts.noPurchases,
            columns: [
                .header(Texts.transactionID) { record, cell in
                    cell.purchaseLink(record.environment, record.transaction)
                },
                Column(Texts.product) { record, cell in cell(.code, text: record.product ?? "–") },
                .number(Texts.coins) { ($0.coins ?? 0) + ($0.bonus ?? 0) },
                Column(Texts.lot) { record, cell in
                    guard let lot = record.lot else { return cell.dash() }
                    cell(.a, .href(LotPage.link(lot, user, environment)), text: "#\(lot)")
                },
                Column(Texts.bought, .time) { record, cell in cell.optionalMoment(record.purchasedAt) },
                Column(Texts.credited, .time) { record, cell in cell.optionalMoment(record.creditedAt) },
                Column(Texts.refund) { record, cell in cell.refund(record) },
            ])
    }
}

extension HTMLWriter {
    mutating func purchaseLink(_ environment: StoreEnvironment, _ transaction: TransactionID) {
        self(.a, .href(PurchasePage.link(environment, transaction))) { $0(.code, text: transaction.text) }
    }

    /// How many coins Apple's newest word takes back.
    fileprivate mutating func refund(_ record: PurchaseRecord) {
        guard let word = record.word, let revocation = word.revocation else { return dash() }
        tag(Texts.refundedTag, .warning)
        self(.span, .class("under")) { under in
            under.text(Figures.grouped(word.refundedCoins(of: (record.coins ?? 0) + (record.bonus ?? 0))) + " · ")
            under.moment(revocation.at)
        }
    }
}
