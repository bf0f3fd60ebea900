import Postgres
import WalletDomain

import struct FoundationEssentials.UUID

/// The lots with coins left of the batch's wallets.
struct LoadOpenLots: Statement {
    static let sql = """
        SELECT l.wallet, l.lot, l.kind, l.issued, l.consumed, l.removed, l.held, l.acquired_at, l.expires_at
        FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        JOIN lots l ON l.bucket = n.bucket AND l.wallet = n.wallet AND l.open
        """
    let wallets: [WalletID]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(wallets.map(\.bucket))
        parameters.uuidArray(wallets.map(\.uuid))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (wallet: WalletID, lot: Lot) {
        let wallet = try row.walletID()
        let lot = Lot(
            number: try row.int4(), kind: try row.code(), issued: try row.int8(), consumed: try row.int8(),
            removed: try row.int8(), held: try row.int8(), acquiredAt: try row.instant(),
            expiresAt: try row.optionalInstant())
        return (wallet, lot)
    }
}

/// The lots without coins of wallets of which a purchase is decided: a refund that Apple takes back fills them again.
struct LoadUsedLots: Statement {
    static let sql = """
        SELECT l.wallet, l.lot, l.kind, l.issued, l.consumed, l.removed, l.held, l.acquired_at, l.expires_at
        FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        JOIN lots l ON l.bucket = n.bucket AND l.wallet = n.wallet AND NOT l.open AND l.kind <> 3
        """
    let wallets: [WalletID]

    func bind(_ parameters: inout Parameters) { LoadOpenLots(wallets: wallets).bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (wallet: WalletID, lot: Lot) {
        try LoadOpenLots.decode(&row)
    }
}

/// All that refunds did to wallets of which a purchase or an undo is decided, in order.
struct LoadRefunds: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e"))
        FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        CROSS JOIN LATERAL (\(ofWallet("n"))) e
        ORDER BY e.bucket, e.wallet, e.sequence
        """
    let wallets: [WalletID]

    /// Those of the wallet that stands in the row `alias`. The offset keeps it a look-up by the index.
    static func ofWallet(_ alias: String) -> String {
        """
        SELECT * FROM entries r WHERE r.bucket = \(alias).bucket AND r.wallet = \(alias).wallet
            AND r.kind IN (5, 6, 7, 8, 16, 17) OFFSET 0
        """
    }

    func bind(_ parameters: inout Parameters) { LoadOpenLots(wallets: wallets).bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

/// The operations that the batch's idempotency keys already name, all entries of each.
///
/// The offsets keep the order: key, its first entry, the operation's others. The planner, who knows little of a wallet
/// with thousands of entries, else goes through all of them for each key.
struct LoadOperations: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e"))
        FROM unnest($1::smallint[], $2::uuid[], $3::integer[], $4::uuid[]) AS n (bucket, wallet, caller, key)
        CROSS JOIN LATERAL (
            SELECT k.sequence, k.operation_entries FROM entries k
            WHERE k.bucket = n.bucket AND k.wallet = n.wallet AND k.caller = n.caller AND k.key = n.key
            OFFSET 0) f
        CROSS JOIN LATERAL (
            SELECT * FROM entries o
            WHERE o.bucket = n.bucket AND o.wallet = n.wallet AND o.sequence >= f.sequence
                AND o.sequence < f.sequence + f.operation_entries
            OFFSET 0) e
        ORDER BY e.bucket, e.wallet, e.sequence
        """
    let keys: [OperationKey]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(keys.map(\.wallet.bucket))
        parameters.uuidArray(keys.map(\.wallet.uuid))
        parameters.int4Array(keys.map(\.caller.number))
        parameters.uuidArray(keys.map(\.key))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

/// The items named, each with its versions that may hold at the batch's time: those not over before it.
struct LoadOffers: Statement {
    static let sql = """
        SELECT i.item, i.kind, i.state, i.next_at, i.next_state, p.version, p.layer, p.price, p.valid_from, p.valid_to
        FROM unnest($1::text[]) AS n (item)
        JOIN items i ON i.item = n.item
        LEFT JOIN item_prices p ON p.item = i.item AND (p.valid_to IS NULL OR p.valid_to > $2)
        """
    let items: [ItemID]
    /// A moment not after the batch's time: the time of the lane's last batch.
    let notOverAt: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.textArray(items.map(\.text))
        parameters.timestamp(microseconds: notOverAt.microseconds)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (offer: Offer, version: PriceVersion?) {
        let offer = Offer(
            item: try row.itemID(), kind: try row.code(), status: try row.code(), scheduled: try row.scheduled(),
            versions: [])
        guard let number = try row.optionalInt4() else {
            for _ in 0..<4 { row.skip() }
            return (offer, nil)
        }
        let version = PriceVersion(
            number: number, layer: try row.code(), price: try row.coinAmount(), from: try row.instant(),
            to: try row.optionalInstant())
        return (offer, version)
    }
}

/// Which of the items named the batch's wallets own.
struct LoadOwnerships: Statement {
    static let sql = """
        SELECT \(ItemOwnerRow.columns("o"))
        FROM unnest($1::smallint[], $2::uuid[], $3::text[]) AS n (bucket, wallet, item)
        CROSS JOIN LATERAL (\(current("n"))) o
        """

    /// Who owns the item that stands in the row `alias`. The offset keeps the planner, which knows the table as it was
    /// when it was small, from reading all of the index.
    static func current(_ alias: String) -> String {
        """
        SELECT * FROM ownerships c WHERE c.bucket = \(alias).bucket
            AND c.wallet = \(alias).wallet AND c.item = \(alias).item AND c.ended_by IS NULL OFFSET 0
        """
    }

    let pairs: [(wallet: WalletID, item: ItemID)]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(pairs.map(\.wallet.bucket))
        parameters.uuidArray(pairs.map(\.wallet.uuid))
        parameters.textArray(pairs.map(\.item.text))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemOwnerRow.Found {
        try ItemOwnerRow.decode(&row)
    }
}
