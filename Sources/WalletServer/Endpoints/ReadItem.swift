internal import WalletDomain
internal import WalletLedger

/// One published item with the price valid now and the next scheduled change.
struct ReadItem: Endpoint {
    static let route = Route(.get, "/v1/items/{item}", access: .keys([.read]))
    let catalogue: Catalogue

    func parse(_ call: Call) throws -> ItemID {
        try call.requireNoQuery()
        return try ItemID(call.path("item"))
    }

    func run(_ item: ItemID, as caller: Caller) async throws -> ItemAnswer {
        let page = try await catalogue.item(item)
        guard let found = page.items.first, found.offer.status == .published else { throw WalletError.itemNotFound }
        return ItemAnswer(item: found, at: page.at)
    }

    struct ItemAnswer: Answer {
        let item: CatalogueItem
        let at: Instant
        var maxAgeSeconds: Int64? { ItemRendering.maxAgeSeconds(until: item.nextChange(after: at), from: at) }
        func write(to object: inout JSONWriter) { ItemRendering.write(item, at: at, to: &object) }
    }
}
