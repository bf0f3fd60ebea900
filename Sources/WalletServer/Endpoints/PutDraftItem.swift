internal import WalletDomain
internal import WalletLedger

/// What a draft is to change of one item, in place of what it was to change before. An empty change takes it out.
struct PutDraftItem: Endpoint {
    static let route = Route(.put, "/v1/admin/drafts/{draft}/items/{item}", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    struct Input: Sendable {
        let draft: Int64
        let change: DraftedChange
        let expected: Int64
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let draft = try call.number("draft", missing: .draftNotFound)
        let item = try ItemID(call.path("item"))
        let body = try call.object(
            only: ["title", "description", "tags", "picture", "kind", "state", "prices", "ends"])
        let change = try ItemChange(body) { name, value in try desk.zone.moment(name, value) }
        return Input(
            draft: draft, change: DraftedChange(item: item, change: change), expected: try call.requiredIfMatch())
    }

    func run(_ input: Input, as caller: Caller) async throws -> DraftedItem {
        let draft = try await desk.catalogue.put(
            [input.change], into: input.draft, expected: input.expected, by: caller.id
        ).get()
        return DraftedItem(draft: draft, change: input.change)
    }

    /// The change as the draft keeps it: local times say whether they come twice.
    struct DraftedItem: Answer {
        let draft: CatalogueDraft
        let change: DraftedChange

        var headers: [(String, String)] { versionTag(draft.version) }

        func write(to object: inout JSONWriter) {
            object.member("draft", draft.number)
            object.member("version", draft.version)
            object.draftedChange(change)
        }
    }
}
