internal import WalletDomain
internal import WalletLedger

/// The draft is never published. It stays as history.
struct DiscardDraft: Endpoint {
    static let route = Route(.post, "/v1/admin/drafts/{draft}/discard", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    func parse(_ call: Call) throws -> DraftStep {
        try call.requireNoQuery()
        guard !call.hasBody else { throw Problem.malformed("body") }
        return try DraftStep(call)
    }

    func run(_ step: DraftStep, as caller: Caller) async throws -> DraftAnswer {
        let draft = try await desk.catalogue.discard(step.draft, expected: step.expected, by: caller.id).get()
        return DraftAnswer(draft: draft, changes: nil)
    }
}
