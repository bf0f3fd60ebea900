internal import WalletDomain
internal import WalletLedger

/// A price is a new version, never an edit. Without `from` it is published at the next second, and the answer comes
/// when it is in force.
struct AddPrice: Endpoint {
    static let route = Route(.post, "/v1/admin/items/{item}/prices", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    struct Input: Sendable {
        let draft: PriceDraft
        let words: ChangeWords
        let expected: Int64?
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["price", "layer", "free", "from", "to"] + ChangeWords.members)
        let from = try desk.zone.optionalMoment("from", in: body)
        let to = try desk.zone.optionalMoment("to", in: body)
        let draft = PriceDraft(
            item: try ItemID(call.path("item")),
            layer: try body.optionalWord("layer", PriceVersion.Layer.words) ?? .regular,
            price: try body.coins("price"), isFree: try body.optionalBoolean("free") ?? false,
            from: from?.instant, to: to?.instant, zone: from?.zone ?? to?.zone)
        return Input(draft: draft, words: try ChangeWords(call, body), expected: try call.ifMatch())
    }

    func run(_ input: Input, as caller: Caller) async throws -> PriceAnswer {
        let terms = desk.terms(input.words, caller, expected: input.expected)
        return PriceAnswer(
            item: input.draft.item, price: try await desk.catalogue.addPrice(input.draft, terms).get())
    }
}

/// A price version after a change of it; the ETag is the item's version.
struct PriceAnswer: Answer {
    let item: ItemID
    let price: ChangedPrice

    var headers: [(String, String)] { versionTag(price.publication) }

    func write(to object: inout JSONWriter) {
        object.member("item", item.text)
        object.priceVersion(price.version, zone: price.zone)
        object.member("publication", price.publication)
    }
}
