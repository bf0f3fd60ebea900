import Postgres
import WalletDomain

/// How a row of `holds` becomes a `Hold`: one list of columns for every statement that reads them.
enum HoldRow {
    private static let names = [
        "wallet", "hold", "state", "captured", "placed_at", "expires_at", "ended_at", "ended_by", "item", "quantity",
        "unit_price", "price_version", "once", "note", "lots", "lot_coins",
    ]

    /// The columns in the order of `decode`, of the table called `alias`.
    static func columns(_ alias: String) -> String {
        names.map { "\(alias).\($0)" }.joined(separator: ", ")
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (wallet: WalletID, hold: Hold) {
        let wallet = try row.walletID()
        let number = try row.int8()
        let status = try row.code(Hold.Status.self)
        let captured = try row.int8()
        let (placedAt, expiresAt) = (try row.instant(), try row.instant())
        let (endedAt, endedBy) = (try row.optionalInstant(), try row.optionalInt8())
        var terms = Entry.References(
            item: try row.optionalItemID(), quantity: try row.optionalInt4(), unitPrice: try row.optionalInt8(),
            priceVersion: try row.optionalInt4())
        let isOnce = try row.bool()
        terms.note = try row.optionalBytes()
        let parts = try parts(&row)
        var end: Hold.End?
        if let endedAt, let endedBy { end = Hold.End(operation: endedBy, at: endedAt) }
        let hold = Hold(
            number: number, terms: terms, isOnce: isOnce, parts: parts, placedAt: placedAt, expiresAt: expiresAt,
            status: status, captured: captured, end: end)
        return (wallet, hold)
    }

    private static func parts(_ row: inout RowReader) throws(PostgresError) -> [Hold.Part] {
        let (lots, coins) = (try row.int4Array(), try row.int8Array())
        guard lots.count == coins.count else { throw .unexpectedShape("a hold's lots differ in number") }
        return zip(lots, coins).map { Hold.Part(lot: $0, coins: $1) }
    }
}
