/// The parts of the console, as its navigation lists them.
enum Section: String, CaseIterable, Hashable, Sendable {
    case overview, journal, exports, reports, books, unpriced, periods, apple, users, approvals, unattributed, refunds
    case products, items, drafts, publications, packs, audit, people, keys

    enum Group: CaseIterable, Sendable {
        case money, customers, catalogue, administration
    }

    var group: Group {
        switch self {
        case .overview, .journal, .exports, .reports, .books, .unpriced, .periods, .apple: .money
        case .users, .approvals, .unattributed, .refunds, .products: .customers
        case .items, .drafts, .publications, .packs: .catalogue
        case .audit, .people, .keys: .administration
        }
    }

    var title: Phrase {
        switch self {
        case .overview: Texts.overview
        case .journal: Texts.journal
        case .exports: Texts.exports
        case .reports: Texts.reports
        case .books: Texts.booksSettings
        case .unpriced: Texts.unpricedSales
        case .periods: Texts.periods
        case .apple: Texts.appleBooks
        case .users: Texts.users
        case .approvals: Texts.approvals
        case .unattributed: Texts.unattributed
        case .refunds: Texts.refunds
        case .products: Texts.products
        case .items: Texts.items
        case .drafts: Texts.drafts
        case .publications: Texts.publications
        case .packs: Texts.packs
        case .audit: Texts.auditLog
        case .people: Texts.people
        case .keys: Texts.apiKeys
        }
    }

    var link: Link {
        switch self {
        case .overview: Link()
        case .journal: Link("journal")
        case .exports: Link("exports")
        case .reports: Link("reports")
        case .books: BooksPage.link
        case .unpriced: Link("unpriced")
        case .periods: PeriodsPage.link
        case .apple: AppleBooksPage.link
        case .users: Link("users")
        case .approvals: Link("approvals")
        case .unattributed: Link("unattributed")
        case .refunds: Link("refunds")
        case .products: Link("products")
        case .items: Link("items")
        case .drafts: Link("drafts")
        case .publications: Link("publications")
        case .packs: Link("packs")
        case .audit: Link("audit")
        case .people: Link("people")
        case .keys: Link("keys")
        }
    }

    /// The page behind the link: whoever may not see it is not shown the link.
    var route: PageRoute {
        switch self {
        case .overview: OverviewPage.route
        case .journal: JournalPage.route
        case .exports: ExportsPage.route
        case .reports: ReportsPage.route
        case .books: BooksPage.route
        case .unpriced: UnpricedPage.route
        case .periods: PeriodsPage.route
        case .apple: AppleBooksPage.route
        case .users: UsersPage.route
        case .approvals: ApprovalsPage.route
        case .unattributed: UnattributedPage.route
        case .refunds: RefundsPage.route
        case .products: ProductsPage.route
        case .items: ItemsPage.route
        case .drafts: DraftsPage.route
        case .publications: PublicationsPage.route
        case .packs: PacksPage.route
        case .audit: AuditPage.route
        case .people: PeoplePage.route
        case .keys: KeysPage.route
        }
    }
}

extension Section.Group {
    var title: Phrase {
        switch self {
        case .money: Texts.groupMoney
        case .customers: Texts.groupCustomers
        case .catalogue: Texts.groupCatalogue
        case .administration: Texts.groupAdministration
        }
    }

    var sections: [Section] { Section.allCases.filter { $0.group == self } }
}
