internal import WalletDomain
internal import WalletLedger

/// What coins buy, drafts and archived items too.
struct ItemsPage: Screen {
    static let route = PageRoute(.get, "/admin/items", as: ListAllItems.route)
    let catalogue: Catalogue

    func show(_ visit: Visit) async throws -> PageBody {
        let cursor = try visit.query(only: ["cursor"])["cursor"]
        let request = InnerRequest(query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListAllItems(catalogue: catalogue), request)
        let next =
            list.isFull ? list.items.last.map { Cursor.text($0.offer.item.text, of: ListAllItems.list(nil)) } : nil
        return PageBody(Texts.items, in: .items) { page in
            page(.div, .class("above")) { above in
                above(.p, .class("muted"), phrase: Texts.itemsText)
                above(.a, .class("button"), .href(CatalogueFile.link), phrase: Texts.exportCSV)
                if visit.may(PutItem.route) {
                    above(.a, .class("button"), .href(Link("new", "item")), phrase: Texts.newItem)
                }
            }
            Self.table(visit.now).write(list.items, to: &page)
            page.pager(
                first: cursor == nil ? nil : Link("items"),
                next: next.map { Link("items", query: ["cursor": $0]) })
        }
    }

    private static func table(_ now: Instant) -> TablePart<CatalogueItem> {
        TablePart(
            caption: Texts.items, isCaptionShown: false, empty: Texts.noItems,
            columns: [
                .header(Texts.item) { item, cell in
                    cell(.a, .href(ItemPage.link(item.offer.item)), text: item.title)
                    cell(.span, .class("under")) { $0(.code, text: item.offer.item.text) }
                },
                Column(Texts.state) { item, cell in cell.itemState(item.offer.status) },
                Column(Texts.kind) { item, cell in cell.phrase(item.offer.kind.phrase) },
                Column(Texts.priceNow, .number) { item, cell in
                    guard let version = item.offer.version(at: now) else { return cell.dash() }
                    cell.text(Figures.grouped(version.price.coins))
                    if version.layer == .sale { cell(.span, .class("under")) { $0.phrase(Texts.sale) } }
                },
                Column(Texts.nextChange, .time) { item, cell in
                    guard let change = item.nextChange(after: now) else { return cell.dash() }
                    cell.moment(change)
                    cell(.span, .class("under")) { under in
                        let then = item.offer.version(at: change)
                        if let then {
                            under.text(Figures.grouped(then.price.coins))
                        } else {
                            under.phrase(Texts.notForSale)
                        }
                    }
                },
            ])
    }
}

extension HTMLWriter {
    mutating func itemState(_ status: Offer.Status) {
        switch status {
        case .draft: tag(status.phrase, .warning)
        case .published: tag(status.phrase, .good)
        case .archived: tag(status.phrase)
        }
    }

    mutating func packState(_ status: Pack.Status) {
        switch status {
        case .onSale: tag(status.phrase, .good)
        case .withdrawn: tag(status.phrase)
        }
    }
}
