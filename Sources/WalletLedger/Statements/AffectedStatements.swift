internal import Postgres
internal import WalletDomain

/// A number of an item.
struct ItemCount: Sendable {
    let item: ItemID
    let count: Int64

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemCount {
        ItemCount(item: try row.itemID(), count: try row.int8())
    }
}

struct CountOpenHolds: Statement {
    static let sql = "SELECT item, count(*) FROM holds WHERE state = 1 AND item = ANY ($1) GROUP BY item"
    let items: [ItemID]

    func bind(_ parameters: inout Parameters) { parameters.textArray(items.map(\.text)) }
    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemCount { try ItemCount.decode(&row) }
}

struct CountOwners: Statement {
    static let sql = "SELECT item, count(*) FROM ownerships WHERE ended_by IS NULL AND item = ANY ($1) GROUP BY item"
    let items: [ItemID]

    func bind(_ parameters: inout Parameters) { parameters.textArray(items.map(\.text)) }
    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemCount { try ItemCount.decode(&row) }
}

/// Wallets with a spend (entries of kind 3) of the item since a moment.
struct CountBuyers: Statement {
    static let sql = """
        SELECT item, count(DISTINCT wallet) FROM entries WHERE at >= $2 AND kind = 3 AND item = ANY ($1) GROUP BY item
        """
    let items: [ItemID]
    let since: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.textArray(items.map(\.text))
        parameters.instant(since)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemCount { try ItemCount.decode(&row) }
}
