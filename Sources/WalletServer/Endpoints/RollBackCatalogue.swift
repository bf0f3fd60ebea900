internal import WalletDomain
internal import WalletLedger

/// Brings back how everything was planned when a publication was written, as a new version. 0: as before the first.
struct RollBackCatalogue: Endpoint {
    static let route = Route(.post, "/v1/admin/publications/{publication}/rollback", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    struct Input: Sendable {
        let publication: Int64
        let at: Instant?
        let words: ChangeWords
        let expected: Int64
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let publication = try call.number("publication", missing: .publicationNotFound, from: 0)
        let body = try call.object(only: ["at"] + ChangeWords.members)
        return Input(
            publication: publication, at: try desk.zone.optionalMoment("at", in: body)?.instant,
            words: try ChangeWords(call, body), expected: try call.requiredIfMatch())
    }

    func run(_ input: Input, as caller: Caller) async throws -> PublicationAnswer {
        let terms = desk.terms(input.words, caller, expected: input.expected)
        let done = try await desk.catalogue.rollBack(to: input.publication, at: input.at, terms).get()
        return PublicationAnswer(publication: done.publication, by: caller.name, changedItems: done.differences.count)
    }
}
