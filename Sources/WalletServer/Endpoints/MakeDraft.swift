internal import WalletDomain
internal import WalletLedger

/// A new draft, upon the catalogue as it is now.
struct MakeDraft: Endpoint {
    static let route = Route(.post, "/v1/admin/drafts", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    func parse(_ call: Call) throws -> String {
        try call.requireNoQuery()
        return try call.object(only: ["name"]).title("name")
    }

    func run(_ name: String, as caller: Caller) async throws -> DraftAnswer {
        DraftAnswer(draft: try await desk.catalogue.makeDraft(name, by: caller.id).get(), changes: [])
    }
}

/// A draft and all its changes; the ETag is its version.
struct DraftAnswer: Answer {
    let draft: CatalogueDraft
    /// Nil: not told.
    let changes: [DraftedChange]?

    var headers: [(String, String)] { versionTag(draft.version) }

    func write(to object: inout JSONWriter) {
        object.draft(draft)
        guard let changes else { return }
        object.array("items") { list in for change in changes { list.object { $0.draftedChange(change) } } }
    }
}
