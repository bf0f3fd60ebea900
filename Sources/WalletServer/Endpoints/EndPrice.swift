internal import WalletDomain
internal import WalletLedger

/// Ends a price's window earlier than it was to end. Without `at` in the next second, and a window that is still to
/// come never begins.
struct EndPrice: Endpoint {
    static let route = Route(.post, "/v1/admin/items/{item}/prices/{version}/end", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    struct Input: Sendable {
        let item: ItemID
        let version: Int32
        let at: Instant?
        let words: ChangeWords
        let expected: Int64?
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let item = try ItemID(call.path("item"))
        guard let version = Int32(exactly: try call.number("version", missing: .itemNotFound)) else {
            throw Problem(code: .itemNotFound)
        }
        let body = try call.object(only: ["at"] + ChangeWords.members)
        return Input(
            item: item, version: version, at: try desk.zone.optionalMoment("at", in: body)?.instant,
            words: try ChangeWords(call, body), expected: try call.ifMatch())
    }

    func run(_ input: Input, as caller: Caller) async throws -> PriceAnswer {
        let terms = desk.terms(input.words, caller, expected: input.expected)
        let price = try await desk.catalogue.endPrice(of: input.item, version: input.version, at: input.at, terms)
        return PriceAnswer(item: input.item, price: try price.get())
    }
}
