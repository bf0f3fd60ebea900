internal import Postgres
internal import WalletDomain

/// A row with those price versions in arrays that hold at `moment` or later, and what the item will be.
private func itemColumns(_ moment: String) -> String {
    func versions(_ column: String) -> String {
        """
        ARRAY(SELECT \(column) FROM item_prices v
            WHERE v.item = i.item AND (v.valid_to IS NULL OR v.valid_to > \(moment) AND v.valid_to > v.valid_from)
            ORDER BY v.version)
        """
    }
    let prices = ["v.version", "v.layer", "v.price::bigint", "v.valid_from", "v.valid_to", "v.zone"].map(versions)
    return """
        i.item, i.kind, i.state, i.next_at, i.next_state, coalesce(i.publication, 0),
        i.title, i.description, coalesce(i.tags, '{}'), i.picture,
        coalesce(i.next_title, i.title), i.next_description, coalesce(i.next_tags, '{}'), i.next_picture,
        \(prices.joined(separator: ", "))
        """
}

private func decodeItem(_ row: inout RowReader) throws(PostgresError) -> CatalogueItem {
    let id = try row.itemID()
    let (kind, status): (Offer.Kind, Offer.Status) = (try row.code(), try row.code())
    let (scheduled, publication) = (try row.scheduled(), try row.int8())
    let (now, then) = (try decodeDetails(&row), try decodeDetails(&row))
    let (numbers, layers, prices) = (try row.int4Array(), try row.int2Array(), try row.int8Array())
    let (from, to, zones) = (try row.timestampArray(), try row.timestampOptionalArray(), try row.textOptionalArray())
    guard [layers.count, prices.count, from.count, to.count, zones.count].allSatisfy({ $0 == numbers.count }) else {
        throw .unexpectedShape("arrays of an item's prices differ in length")
    }
    var versions: [PriceVersion] = []
    var zoneOf: [Int32: String] = [:]
    for index in numbers.indices {
        guard let layer = PriceVersion.Layer(rawValue: layers[index]) else {
            throw .unexpectedShape("a code of a price's layer is unknown")
        }
        versions.append(
            PriceVersion(
                number: numbers[index], layer: layer, price: try coinAmount(prices[index]),
                from: Instant(microseconds: from[index]), to: to[index].map { Instant(microseconds: $0) }))
        zoneOf[numbers[index]] = zones[index]
    }
    return CatalogueItem(
        offer: Offer(item: id, kind: kind, status: status, scheduled: scheduled, versions: versions), details: now,
        publication: publication, scheduledDetails: scheduled == nil ? nil : then, zones: zoneOf)
}

private func decodeDetails(_ row: inout RowReader) throws(PostgresError) -> ItemDetails {
    let (title, description) = (try row.text(), try row.optionalText())
    let (tags, picture) = (try row.textArray(), try row.optionalText())
    do throws(WalletError) {
        return try ItemDetails(title: title, description: description, tags: tags, picture: picture)
    } catch {
        throw .unexpectedShape("what is stored of an item is not what it may be")
    }
}

struct ListItems: Statement {
    static let sql = """
        SELECT \(itemColumns("$4")) FROM items i
        WHERE (NOT $1 OR 2 = CASE WHEN i.next_at <= $4 THEN i.next_state ELSE i.state END) AND i.item > $2
            AND ($5 = '' OR $5 = ANY (CASE WHEN i.next_at <= $4 THEN i.next_tags ELSE i.tags END))
        ORDER BY i.item LIMIT $3
        """
    let publishedOnly: Bool
    let after: String
    let limit: Int64
    let at: Instant
    /// Empty: whatever the tags.
    let tag: String

    func bind(_ parameters: inout Parameters) {
        parameters.bool(publishedOnly)
        parameters.text(after)
        parameters.int8(limit)
        parameters.instant(at)
        parameters.text(tag)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> CatalogueItem { try decodeItem(&row) }
}

struct FindItem: Statement {
    static let sql = "SELECT \(itemColumns("$2")) FROM items i WHERE i.item = $1"
    let id: ItemID
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.text(id.text)
        parameters.instant(at)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> CatalogueItem { try decodeItem(&row) }
}

/// Those of the items that are there.
struct FindItems: Statement {
    static let sql = "SELECT \(itemColumns("$2")) FROM items i WHERE i.item = ANY ($1) ORDER BY i.item"
    let ids: [ItemID]
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.textArray(ids.map(\.text))
        parameters.instant(at)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> CatalogueItem { try decodeItem(&row) }
}
