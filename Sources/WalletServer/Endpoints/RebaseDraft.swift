internal import WalletDomain
internal import WalletLedger

/// The draft stands upon the catalogue as it is now: the caller has seen what others changed meanwhile.
struct RebaseDraft: Endpoint {
    static let route = Route(.post, "/v1/admin/drafts/{draft}/rebase", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    func parse(_ call: Call) throws -> DraftStep {
        try call.requireNoQuery()
        guard !call.hasBody else { throw Problem.malformed("body") }
        return try DraftStep(call)
    }

    func run(_ step: DraftStep, as caller: Caller) async throws -> DraftAnswer {
        let draft = try await desk.catalogue.rebase(step.draft, expected: step.expected, by: caller.id).get()
        return DraftAnswer(draft: draft, changes: nil)
    }
}

/// A draft and the version of it that the caller saw.
struct DraftStep: Sendable {
    let draft: Int64
    let expected: Int64

    init(_ call: Call) throws {
        draft = try call.number("draft", missing: .draftNotFound)
        expected = try call.requiredIfMatch()
    }
}
