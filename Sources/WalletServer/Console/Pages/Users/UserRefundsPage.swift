internal import WalletDomain
internal import WalletLedger

/// What refunds did to a wallet, entry by entry.
struct UserRefundsPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/refunds", as: ListWalletRefunds.route)
    let wallets: WalletReads
    let support: SupportReader

    func show(_ visit: Visit) async throws -> PageBody {
        let list = try UserListVisit(visit)
        let page = try await visit.ask(ListWalletRefunds(wallets: wallets, support: support), list.request).page
        return UserFrame(user: list.user, environment: page.environment, tab: .refunds, visit: visit)
            .list(next: page.next, isFirst: list.isFirst) {
                EntryTable(user: list.user, environment: page.environment).write(page.rows, to: &$0)
            }
    }
}
