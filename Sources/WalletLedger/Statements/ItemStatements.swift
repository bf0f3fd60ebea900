internal import Postgres
internal import WalletDomain

/// A row with those price versions in arrays that hold at `moment` or later.
private func itemColumns(_ moment: String) -> String {
    func versions(_ column: String) -> String {
        """
        ARRAY(SELECT \(column) FROM item_prices v
            WHERE v.item = i.item AND (v.valid_to IS NULL OR v.valid_to > \(moment)) ORDER BY v.version)
        """
    }
    let columns = ["v.version", "v.layer", "v.price::bigint", "v.valid_from", "v.valid_to"]
    return "i.item, i.title, i.kind, i.state, " + columns.map(versions).joined(separator: ", ")
}

private func decodeItem(_ row: inout RowReader) throws(PostgresError) -> CatalogueItem {
    let (id, title) = (try row.itemID(), try row.text())
    let (kind, status): (Offer.Kind, Offer.Status) = (try row.code(), try row.code())
    let (numbers, layers, prices) = (try row.int4Array(), try row.int2Array(), try row.int8Array())
    let (from, to) = (try row.timestampArray(), try row.timestampOptionalArray())
    guard [layers.count, prices.count, from.count, to.count].allSatisfy({ $0 == numbers.count }) else {
        throw .unexpectedShape("arrays of an item's prices differ in length")
    }
    var versions: [PriceVersion] = []
    for index in numbers.indices {
        guard let layer = PriceVersion.Layer(rawValue: layers[index]) else {
            throw .unexpectedShape("a code of a price's layer is unknown")
        }
        versions.append(
            PriceVersion(
                number: numbers[index], layer: layer, price: try coinAmount(prices[index]),
                from: Instant(microseconds: from[index]), to: to[index].map { Instant(microseconds: $0) }))
    }
    return CatalogueItem(offer: Offer(item: id, kind: kind, status: status, versions: versions), title: title)
}

struct ListItems: Statement {
    static let sql = """
        SELECT \(itemColumns("$4")) FROM items i WHERE (i.state = 2 OR NOT $1) AND i.item > $2
        ORDER BY i.item LIMIT $3
        """
    let publishedOnly: Bool
    let after: String
    let limit: Int64
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.bool(publishedOnly)
        parameters.text(after)
        parameters.int8(limit)
        parameters.instant(at)
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

/// What an item is, locked until the end of the transaction: changes of one item go one after the other.
struct LockItem: Statement {
    static let sql = "SELECT kind, state FROM items WHERE item = $1 FOR NO KEY UPDATE"
    let id: ItemID

    func bind(_ parameters: inout Parameters) { parameters.text(id.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (kind: Offer.Kind, status: Offer.Status) {
        (kind: try row.code(), status: try row.code())
    }
}

struct InsertItem: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO items (item, title, kind, state, created_at, created_by)
        VALUES ($1, $2, $3, $4, clock_timestamp(), $5) ON CONFLICT (item) DO NOTHING
        """
    let id: ItemID
    let title: String
    let kind: Offer.Kind
    let status: Offer.Status
    let caller: CallerID

    func bind(_ parameters: inout Parameters) {
        parameters.text(id.text)
        parameters.text(title)
        parameters.int2(kind.rawValue)
        parameters.int2(status.rawValue)
        parameters.int4(caller.number)
    }
}

struct UpdateItem: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE items SET title = $2, kind = $3, state = $4
        WHERE item = $1 AND (title, kind, state) IS DISTINCT FROM ($2, $3, $4)
        """
    let id: ItemID
    let title: String
    let kind: Offer.Kind
    let status: Offer.Status

    func bind(_ parameters: inout Parameters) {
        parameters.text(id.text)
        parameters.text(title)
        parameters.int2(kind.rawValue)
        parameters.int2(status.rawValue)
    }
}
