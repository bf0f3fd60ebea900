internal import WalletDomain
internal import WalletLedger

/// One lot and what became of its coins.
struct LotPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/lots/{lot}", as: ReadLot.route)
    let wallets: WalletReads
    let estates: EstateReader

    func show(_ visit: Visit) async throws -> PageBody {
        let list = try UserListVisit(visit)
        var request = list.request
        request.path["lot"] = visit.path("lot")
        let reading = try await visit.ask(ReadLot(wallets: wallets, estates: estates), request)
        let environment = reading.page.environment
        let number = reading.record.lot.number
        let trail = [
            PageBody.Crumb(title: Texts.users, link: Link("users")),
            PageBody.Crumb(title: .plain(list.user.text), link: UserPage.link(list.user, environment)),
            PageBody.Crumb(title: Texts.lots, link: UserFrame.Tab.lots.link(list.user, environment)),
        ]
        return PageBody(Texts.lotNumber(number), in: .users, trail: trail) { page in
            Self.write(reading.record, environment, to: &page)
            page.section(Texts.usesOfLot) { Self.uses(environment).write(reading.page.rows, to: &$0) }
            page.pager(
                first: list.isFirst ? nil : Self.link(number, list.user, environment),
                next: reading.page.next.map { Self.link(number, list.user, environment, cursor: $0) })
        }
    }

    static func link(
        _ lot: Int32, _ user: UserID, _ environment: StoreEnvironment, cursor: String? = nil
    ) -> Link {
        Link(
            "users", user.text, "lots", String(lot), query: ["environment": environment.rawValue, "cursor": cursor])
    }

    private static func write(_ record: LotRecord, _ environment: StoreEnvironment, to page: inout HTMLWriter) {
        let lot = record.lot
        page.section(Texts.whatIsLeft) { part in
            part.facts([
                .phrase(Texts.kind, lot.kind.phrase), .number(Texts.issued, lot.issued),
                .number(Texts.consumed, lot.consumed), .number(Texts.removed, lot.removed),
                .number(Texts.held, lot.held), .number(Texts.remaining, lot.remaining),
                .moment(Texts.acquired, lot.acquiredAt), .moment(Texts.expires, lot.expiresAt),
            ])
        }
        guard let sale = record.sale else { return }
        page.section(Texts.sale) { part in
            part.facts([
                .init(Texts.transactionID) { $0.purchaseLink(environment, sale.transaction) },
                .code(Texts.product, sale.product),
                .link(Texts.pack, sale.pack.text, Link("packs", sale.pack.text)),
                .text(Texts.packVersion, String(sale.packVersion)),
                .text(Texts.customerPrice, sale.price.map { Figures.price($0.milliunits, $0.currency) }),
                .text(Texts.storefront, sale.storefront), .text(Texts.channel, sale.channel),
            ])
        }
    }

    private static func uses(_ environment: StoreEnvironment) -> TablePart<ReadLot.Use> {
        TablePart(
            caption: Texts.usesOfLot, isCaptionShown: false, empty: Texts.noEntries,
            columns: [
                .header(Texts.time) { use, cell in
                    cell.moment(use.entry.at)
                    cell(.span, .class("under"), text: "#\(use.entry.sequence)")
                },
                Column(Texts.kind) { use, cell in cell.phrase(use.entry.kind.phrase) },
                .number(Texts.coins) { use in use.entry.lots.reduce(0) { $0 + ($1.lot == use.lot ? $1.coins : 0) } },
                Column(Texts.fromTo) { use, cell in EntryTable.accounts.write(use.entry, &cell) },
                Column(Texts.about) { use, cell in EntryTable.about(use.entry, environment, &cell) },
            ])
    }
}
