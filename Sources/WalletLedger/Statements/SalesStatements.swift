internal import Postgres
internal import WalletDomain

/// Credited purchases with what Apple told of their price, by transaction id.
struct ListSales: Statement {
    static let sql = """
        SELECT t.transaction_id, t.product, l.storefront, l.channel, t.quantity, t.purchased_at, t.credited_at,
            l.price_milli, l.price_currency
        FROM store_transactions t
        JOIN lots l ON l.bucket = t.bucket AND l.wallet = t.wallet AND l.lot = t.lot
        WHERE t.environment = $1 AND t.transaction_id > $2 AND t.credited_by IS NOT NULL AND t.product IS NOT NULL
            AND t.purchased_at IS NOT NULL AND t.credited_at IS NOT NULL
        ORDER BY t.transaction_id LIMIT $3
        """
    let environment: StoreEnvironment
    let after: TransactionID?
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int2(environment.code)
        parameters.text(after?.text ?? "")
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> SaleFacts {
        let (transaction, product) = (try row.transactionID(), try row.text())
        let (storefront, channel) = (try row.optionalText(), try row.optionalText())
        let quantity = try row.optionalInt4() ?? 1
        let (purchasedAt, recordedAt) = (try row.instant(), try row.instant())
        let (milliunits, currency) = (try row.optionalInt8(), try row.optionalText())
        let price = milliunits.flatMap { milliunits in
            currency.map { StorePrice(milliunits: milliunits, currency: $0) }
        }
        return SaleFacts(
            transaction: transaction, product: product, storefront: storefront, channel: channel, quantity: quantity,
            purchasedAt: purchasedAt, recordedAt: recordedAt, price: price)
    }
}

/// What came before a moment and is not worked on yet.
struct CountUnfinished: Statement {
    static let sql = """
        SELECT
            (SELECT count(*) FROM notifications WHERE state = 1 AND environment = 1 AND received_at < $1),
            (SELECT count(*) FROM proofs p WHERE p.state = 2 AND p.received_at < $1 AND NOT EXISTS (
                SELECT FROM user_wallets u WHERE u.wallet = p.wallet AND u.environment = 2)),
            (SELECT count(*) FROM notification_sweeps WHERE environment = 1 AND seen_until < $1),
            (SELECT count(*) FROM approvals WHERE state = 2 AND proposed_at < $1),
            (SELECT count(*) FROM lots l JOIN wallets w ON w.bucket = l.bucket AND w.wallet = l.wallet
                WHERE l.open AND l.expires_at < $1 AND l.held < l.issued - l.consumed - l.removed
                AND w.environment = 1)
        """
    let end: Instant

    func bind(_ parameters: inout Parameters) { parameters.instant(end) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> [Int64] {
        try [row.int8(), row.int8(), row.int8(), row.int8(), row.int8()]
    }
}
