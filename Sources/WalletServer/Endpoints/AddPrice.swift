internal import WalletDomain
internal import WalletLedger

/// A price is a new version, never an edit. Without `from` it is published at the next second, and the answer comes
/// when it is in force.
struct AddPrice: Endpoint {
    static let route = Route(.post, "/v1/admin/items/{item}/prices", access: .keys([.catalogue]))
    let catalogue: Catalogue

    func parse(_ call: Call) throws -> PriceDraft {
        try call.requireNoQuery()
        let body = try call.object(only: ["price", "layer", "free", "from", "to"])
        return PriceDraft(
            item: try ItemID(call.path("item")),
            layer: try body.optionalWord("layer", PriceVersion.Layer.words) ?? .regular,
            price: try body.coins("price"), isFree: try body.optionalBoolean("free") ?? false,
            from: try body.optionalInstant("from"), to: try body.optionalInstant("to"))
    }

    func run(_ draft: PriceDraft, as caller: Caller) async throws -> PriceAnswer {
        PriceAnswer(item: draft.item, version: try await catalogue.addPrice(draft, by: caller.id).get())
    }

    struct PriceAnswer: Answer {
        let item: ItemID
        let version: PriceVersion

        func write(to object: inout JSONWriter) {
            object.member("item", item.text)
            object.priceVersion(version)
        }
    }
}
