internal import WalletDomain
internal import WalletLedger

/// Makes an item, or changes its title and state. What it costs is another call.
struct PutItem: Endpoint {
    static let route = Route(.put, "/v1/admin/items/{item}", access: .keys([.catalogue]))
    let catalogue: Catalogue

    struct Input: Sendable {
        let item: ItemID
        let title: String
        let kind: Offer.Kind
        let status: Offer.Status
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["title", "kind", "state"])
        return Input(
            item: try ItemID(call.path("item")), title: try body.title("title"),
            kind: try body.word("kind", Offer.Kind.words), status: try body.word("state", Offer.Status.words))
    }

    func run(_ input: Input, as caller: Caller) async throws -> AdminItemAnswer {
        let item = try await catalogue.putItem(
            input.item, title: input.title, kind: input.kind, status: input.status, by: caller.id
        ).get()
        return AdminItemAnswer(item: item)
    }
}

/// An item as admins see it: its state, and the prices in force or to come.
struct AdminItemAnswer: Answer {
    let item: CatalogueItem

    func write(to object: inout JSONWriter) {
        object.member("item", item.offer.item.text)
        object.member("title", item.title)
        object.member("kind", item.offer.kind.word)
        object.member("state", item.offer.status.word)
        object.array("prices") { list in
            for version in item.offer.versions { list.object { $0.priceVersion(version) } }
        }
    }
}

extension JSONWriter {
    mutating func priceVersion(_ version: PriceVersion) {
        member("version", Int64(version.number))
        member("layer", version.layer.word)
        member("price", version.price.coins)
        member("free", version.price == .zero)
        member("from", version.from.text)
        member("to", version.to?.text)
    }
}
