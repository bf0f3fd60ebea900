/// Plans and changes as they are stored (`jsonb`) and told.
extension ItemPlan {
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { write(to: &$0) }
        return writer.bytes
    }

    package func write(to object: inout JSONWriter) {
        object.member("title", details.title)
        object.member("description", details.description)
        object.array("tags") { list in for tag in details.tags { list.value(tag) } }
        object.member("picture", details.picture)
        object.member("kind", kind.word)
        object.member("state", status.word)
        object.member("details_from", detailsFrom?.text)
        object.array("prices") { list in
            for price in prices where !price.isEmpty { list.object { price.write(to: &$0) } }
        }
    }

    /// Nil if the text is not one that `json` wrote.
    package init?(json text: String) {
        // What is no plan is nobody's: the caller reports it.
        guard let object = try? JSONObject(parsing: Array(text.utf8)), let plan = try? ItemPlan(object) else {
            return nil
        }
        self = plan
    }

    private init(_ object: JSONObject) throws {
        details = try ItemDetails(
            title: object.text("title"), description: object.optionalText("description"),
            tags: object.texts("tags") ?? [], picture: object.optionalText("picture"))
        guard let kind = Offer.Kind.words[try object.text("kind")] else { throw WalletError.malformed("kind") }
        guard let status = Offer.Status.words[try object.text("state")] else { throw WalletError.malformed("state") }
        self.kind = kind
        self.status = status
        detailsFrom = try object.instant("details_from")
        prices = try object.objects("prices").map { try PlannedPrice($0) }
    }
}

extension PlannedPrice {
    fileprivate func write(to object: inout JSONWriter) {
        object.member("version", number.map { Int64($0) })
        object.member("layer", layer.word)
        object.member("price", price.coins)
        object.member("from", from.text)
        object.member("to", to?.text)
        object.member("zone", zone)
    }

    fileprivate init(_ object: JSONObject) throws {
        guard let layer = PriceVersion.Layer.words[try object.text("layer")] else {
            throw WalletError.malformed("layer")
        }
        guard let from = try object.instant("from") else { throw WalletError.malformed("from") }
        self.init(
            number: try object.optionalInteger("version").flatMap { Int32(exactly: $0) }, layer: layer,
            price: try CoinAmount(object.integer("price")), from: from, to: try object.instant("to"),
            zone: try object.optionalText("zone"))
    }
}

extension JSONObject {
    /// Nil where the member is absent or null.
    package func texts(_ name: String) throws -> [String]? {
        try optionalArray(name)?.map { value throws(WalletError) in
            guard case .text(let text) = value else { throw .malformed(name) }
            return text
        }
    }

    /// Empty where the member is absent or null.
    package func objects(_ name: String) throws -> [JSONObject] {
        try (optionalArray(name) ?? []).map { value throws(WalletError) in
            guard case .object(let object) = value else { throw .malformed(name) }
            return object
        }
    }

    fileprivate func instant(_ name: String) throws -> Instant? {
        guard let text = try optionalText(name) else { return nil }
        guard let instant = Instant(text: text) else { throw WalletError.malformed(name) }
        return instant
    }
}

extension Offer.Kind {
    package static let words: [String: Offer.Kind] = ["once": .once, "repeatable": .repeatable]

    package var word: String {
        switch self {
        case .once: "once"
        case .repeatable: "repeatable"
        }
    }
}

extension Offer.Status {
    package static let words: [String: Offer.Status] = [
        "draft": .draft, "published": .published, "archived": .archived,
    ]

    package var word: String {
        switch self {
        case .draft: "draft"
        case .published: "published"
        case .archived: "archived"
        }
    }
}

extension PriceVersion.Layer {
    package static let words: [String: PriceVersion.Layer] = ["regular": .regular, "sale": .sale]

    package var word: String {
        switch self {
        case .regular: "regular"
        case .sale: "sale"
        }
    }
}
