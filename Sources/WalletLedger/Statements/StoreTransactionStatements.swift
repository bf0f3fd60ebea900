import Postgres
import WalletDomain

struct FindStoreTransaction: Statement {
    static let sql = """
        SELECT \(StoreTransactionRow.columns("t")) FROM store_transactions t
        WHERE t.environment = $1 AND t.transaction_id = $2
        """
    let key: StoreTransaction.Key

    func bind(_ parameters: inout Parameters) {
        parameters.int2(key.environment.code)
        parameters.text(key.id.text)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> StoreTransaction {
        try StoreTransactionRow.decode(&row)
    }
}

/// One statement on one row: it needs no lock of ours, and waits for a batch that holds the row.
struct RememberWord: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO store_transactions AS t
            (environment, transaction_id, signed_at, revoked_at, revocation_type, revocation_percentage)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (environment, transaction_id) DO UPDATE
        SET signed_at = excluded.signed_at, revoked_at = excluded.revoked_at,
            revocation_type = excluded.revocation_type, revocation_percentage = excluded.revocation_percentage
        WHERE t.credited_by IS NULL AND (t.signed_at IS NULL OR t.signed_at < excluded.signed_at)
        """
    let key: StoreTransaction.Key
    let word: StoreWord

    func bind(_ parameters: inout Parameters) {
        parameters.int2(key.environment.code)
        parameters.text(key.id.text)
        parameters.instant(word.signedAt)
        parameters.instant(word.revocation?.at)
        parameters.text(word.revocation?.type)
        parameters.int4(word.revocation?.percentageMilli.map { Int32(clamping: $0) })
    }
}
