internal import WalletDomain
internal import WalletLedger

/// Every version that the catalogue ever had.
struct PublicationsPage: Screen {
    static let route = PageRoute(.get, "/admin/publications", as: ListPublications.route)
    let desk: CatalogueDesk

    func show(_ visit: Visit) async throws -> PageBody {
        let cursor = try visit.query(only: ["cursor"])["cursor"]
        let request = InnerRequest(query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListPublications(desk: desk), request)
        let next = list.isFull ? list.publications.last : nil
        return PageBody(Texts.publications, in: .publications) { page in
            page(.p, .class("muted"), phrase: Texts.publicationsText)
            Self.table.write(list.publications, to: &page)
            page.pager(
                first: cursor == nil ? nil : Link("publications"),
                next: next.map {
                    Link("publications", query: ["cursor": Cursor.text(String($0.number), of: ListPublications.list)])
                })
        }
    }

    private static var table: TablePart<Publication> {
        TablePart(
            caption: Texts.publications, isCaptionShown: false, empty: Texts.noPublications,
            columns: [
                .header(Texts.publication) { publication, cell in
                    cell(.a, .href(PublicationPage.link(publication.number)), text: "#\(publication.number)")
                    cell(.span, .class("under"), text: publication.name)
                },
                Column(Texts.kind) { publication, cell in cell.phrase(publication.kind.phrase) },
                Column(Texts.takesEffect, .time) { publication, cell in cell.moment(publication.at) },
                Column(Texts.written, .time) { publication, cell in
                    cell.moment(publication.createdAt)
                    cell(.span, .class("under"), text: publication.callerName ?? "–")
                },
                Column(Texts.reason) { publication, cell in cell.text(publication.reason) },
            ])
    }
}

/// One version, what it did, and the way back to it.
struct PublicationPage: Screen {
    static let route = PageRoute(.get, "/admin/publications/{publication}", as: ReadPublication.route)
    let desk: CatalogueDesk

    func show(_ visit: Visit) async throws -> PageBody {
        try await body(visit, cursor: try visit.query(only: ["cursor"])["cursor"], nil)
    }

    static func link(_ number: Int64, cursor: String? = nil) -> Link {
        Link("publications", String(number), query: ["cursor": cursor])
    }

    func body(_ visit: Visit, cursor: String?, _ trouble: Trouble?) async throws -> PageBody {
        let request = InnerRequest(
            path: ["publication": visit.path("publication")],
            query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let page = try await visit.ask(ReadPublication(desk: desk), request)
        let newest = try await visit.ask(ReadCatalogue(desk: desk)).version
        let (publication, percentMax) = (page.publication, desk.percentMax)
        let trail = [PageBody.Crumb(title: Texts.publications, link: Link("publications"))]
        let next = page.isFull ? page.items.last : nil
        return PageBody(Texts.publicationNumber(publication.number), in: .publications, trail: trail) { body in
            body.complaint(trouble?.complaint)
            Self.write(publication, visit, &body)
            body.section(Texts.difference) {
                DifferenceTable.items(percentMax: percentMax).write(page.items, to: &$0)
            }
            body.pager(
                first: cursor == nil ? nil : Self.link(publication.number),
                next: next.map {
                    Self.link(
                        publication.number,
                        cursor: Cursor.text($0.item.text, of: ReadPublication.list(publication.number)))
                })
            Self.rollBack(publication, visit, newest: newest, trouble, &body)
        }
    }

    private static func write(_ publication: Publication, _ visit: Visit, _ page: inout HTMLWriter) {
        let draft = visit.may(ReadDraft.route) ? publication.draft.map { DraftPage.link($0) } : nil
        page(.div, .class("part")) { part in
            part.facts([
                .text(Texts.draftName, publication.name), .phrase(Texts.kind, publication.kind.phrase),
                .moment(Texts.takesEffect, publication.at), .moment(Texts.written, publication.createdAt),
                .text(Texts.madeBy, publication.callerName), .text(Texts.reason, publication.reason),
                .number(Texts.draft, publication.draft, to: draft),
                .number(Texts.restores, publication.restores, to: publication.restores.map { link($0) }),
            ])
        }
    }

    private static func rollBack(
        _ publication: Publication, _ visit: Visit, newest: Int64, _ trouble: Trouble?, _ page: inout HTMLWriter
    ) {
        guard visit.may(RollBackCatalogue.route) else { return }
        page.section(Texts.rollBack) { part in
            part(.p, .class("muted"), phrase: Texts.rollBackText)
            part.afterStepUp(visit, at: link(publication.number)) { part in
                let action = Link("publications", String(publication.number), "rollback")
                part.form(to: action, .class("fields")) { form in
                    form.hidden("seen", String(newest))
                    form.timeField("at", Texts.takesEffect, hint: Texts.atHint, trouble)
                    form.changeWords(trouble)
                    form.submit(Texts.rollBack, .danger)
                }
            }
        }
    }
}

struct RollBack: Act {
    static let route = PageRoute(.post, "/admin/publications/{publication}/rollback", as: RollBackCatalogue.route)
    static let fields = FormFields.changeWords.union(["seen", "at"])
    static let isSensitive = true
    let page: PublicationPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["publication": visit.path("publication")], body: [("at", form.local("at"))] + form.changeWords,
            ifMatch: form.seen)
        let done = try await visit.ask(RollBackCatalogue(desk: page.desk), request)
        return .go(PublicationPage.link(done.publication.number), .published)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, trouble)
    }
}
