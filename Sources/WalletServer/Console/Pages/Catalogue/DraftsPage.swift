internal import WalletDomain
internal import WalletLedger

/// Changes of the catalogue that wait to be published together.
struct DraftsPage: Screen {
    static let route = PageRoute(.get, "/admin/drafts", as: ListDrafts.route)
    let desk: CatalogueDesk

    func show(_ visit: Visit) async throws -> PageBody {
        try await body(visit, cursor: try visit.query(only: ["cursor"])["cursor"], nil)
    }

    func body(_ visit: Visit, cursor: String?, _ trouble: Trouble?) async throws -> PageBody {
        let request = InnerRequest(query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListDrafts(desk: desk), request)
        let next = list.isFull ? list.drafts.last.map { Cursor.text(String($0.number), of: ListDrafts.list) } : nil
        return PageBody(Texts.drafts, in: .drafts) { page in
            page.complaint(trouble?.complaint)
            page(.div, .class("above")) { above in
                above(.p, .class("muted"), phrase: Texts.draftsText)
                above(.a, .class("button"), .href(CatalogueFile.link), phrase: Texts.exportCSV)
            }
            Self.table.write(list.drafts, to: &page)
            page.pager(
                first: cursor == nil ? nil : Link("drafts"), next: next.map { Link("drafts", query: ["cursor": $0]) })
            page.section(Texts.newDraft) { part in
                part.form(to: Link("drafts"), .class("fields")) { form in
                    form.field(
                        .init(
                            name: "name", label: Texts.draftName, hint: Texts.draftNameHint,
                            attributes: [.lengthMax(Limits.nameBytesMax)]), trouble)
                    form.submit(Texts.newDraft)
                }
            }
        }
    }

    private static var table: TablePart<CatalogueDraft> {
        TablePart(
            caption: Texts.drafts, isCaptionShown: false, empty: Texts.noDrafts,
            columns: [
                .header(Texts.draftName) { draft, cell in
                    cell(.a, .href(DraftPage.link(draft.number)), text: draft.name)
                    cell(.span, .class("under"), text: "#\(draft.number)")
                },
                Column(Texts.state) { draft, cell in cell.draftState(draft.status) },
                Column(Texts.changedAt, .time) { draft, cell in
                    cell.moment(draft.changedAt)
                    if let by = draft.changedBy { cell(.span, .class("under"), text: by) }
                },
                Column(Texts.publication) { draft, cell in
                    guard let number = draft.publication else { return cell.dash() }
                    cell(.a, .href(PublicationPage.link(number)), text: "#\(number)")
                },
            ])
    }
}

extension HTMLWriter {
    mutating func draftState(_ status: CatalogueDraft.Status) {
        switch status {
        case .open: tag(status.phrase, .warning)
        case .published: tag(status.phrase, .good)
        case .discarded: tag(status.phrase)
        }
    }
}

struct CreateDraft: Act {
    static let route = PageRoute(.post, "/admin/drafts", as: MakeDraft.route)
    static let fields: Set<String> = ["name"]
    let desk: CatalogueDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let made = try await visit.ask(MakeDraft(desk: desk), InnerRequest(body: [("name", .text(form["name"]))]))
        return .go(DraftPage.link(made.draft.number))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await DraftsPage(desk: desk).body(visit, cursor: nil, trouble)
    }
}

/// The whole catalogue for a spreadsheet; a draft takes it back.
struct CatalogueFile: Download {
    static let route = PageRoute(.get, "/admin/catalogue.csv", as: ExportCatalogue.route)
    static let link = Link("catalogue.csv")
    let desk: CatalogueDesk

    func fetch(_ visit: Visit) async throws -> FileAnswer { try await visit.ask(ExportCatalogue(desk: desk)) }
}
