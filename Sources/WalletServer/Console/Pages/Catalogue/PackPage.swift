internal import WalletDomain
internal import WalletLedger

/// A pack, every version of what it gives, and for whom may a form for what it gives from now on.
struct PackPage: Screen {
    static let route = PageRoute(.get, "/admin/packs/{pack}", as: ReadPack.route)
    let catalogue: Catalogue

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return try await body(visit, nil)
    }

    static func link(_ pack: PackID) -> Link { Link("packs", pack.text) }

    func body(_ visit: Visit, _ trouble: Trouble?) async throws -> PageBody {
        let request = InnerRequest(path: ["pack": visit.path("pack")])
        let pack = try await visit.ask(ReadPack(catalogue: catalogue), request).pack
        let trail = [PageBody.Crumb(title: Texts.packs, link: Link("packs"))]
        return PageBody(.plain(pack.title), in: .packs, trail: trail) { page in
            page.complaint(trouble?.complaint)
            page(.div, .class("part")) { part in
                part.facts([
                    .code(Texts.id, pack.id.text), .init(Texts.state) { $0.packState(pack.status) },
                    .code(Texts.product, pack.product), .code(Texts.bundle, pack.bundle),
                    .init(Texts.soldRows) { value in
                        value(
                            .a, .href(JournalPage.link(kinds: .sales, product: pack.product)), phrase: Texts.showRows)
                    },
                ])
            }
            if visit.may(PutPack.route) { PackForm(visit: visit, pack: pack, trouble: trouble).write(to: &page) }
            page.section(Texts.packVersions) { Self.table.write(pack.versions.reversed(), to: &$0) }
        }
    }

    private static var table: TablePart<Pack.Version> {
        TablePart(
            caption: Texts.packVersions, isCaptionShown: false, empty: Texts.noRows,
            columns: [
                .header(Texts.version) { version, cell in cell.text("\(version.number)") },
                .number(Texts.coins) { $0.coins.coins }, .number(Texts.bonusCoins) { $0.bonus.coins },
                Column(Texts.from, .time) { version, cell in cell.moment(version.validFrom) },
            ])
    }
}

struct NewPackPage: Screen {
    static let route = PageRoute(.get, "/admin/new/pack", as: PutPack.route)

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return Self.body(visit, nil)
    }

    static func body(_ visit: Visit, _ trouble: Trouble?) -> PageBody {
        PageBody(Texts.newPack, in: .packs, trail: [.init(title: Texts.packs, link: Link("packs"))]) { page in
            page.complaint(trouble?.complaint)
            PackForm(visit: visit, pack: nil, trouble: trouble).write(to: &page)
        }
    }
}

struct PackForm: Sendable {
    let visit: Visit
    /// Nil: a new one.
    let pack: Pack?
    let trouble: Trouble?

    func write(to page: inout HTMLWriter) {
        page.section(pack == nil ? Texts.newPack : Texts.changePack) { part in
            part(.p, .class("muted"), phrase: Texts.packFormText)
            part.afterStepUp(visit, at: pack.map { PackPage.link($0.id) } ?? Link("new", "pack")) { form(&$0) }
        }
    }

    private func form(_ part: inout HTMLWriter) {
        let last = pack?.versions.last
        part.form(to: pack.map { PackPage.link($0.id) } ?? Link("packs"), .class("fields two")) { form in
            if pack == nil {
                form.slug("pack", Texts.id, Texts.idHint, trouble)
                form.slug("product", Texts.product, Texts.productHint, trouble)
                form.slug("bundle", Texts.bundle, Texts.bundleHint, trouble)
            }
            form.field(
                .init(
                    name: "title", label: Texts.title, value: pack?.title ?? "",
                    attributes: [.lengthMax(Limits.nameBytesMax)]), trouble)
            form.coinsField("coins", Texts.coins, value: last?.coins.coins, trouble)
            form.coinsField("bonus", Texts.bonusCoins, value: last?.bonus.coins ?? 0, trouble)
            form.choice(
                "state", Texts.state, [Pack.Status.onSale, .withdrawn].map { ($0.word, $0.phrase) },
                selected: (pack?.status ?? .onSale).word, trouble)
            form.changeWords(trouble)
            form.submit(Texts.save)
        }
    }
}

extension HTMLWriter {
    fileprivate mutating func slug(_ name: String, _ label: Phrase, _ hint: Phrase, _ trouble: Trouble?) {
        field(
            .init(
                name: name, label: label, hint: hint, attributes: [.lengthMax(Limits.nameBytesMax), .noSpelling]),
            trouble)
    }
}
