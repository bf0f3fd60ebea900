internal import WalletDomain
internal import WalletLedger

/// Makes an item, or changes what apps show of it and its state, at once. What it costs is another call.
struct PutItem: Endpoint {
    static let route = Route(.put, "/v1/admin/items/{item}", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    struct Input: Sendable {
        let item: ItemID
        let details: ItemDetails
        let kind: Offer.Kind
        let status: Offer.Status
        let words: ChangeWords
        let expected: Int64?
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(
            only: ["title", "description", "tags", "picture", "kind", "state"] + ChangeWords.members)
        let details = try ItemDetails(
            title: body.text("title"), description: body.optionalText("description"), tags: body.texts("tags") ?? [],
            picture: body.optionalText("picture"))
        return Input(
            item: try ItemID(call.path("item")), details: details, kind: try body.word("kind", Offer.Kind.words),
            status: try body.word("state", Offer.Status.words), words: try ChangeWords(call, body),
            expected: try call.ifMatch())
    }

    func run(_ input: Input, as caller: Caller) async throws -> AdminItemAnswer {
        let item = try await desk.catalogue.putItem(
            input.item, details: input.details, kind: input.kind, status: input.status,
            desk.terms(input.words, caller, expected: input.expected)
        ).get()
        return AdminItemAnswer(item: item)
    }
}

/// An item as admins see it: its state, what is scheduled, and the prices in force or to come.
struct AdminItemAnswer: Answer {
    let item: CatalogueItem

    var headers: [(String, String)] { versionTag(item.publication) }

    func write(to object: inout JSONWriter) {
        object.member("item", item.offer.item.text)
        ItemRendering.write(item.details, to: &object)
        object.member("kind", item.offer.kind.word)
        object.member("state", item.offer.status.word)
        object.member("publication", item.publication)
        if let scheduled = item.offer.scheduled {
            object.object("scheduled") { then in
                then.member("at", scheduled.at.text)
                ItemRendering.write(item.scheduledDetails ?? item.details, to: &then)
                then.member("state", scheduled.status.word)
            }
        }
        object.array("prices") { list in
            for version in item.offer.versions {
                list.object { $0.priceVersion(version, zone: item.zones[version.number]) }
            }
        }
    }
}
