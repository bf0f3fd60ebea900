internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// By the index `store_transactions_revoked`.
struct ListRefunds: Statement {
    static let sql = """
        SELECT t.environment, t.transaction_id, o.user_id, t.wallet, t.credited_by, t.product, t.coins, t.bonus,
            t.purchased_at, t.signed_at, t.revoked_at, t.revocation_type, t.revocation_percentage
        FROM store_transactions t LEFT JOIN LATERAL (\(ApprovalRow.owner(of: "t.wallet"))) o ON true
        WHERE t.revoked_at IS NOT NULL
            AND ($1::smallint IS NULL OR t.environment = $1) AND ($2::text IS NULL OR t.product = $2)
            AND ($3::smallint IS NULL OR (t.bucket = $3 AND t.wallet = $4))
            AND ($5::timestamptz IS NULL OR t.revoked_at >= $5) AND ($6::timestamptz IS NULL OR t.revoked_at < $6)
            AND ($7::timestamptz IS NULL OR (t.revoked_at, t.environment, t.transaction_id) < ($7, $8, $9))
        ORDER BY t.revoked_at DESC, t.environment DESC, t.transaction_id DESC LIMIT $10
        """
    let filter: RefundFilter
    let before: (at: Instant, key: StoreTransaction.Key)?
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int2(filter.environment?.code)
        parameters.text(filter.product)
        parameters.int2(filter.wallet?.bucket)
        parameters.uuid(filter.wallet?.uuid)
        parameters.instant(filter.from)
        parameters.instant(filter.to)
        parameters.instant(before?.at)
        parameters.int2(before?.key.environment.code)
        parameters.text(before?.key.id.text)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> RefundLine {
        let key = StoreTransaction.Key(environment: try row.environment(), id: try row.transactionID())
        let (user, wallet) = (try row.optionalUserID(), try row.optionalUUID().map(WalletID.init))
        let (creditedBy, product) = (try row.optionalInt8(), try row.optionalText())
        let (coins, bonus) = (try row.optionalInt8(), try row.optionalInt8())
        let purchasedAt = try row.optionalInstant()
        guard let word = try StoreTransactionRow.word(&row) else {
            throw .unexpectedShape("a refund without Apple's word")
        }
        return RefundLine(
            key: key, user: user, wallet: wallet, creditedBy: creditedBy, product: product, coins: coins, bonus: bonus,
            purchasedAt: purchasedAt, word: word)
    }
}

/// What was done by hand about a wallet.
struct ListActs: Statement {
    static let sql = """
        SELECT a.record, a.at, c.name, a.action, a.transaction_id, a.operation, a.approval, a.origin, a.before::text,
            a.after::text, n.text
        FROM audit_log a JOIN callers c ON c.caller = a.caller
        LEFT JOIN notes n ON n.bucket = a.bucket AND n.wallet = a.wallet AND n.digest = a.reason
        WHERE a.wallet = $1 AND ($2::timestamptz IS NULL OR (a.at, a.record) < ($2, $3))
        ORDER BY a.at DESC, a.record DESC LIMIT $4
        """
    let wallet: WalletID
    let before: (at: Instant, record: UUID)?
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(wallet.uuid)
        parameters.instant(before?.at)
        parameters.uuid(before?.record)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ActRecord {
        try ActRecord(
            record: row.uuid(), at: row.instant(), callerName: row.text(), action: row.text(),
            transaction: row.optionalTransactionID(), operation: row.optionalInt8(), approval: row.optionalUUID(),
            origin: row.optionalText(), before: row.optionalText(), after: row.optionalText(),
            reason: row.optionalText())
    }
}
