internal import WalletDomain
internal import WalletLedger

/// What the App Store sells, withdrawn packs too.
struct PacksPage: Screen {
    static let route = PageRoute(.get, "/admin/packs", as: ListAllPacks.route)
    let catalogue: Catalogue

    func show(_ visit: Visit) async throws -> PageBody {
        let cursor = try visit.query(only: ["cursor"])["cursor"]
        let request = InnerRequest(query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListAllPacks(catalogue: catalogue), request)
        let next = list.isFull ? list.packs.last.map { Cursor.text($0.id.text, of: "admin/packs") } : nil
        return PageBody(Texts.packs, in: .packs) { page in
            page(.div, .class("above")) { above in
                above(.p, .class("muted"), phrase: Texts.packsText)
                if visit.may(PutPack.route) {
                    above(.a, .class("button"), .href(Link("new", "pack")), phrase: Texts.newPack)
                }
            }
            Self.table.write(list.packs, to: &page)
            page.pager(
                first: cursor == nil ? nil : Link("packs"), next: next.map { Link("packs", query: ["cursor": $0]) })
        }
    }

    private static var table: TablePart<Pack> {
        TablePart(
            caption: Texts.packs, isCaptionShown: false, empty: Texts.noPacks,
            columns: [
                .header(Texts.pack) { pack, cell in
                    cell(.a, .href(PackPage.link(pack.id)), text: pack.title)
                    cell(.span, .class("under")) { $0(.code, text: pack.id.text) }
                },
                Column(Texts.state) { pack, cell in cell.packState(pack.status) },
                .number(Texts.coins) { $0.versions.last?.coins.coins ?? 0 },
                .number(Texts.bonusCoins) { $0.versions.last?.bonus.coins ?? 0 },
                Column(Texts.product) { pack, cell in
                    cell(.code, text: pack.product)
                    cell(.span, .class("under")) { $0(.code, text: pack.bundle) }
                },
            ])
    }
}
