internal import WalletDomain
internal import WalletLedger

struct PutIntoDraft: Act {
    static let route = PageRoute(.post, "/admin/drafts/{draft}/items", as: PutDraftItem.route)
    static let fields = FormFields.priceFields.union(["form", "seen", "item", "title", "state", "kind"])
    let page: DraftPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let item = try ItemID(form["item"])
        // Without a price the change is about the rest.
        let prices = form.optional("price") == nil ? nil : InnerRequest.Member.list([.object(try form.price())])
        let request = InnerRequest(
            path: ["draft": visit.path("draft"), "item": item.text],
            body: [
                ("title", form.optional("title").map { .text($0) }),
                ("state", form.optional("state").map { .text($0) }),
                ("kind", form.optional("kind").map { .text($0) }), ("prices", prices ?? .list([])),
            ], ifMatch: form.seen)
        let put = try await visit.ask(PutDraftItem(desk: page.desk), request)
        return .go(DraftPage.link(put.draft.number), .draftChanged)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, nil, trouble)
    }
}

/// A sheet, tried first: what every line would do, or every error with its line.
struct ImportIntoDraft: Act {
    static let route = PageRoute(
        .post, "/admin/drafts/{draft}/import", .scopes([.catalogue]), bodyBytesMax: ConsoleLimits.sheetBytesMax)
    static let fields: Set<String> = ["form", "seen", "csv", "run"]
    let page: DraftPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let isDry = form["run"] != "real"
        let request = InnerRequest(
            path: ["draft": visit.path("draft")], query: [("dry_run", isDry ? "true" : nil)],
            ifMatch: isDry ? nil : form.seen, csv: form.secret("csv"))
        let sheet = try await visit.ask(ImportCatalogue(desk: page.desk), request)
        if isDry || sheet.problem != nil {
            let complaint = Complaint(sheet.problem ?? Problem(code: .sheetRefused))
            let trouble = Trouble(complaint: complaint, values: form.shown())
            let body = try await page.body(visit, cursor: nil, sheet, sheet.problem == nil ? nil : trouble)
            return .page(body.with(status: sheet.problem == nil ? 200 : complaint.status))
        }
        return .go(DraftPage.link(sheet.draft.number), .draftChanged)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, nil, trouble)
    }
}

struct PublishByHand: Act {
    static let route = PageRoute(.post, "/admin/drafts/{draft}/publish", as: PublishDraft.route)
    static let fields = FormFields.changeWords.union(["form", "seen", "at"])
    static let isSensitive = true
    let page: DraftPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["draft": visit.path("draft")], body: [("at", form.local("at"))] + form.changeWords,
            ifMatch: form.seen)
        let done = try await visit.ask(PublishDraft(desk: page.desk), request)
        return .go(PublicationPage.link(done.publication.number), .published)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, nil, trouble)
    }
}

struct CloseDraft: Act {
    static let route = PageRoute(.post, "/admin/drafts/{draft}/discard", as: DiscardDraft.route)
    static let fields: Set<String> = ["seen"]
    let page: DraftPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(path: ["draft": visit.path("draft")], ifMatch: form.seen)
        _ = try await visit.ask(DiscardDraft(desk: page.desk), request)
        return .go(Link("drafts"), .draftDiscarded)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, nil, trouble)
    }
}

/// Whoever has seen what others changed goes on upon that.
struct TakeUpDraft: Act {
    static let route = PageRoute(.post, "/admin/drafts/{draft}/rebase", as: RebaseDraft.route)
    static let fields: Set<String> = ["seen"]
    let page: DraftPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(path: ["draft": visit.path("draft")], ifMatch: form.seen)
        let after = try await visit.ask(RebaseDraft(desk: page.desk), request)
        return .go(DraftPage.link(after.draft.number), .draftChanged)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, nil, trouble)
    }
}
