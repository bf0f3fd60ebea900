import Postgres
import WalletDomain

/// A row of `holds` as it stands there.
struct HoldLine: WalletOwned {
    let key: WalletKey
    let hold: Int64
    let facts: Facts

    /// What a hold's row says, but for the coins of its lots: those are compared one by one.
    struct Facts: Equatable {
        var state: Int16
        var captured: Int64
        var placedAt: Instant
        var expiresAt: Instant
        var endedAt: Instant?
        var endedBy: Int64?
        var item: String?
        var quantity: Int32?
        var unitPrice: Int64?
        var priceVersion: Int32?
        var isOnce: Bool
        var note: [UInt8]?
        var coins: Int64
    }

    /// In the row's order.
    let parts: [Hold.Part]
    /// As many lots as coins of lots.
    let isEven: Bool
}

struct ListHoldLines: CopyStatement {
    let scope: VerifyScope

    var sql: String {
        """
        SELECT h.bucket, h.wallet, h.hold, h.state, h.captured, h.placed_at, h.expires_at, h.ended_at, h.ended_by,
            h.item, h.quantity, h.unit_price, h.price_version, h.once, h.note, h.coins, h.lots, h.lot_coins
        FROM holds h WHERE \(scope.condition("h")) ORDER BY h.bucket, h.wallet, h.hold
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> HoldLine {
        let key = WalletKey(bucket: try row.int2(), uuid: try row.uuid())
        let hold = try row.int8()
        let facts = HoldLine.Facts(
            state: try row.int2(), captured: try row.int8(), placedAt: Instant(microseconds: try row.timestamp()),
            expiresAt: Instant(microseconds: try row.timestamp()),
            endedAt: try row.optionalTimestamp().map { Instant(microseconds: $0) }, endedBy: try row.optionalInt8(),
            item: try row.optionalText(), quantity: try row.optionalInt4(), unitPrice: try row.optionalInt8(),
            priceVersion: try row.optionalInt4(), isOnce: try row.bool(), note: try row.optionalBytes(),
            coins: try row.int8())
        let (lots, coins) = (try row.int4Array(), try row.int8Array())
        return HoldLine(
            key: key, hold: hold, facts: facts, parts: zip(lots, coins).map { Hold.Part(lot: $0, coins: $1) },
            isEven: lots.count == coins.count)
    }
}

/// A row of `ownerships` as it stands there.
struct OwnershipLine: WalletOwned {
    let key: WalletKey
    let item: String
    let operation: Int64
    let term: Term

    /// From when to when.
    struct Term: Equatable {
        var since: Instant
        var endedBy: Int64?
        var endedAt: Instant?
    }
}

struct ListOwnershipLines: CopyStatement {
    let scope: VerifyScope

    var sql: String {
        """
        SELECT o.bucket, o.wallet, o.item, o.operation, o.since, o.ended_by, o.ended_at
        FROM ownerships o WHERE \(scope.condition("o")) ORDER BY o.bucket, o.wallet, o.item, o.operation
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> OwnershipLine {
        OwnershipLine(
            key: WalletKey(bucket: try row.int2(), uuid: try row.uuid()), item: try row.text(),
            operation: try row.int8(),
            term: OwnershipLine.Term(
                since: Instant(microseconds: try row.timestamp()), endedBy: try row.optionalInt8(),
                endedAt: try row.optionalTimestamp().map { Instant(microseconds: $0) }))
    }
}

/// Items that are owned once. What an item is, is settled before its first sale.
struct ListOnceItems: Statement {
    static let sql = "SELECT item FROM items WHERE kind = \(Offer.Kind.once.rawValue)"
    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}
