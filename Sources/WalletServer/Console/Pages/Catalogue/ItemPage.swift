internal import WalletDomain
internal import WalletLedger

/// An item: what it is, every price it ever had or will have, and for whom may a form for the next one.
struct ItemPage: Screen {
    static let route = PageRoute(.get, "/admin/items/{item}", as: ReadAdminItem.route)
    let catalogue: Catalogue

    func show(_ visit: Visit) async throws -> PageBody {
        try await body(visit, cursor: try visit.query(only: ["cursor"])["cursor"], nil)
    }

    static func link(_ item: ItemID, cursor: String? = nil) -> Link {
        Link("items", item.text, query: ["cursor": cursor])
    }

    func body(_ visit: Visit, cursor: String?, _ trouble: Trouble?) async throws -> PageBody {
        let path = ["item": visit.path("item")]
        let item = try await visit.ask(ReadAdminItem(catalogue: catalogue), InnerRequest(path: path)).item
        let history = try await visit.ask(
            ListPrices(catalogue: catalogue),
            InnerRequest(path: path, query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))]))
        let trail = [PageBody.Crumb(title: Texts.items, link: Link("items"))]
        return PageBody(.plain(item.title), in: .items, trail: trail) { page in
            page.complaint(trouble?.complaint)
            Self.write(item, visit, to: &page)
            if visit.may(PutItem.route) {
                page(.div, .class("columns")) { columns in
                    PriceForm(visit: visit, item: item, trouble: trouble?.of("price")).write(to: &columns)
                    ItemForm(item: item, trouble: trouble?.of("item")).write(to: &columns)
                }
            }
            page.section(Texts.priceHistory) { Self.table(item, now: visit.now).write(history.prices, to: &$0) }
            EndPriceForm(visit: visit, item: item, trouble: trouble?.of("end")).write(to: &page)
            page.pager(
                first: cursor == nil ? nil : Self.link(item.offer.item), next: Self.next(history, item.offer.item))
        }
    }

    private static func next(_ history: ListPrices.PriceList, _ item: ItemID) -> Link? {
        guard history.isFull, let last = history.prices.last else { return nil }
        return link(item, cursor: Cursor.text(String(last.version.number), of: ListPrices.list(of: item)))
    }

    private static func write(_ item: CatalogueItem, _ visit: Visit, to page: inout HTMLWriter) {
        let now = item.offer.version(at: visit.now)
        page(.div, .class("part")) { part in
            part.facts([
                .code(Texts.id, item.offer.item.text), .init(Texts.state) { $0.itemState(item.offer.status) },
                .phrase(Texts.kind, item.offer.kind.phrase), .number(Texts.priceNow, now?.price.coins),
                .phrase(Texts.layer, now?.layer.phrase ?? Texts.notForSale),
                .moment(Texts.nextChange, item.nextChange(after: visit.now)),
                .text(Texts.description, item.details.description),
                .text(Texts.tags, item.details.tags.isEmpty ? nil : item.details.tags.joined(separator: ", ")),
                .code(Texts.picture, item.details.picture),
                .number(Texts.lastPublication, item.publication, to: Link("publications", String(item.publication))),
                .init(Texts.soldRows) { value in
                    value(
                        .a, .href(JournalPage.link(kinds: .spends, item: item.offer.item.text)),
                        phrase: Texts.showRows)
                },
            ])
        }
    }

    private static func table(_ item: CatalogueItem, now: Instant) -> TablePart<PriceRecord> {
        let current = item.offer.version(at: now)?.number
        return TablePart(
            caption: Texts.priceHistory, isCaptionShown: false, empty: Texts.noPrices,
            columns: [
                .header(Texts.version) { record, cell in
                    cell.text("\(record.version.number)")
                    if record.version.number == current {
                        cell.text(" ")
                        cell.tag(Texts.inForce, .good)
                    }
                },
                Column(Texts.layer) { record, cell in cell.phrase(record.version.layer.phrase) },
                Column(Texts.price, .number) { record, cell in
                    cell.text(Figures.grouped(record.version.price.coins))
                    if record.version.price == .zero { cell(.span, .class("under"), phrase: Texts.free) }
                },
                Column(Texts.from, .time) { record, cell in cell.moment(record.version.from) },
                Column(Texts.to, .time) { record, cell in cell.optionalMoment(record.version.to) },
                Column(Texts.written, .time) { record, cell in
                    cell.moment(record.createdAt)
                    if let name = record.callerName { cell(.span, .class("under"), text: name) }
                },
            ])
    }
}

extension Trouble {
    /// Of the form of that name, where a page has several.
    func of(_ form: String) -> Trouble? { values["form"] == form ? self : nil }
}

/// Ends the window of a price that is in force or to come.
struct EndPriceForm: Sendable {
    let visit: Visit
    let item: CatalogueItem
    let trouble: Trouble?

    func write(to page: inout HTMLWriter) {
        let open = item.offer.versions.filter { $0.to.map { visit.now < $0 } ?? true }
        guard visit.may(EndPrice.route), visit.isSteppedUp, !open.isEmpty else { return }
        page.section(Texts.endPrice) { part in
            part(.p, .class("muted"), phrase: Texts.endPriceText)
            for version in open {
                let action = Link("items", item.offer.item.text, "prices", String(version.number), "end")
                part(.details) { details in
                    details(.summary) { summary in
                        summary.phrase(version.layer.phrase)
                        summary.text(" " + Figures.grouped(version.price.coins) + " · #\(version.number)")
                    }
                    details.form(to: action, .class("fields")) { form in
                        form.hidden("form", "end")
                        form.hidden("seen", String(item.publication))
                        form.changeWords(trouble)
                        form.submit(Texts.endPrice, .danger)
                    }
                }
            }
        }
    }
}
