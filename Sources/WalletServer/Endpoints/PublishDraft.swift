internal import WalletDomain
internal import WalletLedger

/// Publishes a draft: at a time, or in the next second, and then the answer comes when it is in force.
struct PublishDraft: Endpoint {
    static let route = Route(.post, "/v1/admin/drafts/{draft}/publish", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    struct Input: Sendable {
        let step: DraftStep
        let at: Instant?
        let words: ChangeWords
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["at"] + ChangeWords.members)
        return Input(
            step: try DraftStep(call), at: try desk.zone.optionalMoment("at", in: body)?.instant,
            words: try ChangeWords(call, body))
    }

    func run(_ input: Input, as caller: Caller) async throws -> PublicationAnswer {
        let done = try await desk.catalogue.publish(
            draft: input.step.draft, at: input.at, expected: input.step.expected, desk.terms(input.words, caller)
        ).get()
        return PublicationAnswer(publication: done.publication, by: caller.name, changedItems: done.differences.count)
    }
}

/// A publication just made.
struct PublicationAnswer: Answer {
    let publication: Publication
    let by: String
    let changedItems: Int

    var headers: [(String, String)] { versionTag(publication.number) }

    func write(to object: inout JSONWriter) {
        object.publication(publication, by: by)
        object.member("changed_items", Int64(changedItems))
    }
}
