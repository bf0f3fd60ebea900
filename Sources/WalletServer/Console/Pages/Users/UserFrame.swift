internal import WalletDomain

/// What the pages about one user share: his name, the environment, the views.
struct UserFrame: Sendable {
    enum Tab: CaseIterable, Sendable {
        case overview, entries, lots, purchases, holds, ownerships, refunds, proofs, events, tokens, acts

        /// The call of the API behind it: whoever may not make it is not shown the view.
        var route: Route {
            switch self {
            case .overview: ReadWallet.route
            case .entries: ListEntries.route
            case .lots: ListLots.route
            case .purchases: ListPurchases.route
            case .holds: ListHolds.route
            case .ownerships: ListOwnerships.route
            case .refunds: ListWalletRefunds.route
            case .proofs: ListProofs.route
            case .events: ListWalletEvents.route
            case .tokens: ReadUser.route
            case .acts: ListWalletActs.route
            }
        }

        var title: Phrase {
            switch self {
            case .overview: Texts.overviewTab
            case .entries: Texts.journalTab
            case .lots: Texts.lots
            case .purchases: Texts.purchases
            case .holds: Texts.holds
            case .ownerships: Texts.ownerships
            case .refunds: Texts.refunds
            case .proofs: Texts.proofs
            case .events: Texts.appleEvents
            case .tokens: Texts.tokens
            case .acts: Texts.actsByHand
            }
        }

        private var segment: [String] {
            switch self {
            case .overview: []
            case .entries: ["entries"]
            case .lots: ["lots"]
            case .purchases: ["purchases"]
            case .holds: ["holds"]
            case .ownerships: ["ownerships"]
            case .refunds: ["refunds"]
            case .proofs: ["proofs"]
            case .events: ["events"]
            case .tokens: ["tokens"]
            case .acts: ["acts"]
            }
        }

        func link(_ user: UserID, _ environment: StoreEnvironment, cursor: String? = nil) -> Link {
            Link(
                ["users", user.text] + segment, query: [("environment", environment.rawValue), ("cursor", cursor)])
        }
    }

    let user: UserID
    let environment: StoreEnvironment
    let tab: Tab
    let visit: Visit

    func body(_ content: @escaping @Sendable (inout HTMLWriter) -> Void) -> PageBody {
        let trail = [PageBody.Crumb(title: Texts.users, link: Link("users"))]
        return PageBody(.plain(user.text), in: .users, trail: trail) { page in
            page.tabs(
                Texts.environment,
                StoreEnvironment.allCases.map {
                    ($0.phrase, tab.link(user, $0), isCurrent: $0 == environment)
                })
            page.tabs(
                Texts.viewsOfWallet,
                Tab.allCases.filter { visit.may($0.route) }.map {
                    ($0.title, $0.link(user, environment), isCurrent: $0 == tab)
                })
            content(&page)
        }
    }

    /// A list of this user: rows, and where they go on.
    func list(
        next: String?, isFirst: Bool, _ content: @escaping @Sendable (inout HTMLWriter) -> Void
    ) -> PageBody {
        body { page in
            page(.div, .class("plain-table")) { content(&$0) }
            page.pager(
                first: isFirst ? nil : tab.link(user, environment),
                next: next.map { tab.link(user, environment, cursor: $0) })
        }
    }
}

/// The place in a list of one user, as asked for.
struct UserListVisit: Sendable {
    let user: UserID
    let request: InnerRequest
    let isFirst: Bool

    init(_ visit: Visit) throws {
        let query = try visit.query(only: ["environment", "cursor"])
        user = try UserID(visit.path("user"))
        isFirst = query["cursor"] == nil
        request = InnerRequest(
            path: ["user": user.text],
            query: [
                ("environment", query["environment"]), ("cursor", query["cursor"]),
                ("limit", String(ConsoleLimits.pageRows)),
            ])
    }
}
