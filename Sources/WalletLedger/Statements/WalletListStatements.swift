internal import Postgres
internal import WalletDomain

struct ListLots: Statement {
    static let sql = """
        SELECT l.lot, l.kind, l.issued, l.consumed, l.removed, l.held, l.acquired_at, l.expires_at,
            l.transaction_id, l.product, l.pack, l.pack_version, l.price_milli, l.price_currency, l.storefront,
            l.channel
        FROM lots l
        WHERE l.bucket = $1 AND l.wallet = $2 AND l.lot > $3 AND (l.open OR NOT $4) ORDER BY l.lot LIMIT $5
        """
    let wallet: WalletID
    let after: Int32
    let openOnly: Bool
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.int4(after)
        parameters.bool(openOnly)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> LotRecord {
        let lot = Lot(
            number: try row.int4(), kind: try row.code(), issued: try row.int8(), consumed: try row.int8(),
            removed: try row.int8(), held: try row.int8(), acquiredAt: try row.instant(),
            expiresAt: try row.optionalInstant())
        return LotRecord(lot: lot, sale: try sale(&row))
    }

    private static func sale(_ row: inout RowReader) throws(PostgresError) -> LotOpening.Sale? {
        guard let transaction = try row.optionalTransactionID() else {
            for _ in 0..<7 { row.skip() }
            return nil
        }
        let (product, pack, packVersion) = (try row.text(), try row.packID(), try row.int4())
        let (milliunits, currency) = (try row.optionalInt8(), try row.optionalText())
        var price: StorePrice?
        if let milliunits, let currency { price = StorePrice(milliunits: milliunits, currency: currency) }
        return LotOpening.Sale(
            transaction: transaction, product: product, pack: pack, packVersion: packVersion, price: price,
            storefront: try row.optionalText(), channel: try row.text())
    }
}

struct ListPurchases: Statement {
    static let sql = """
        SELECT t.environment, t.transaction_id, t.credited_by, t.credited_at, t.lot, t.product, t.pack,
            t.pack_version, t.quantity, t.coins, t.bonus, t.purchased_at,
            t.signed_at, t.revoked_at, t.revocation_type, t.revocation_percentage
        FROM store_transactions t
        WHERE t.bucket = $1 AND t.wallet = $2 AND t.credited_by > $3 ORDER BY t.credited_by LIMIT $4
        """
    let wallet: WalletID
    let after: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.int8(after)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> PurchaseRecord {
        PurchaseRecord(
            environment: try row.environment(), transaction: try row.transactionID(), creditedBy: try row.int8(),
            creditedAt: try row.optionalInstant(), lot: try row.optionalInt4(), product: try row.optionalText(),
            pack: try row.optionalPackID(), packVersion: try row.optionalInt4(), quantity: try row.optionalInt4(),
            coins: try row.optionalInt8(), bonus: try row.optionalInt8(), purchasedAt: try row.optionalInstant(),
            word: try StoreTransactionRow.word(&row))
    }
}

struct ListOwnerships: Statement {
    static let sql = """
        SELECT o.wallet, o.item, o.operation, o.since, \(ItemOwnerRow.givers("o")) FROM ownerships o
        WHERE o.bucket = $1 AND o.wallet = $2 AND o.item > $3 AND o.ended_by IS NULL ORDER BY o.item LIMIT $4
        """
    let wallet: WalletID
    let after: String
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.text(after)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemOwnership {
        ItemOwnership(
            wallet: try row.walletID(), item: try row.itemID(), operation: try row.int8(), since: try row.instant(),
            givers: try ItemOwnerRow.givers(&row))
    }
}
