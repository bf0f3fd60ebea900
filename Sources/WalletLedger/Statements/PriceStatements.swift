internal import Postgres
internal import WalletDomain

private let priceColumns = "version, layer, price, valid_from, valid_to, created_at, created_by"

private func decodePrice(_ row: inout RowReader) throws(PostgresError) -> PriceRecord {
    let version = PriceVersion(
        number: try row.int4(), layer: try row.code(), price: try row.coinAmount(), from: try row.instant(),
        to: try row.optionalInstant())
    return PriceRecord(version: version, createdAt: try row.instant(), createdBy: CallerID(try row.int4()))
}

struct ListPrices: Statement {
    static let sql = """
        SELECT \(priceColumns) FROM item_prices WHERE item = $1 AND version < $2 ORDER BY version DESC LIMIT $3
        """
    let item: ItemID
    let before: Int32
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(item.text)
        parameters.int4(before)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> PriceRecord { try decodePrice(&row) }
}

struct FindPrice: Statement {
    static let sql = "SELECT \(priceColumns) FROM item_prices WHERE item = $1 AND version = $2"
    let item: ItemID
    let version: Int32

    func bind(_ parameters: inout Parameters) {
        parameters.text(item.text)
        parameters.int4(version)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> PriceRecord { try decodePrice(&row) }
}

/// The regular price without an end gets one. One that starts later stays: then the windows overlap.
struct EndOpenPrice: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE item_prices SET valid_to = $2
        WHERE item = $1 AND layer = 1 AND valid_to IS NULL AND valid_from < $2
        """
    let item: ItemID
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.text(item.text)
        parameters.instant(at)
    }
}

/// Answers the new version's number. The item is locked, so nobody else takes it.
struct InsertPrice: Statement {
    static let sql = """
        INSERT INTO item_prices (item, version, layer, price, free, valid_from, valid_to, created_at, created_by)
        SELECT $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5, $6, clock_timestamp(), $7
        FROM item_prices WHERE item = $1
        RETURNING version
        """
    let draft: PriceDraft
    let from: Instant
    let caller: CallerID

    func bind(_ parameters: inout Parameters) {
        parameters.text(draft.item.text)
        parameters.int2(draft.layer.rawValue)
        parameters.int8(draft.price.coins)
        parameters.bool(draft.isFree)
        parameters.instant(from)
        parameters.instant(draft.to)
        parameters.int4(caller.number)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.int4() }
}

struct EndPrice: Statement {
    typealias Row = Void
    static let sql = "UPDATE item_prices SET valid_to = $3 WHERE item = $1 AND version = $2"
    let item: ItemID
    let version: Int32
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.text(item.text)
        parameters.int4(version)
        parameters.instant(at)
    }
}
