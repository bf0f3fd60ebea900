internal import WalletDomain
internal import WalletLedger

/// An item as shops show it.
enum ItemRendering {
    static func write(_ item: CatalogueItem, at moment: Instant, to object: inout JSONWriter) {
        object.member("item", item.offer.item.text)
        write(item.details(at: moment), to: &object)
        object.member("kind", item.offer.kind.word)
        let version = item.offer.version(at: moment)
        object.member("for_sale", version != nil)
        object.member("price", version?.price.coins)
        object.member("price_version", version.map { Int64($0.number) })
        if let next = nextChange(of: item, after: moment) {
            object.object("next_change") { change in
                change.member("at", next.at.text)
                if let price = next.price { change.member("price", price.coins) } else { change.nullMember("price") }
            }
        }
    }

    static func write(_ details: ItemDetails, to object: inout JSONWriter) {
        object.member("title", details.title)
        object.member("description", details.description)
        object.array("tags") { list in for tag in details.tags { list.value(tag) } }
        object.member("picture", details.picture)
    }

    /// The first moment at which price or details really are others; nil price: not for sale from then on.
    private static func nextChange(
        of item: CatalogueItem, after moment: Instant
    ) -> (at: Instant, price: CoinAmount?)? {
        let now = item.offer.version(at: moment)
        var next = item.nextChange(after: moment)
        while let at = next {
            let then = item.offer.version(at: at)
            if then?.price != now?.price || item.details(at: at) != item.details(at: moment) {
                return (at, then?.price)
            }
            next = item.nextChange(after: at)
        }
        return nil
    }

    static func maxAgeSeconds(until change: Instant?, from moment: Instant) -> Int64 {
        guard let change else { return Limits.catalogueAgeSeconds }
        return min(Limits.catalogueAgeSeconds, (change.milliseconds - moment.milliseconds) / 1_000)
    }
}
