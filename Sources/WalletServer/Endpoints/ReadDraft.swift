internal import WalletDomain
internal import WalletLedger

/// One draft with everything that it is to change.
struct ReadDraft: Endpoint {
    static let route = Route(.get, "/v1/admin/drafts/{draft}", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    func parse(_ call: Call) throws -> Int64 {
        try call.requireNoQuery()
        return try call.number("draft", missing: .draftNotFound)
    }

    func run(_ number: Int64, as caller: Caller) async throws -> DraftAnswer {
        guard let draft = try await desk.catalogue.draft(number) else { throw CatalogueRefusal.draftNotFound }
        return DraftAnswer(draft: draft, changes: try await desk.catalogue.changes(of: number))
    }
}
