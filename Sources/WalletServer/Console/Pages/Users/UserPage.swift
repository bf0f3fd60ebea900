internal import WalletDomain
internal import WalletLedger

/// A user's wallet: what is in it now, what may be done with it.
struct UserPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}", as: ReadWallet.route)
    let wallets: WalletReads
    let directory: Directory
    let audit: AuditLog

    func show(_ visit: Visit) async throws -> PageBody {
        try await body(visit, environment: try visit.query(only: ["environment"])["environment"], nil)
    }

    func body(_ visit: Visit, environment: String?, _ trouble: Trouble?) async throws -> PageBody {
        let wallet = try await visit.ask(
            ReadWallet(wallets: wallets),
            InnerRequest(path: ["user": visit.path("user")], query: [("environment", environment)]))
        let isTester = directory.isTester(wallet.user)
        let newest = try await visit.ask(
            ListEntries(wallets: wallets),
            InnerRequest(
                path: ["user": wallet.user.text],
                query: [("environment", wallet.environment.rawValue), ("limit", String(Self.newestRows))]))
        let acts = try await acts(wallet, visit)
        return UserFrame(user: wallet.user, environment: wallet.environment, tab: .overview, visit: visit).body {
            page in
            page.complaint(trouble?.complaint)
            Self.write(wallet.summary, wallet.user, wallet.environment, isTester: isTester, to: &page)
            if !acts.page.rows.isEmpty {
                page.section(Texts.newestActs) {
                    ActTable(user: wallet.user, environment: wallet.environment, wallet: acts.wallet)
                        .write(acts.page.rows, to: &$0)
                }
            }
            page.section(Texts.newestEntries) { part in
                EntryTable(user: wallet.user, environment: wallet.environment).write(newest.page.rows, to: &part)
            }
            WalletForms(
                visit: visit, wallet: wallet, isTester: isTester,
                isUsual: wallet.environment == (isTester ? .sandbox : .production), trouble: trouble
            ).write(to: &page)
        }
    }

    private static let newestRows = 8
    private static let newestActs = 3

    /// What was done by hand before, with each figure before and after; none for whoever may not see it.
    private func acts(_ wallet: ReadWallet.WalletAnswer, _ visit: Visit) async throws -> ListWalletActs.ActPage {
        guard visit.may(ListWalletActs.route) else {
            return ListWalletActs.ActPage(page: .empty(wallet.environment), wallet: nil)
        }
        let request = InnerRequest(
            path: ["user": wallet.user.text],
            query: [("environment", wallet.environment.rawValue), ("limit", String(Self.newestActs))])
        return try await visit.ask(ListWalletActs(audit: audit, wallets: wallets), request)
    }

    static func link(_ user: UserID, _ environment: StoreEnvironment? = nil) -> Link {
        Link("users", user.text, query: ["environment": environment?.rawValue])
    }

    private static func write(
        _ summary: WalletSummary, _ user: UserID, _ environment: StoreEnvironment, isTester: Bool,
        to page: inout HTMLWriter
    ) {
        let lots = UserFrame.Tab.lots.link(user, environment)
        page.tiles([
            .init(name: Texts.available, figure: Figures.grouped(summary.available), link: lots),
            .init(
                name: Texts.held, figure: Figures.grouped(summary.held),
                link: UserFrame.Tab.holds.link(user, environment)),
            .init(
                name: Texts.debt, figure: Figures.grouped(summary.balances.debt),
                link: UserFrame.Tab.entries.link(user, environment)),
        ])
        page.section(Texts.balances) { part in
            part.facts([
                .number(Texts.paidCoins, summary.balances.paid, to: lots),
                .number(Texts.bonusCoins, summary.balances.bonus, to: lots),
                .number(Texts.promoCoins, summary.promo, to: lots),
                .init(Texts.state) { $0.walletState(summary.status) },
                .init(Texts.nextExpiry) { value in
                    guard let next = summary.nextExpiry else { return value.dash() }
                    value.text(Figures.grouped(next.coins) + " · ")
                    value.moment(next.at)
                },
                .phrase(Texts.tester, isTester ? Texts.yes : Texts.no),
                .number(Texts.walletVersion, summary.version),
            ])
        }
    }
}
