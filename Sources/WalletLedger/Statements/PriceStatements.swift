internal import Postgres
internal import WalletDomain

struct ListPrices: Statement {
    static let sql = """
        SELECT p.version, p.layer, p.price, p.valid_from, p.valid_to, p.created_at, p.created_by, c.name, p.zone,
            p.publication
        FROM item_prices p LEFT JOIN callers c ON c.caller = p.created_by
        WHERE p.item = $1 AND p.version < $2 ORDER BY p.version DESC LIMIT $3
        """
    let item: ItemID
    let before: Int32
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(item.text)
        parameters.int4(before)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> PriceRecord {
        let version = PriceVersion(
            number: try row.int4(), layer: try row.code(), price: try row.coinAmount(), from: try row.instant(),
            to: try row.optionalInstant())
        return PriceRecord(
            version: version, createdAt: try row.instant(), createdBy: CallerID(try row.int4()),
            callerName: try row.optionalText(), zone: try row.optionalText(), publication: try row.optionalInt8())
    }
}
