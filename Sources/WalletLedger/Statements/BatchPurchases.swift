import Postgres
import WalletDomain

import struct FoundationEssentials.UUID

/// Rows for purchases seen for the first time. A row without owner claims nothing.
struct InsertMissingStoreTransactions: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO store_transactions (environment, transaction_id)
        SELECT n.environment, n.transaction_id
        FROM unnest($1::smallint[], $2::text[]) AS n (environment, transaction_id)
        ORDER BY n.environment, n.transaction_id
        ON CONFLICT DO NOTHING
        """
    let keys: [StoreTransaction.Key]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(keys.map(\.environment.code))
        parameters.textArray(keys.map(\.id.text))
    }
}

/// Locks the batch's purchases in key order, always after the wallets: two processes meet here.
struct LockStoreTransactions: Statement {
    static let sql = """
        SELECT \(StoreTransactionRow.columns("t"))
        FROM unnest($1::smallint[], $2::text[]) AS n (environment, transaction_id)
        JOIN store_transactions t ON t.environment = n.environment AND t.transaction_id = n.transaction_id
        ORDER BY t.environment, t.transaction_id
        FOR NO KEY UPDATE OF t
        """
    let keys: [StoreTransaction.Key]

    func bind(_ parameters: inout Parameters) { InsertMissingStoreTransactions(keys: keys).bind(&parameters) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> StoreTransaction {
        try StoreTransactionRow.decode(&row)
    }
}

/// Keeps Apple's newest word, and the owner of a purchase of which nothing was credited.
struct ReviseStoreTransactions: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE store_transactions t
        SET bucket = n.bucket, wallet = n.wallet, signed_at = n.signed_at, revoked_at = n.revoked_at,
            revocation_type = n.type, revocation_percentage = n.percentage
        FROM unnest($1::smallint[], $2::text[], $3::smallint[], $4::uuid[], $5::timestamptz[], $6::timestamptz[],
            $7::text[], $8::integer[])
            AS n (environment, transaction_id, bucket, wallet, signed_at, revoked_at, type, percentage)
        WHERE t.environment = n.environment AND t.transaction_id = n.transaction_id
        """
    let transactions: [StoreTransaction]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(transactions.map(\.key.environment.code))
        parameters.textArray(transactions.map(\.key.id.text))
        parameters.int2Array(transactions.map { $0.owner?.bucket })
        parameters.uuidArray(transactions.map { $0.owner?.uuid })
        parameters.timestampArray(microseconds: transactions.map { $0.word?.signedAt.microseconds })
        parameters.timestampArray(microseconds: transactions.map { $0.word?.revocation?.at.microseconds })
        parameters.textArray(transactions.map { $0.word?.revocation?.type })
        parameters.int4Array(transactions.map { $0.word?.revocation?.percentageMilli.map { Int32(clamping: $0) } })
    }
}

/// Writes down what the credited purchases gave; their owners and Apple's word are written by the revision.
struct ClaimStoreTransactions: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE store_transactions t
        SET credited_by = n.credited_by, lot = n.lot, product = n.product, pack = n.pack,
            pack_version = n.pack_version, quantity = n.quantity, coins = n.coins, bonus = n.bonus,
            purchased_at = n.purchased_at, credited_at = $13, app_account_token = n.token
        FROM unnest($1::smallint[], $2::text[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::integer[],
            $8::integer[], $9::bigint[], $10::bigint[], $11::timestamptz[], $12::uuid[])
            AS n (environment, transaction_id, credited_by, lot, product, pack, pack_version, quantity, coins, bonus,
                purchased_at, token)
        WHERE t.environment = n.environment AND t.transaction_id = n.transaction_id AND t.credited_by IS NULL
        """
    let claims: [(transaction: StoreTransaction, credit: CreditPurchase)]
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(claims.map(\.transaction.key.environment.code))
        parameters.textArray(claims.map(\.transaction.key.id.text))
        parameters.int8Array(claims.map { $0.transaction.credit?.sequence })
        parameters.int4Array(claims.map { $0.transaction.credit?.lot })
        parameters.textArray(claims.map(\.credit.purchase.productID))
        parameters.textArray(claims.map(\.credit.pack.text))
        parameters.int4Array(claims.map(\.credit.packVersion))
        parameters.int4Array(claims.map { $0.credit.purchase.quantity.map { Int32($0) } })
        parameters.int8Array(claims.map(\.credit.coins.coins))
        parameters.int8Array(claims.map(\.credit.bonus.coins))
        parameters.timestampArray(microseconds: claims.map(\.credit.purchase.purchasedAt.microseconds))
        parameters.uuidArray(claims.map(\.credit.purchase.appAccountToken))
        parameters.timestamp(microseconds: at.microseconds)
    }
}

/// Keeps the proofs of the credited purchases, in the transaction that credits. A receipt may prove several.
struct KeepCreditedProofs: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO proofs (bucket, wallet, digest, kind, state, attempts, received_at, bytes)
        SELECT n.bucket, n.wallet, n.digest, n.kind, 1, 1, $6, n.bytes
        FROM unnest($1::smallint[], $2::uuid[], $3::bytea[], $4::smallint[], $5::bytea[])
            AS n (bucket, wallet, digest, kind, bytes)
        ON CONFLICT DO NOTHING
        """
    let proofs: [(wallet: WalletID, proof: StoredProof)]
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(proofs.map(\.wallet.bucket))
        parameters.uuidArray(proofs.map(\.wallet.uuid))
        parameters.bytesArray(proofs.map(\.proof.digest))
        parameters.int2Array(proofs.map(\.proof.kind.rawValue))
        parameters.bytesArray(proofs.map(\.proof.bytes))
        parameters.timestamp(microseconds: at.microseconds)
    }
}

/// Free text behind the digests in the journal.
struct InsertNotes: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO notes (bucket, wallet, digest, text)
        SELECT n.bucket, n.wallet, n.digest, n.text
        FROM unnest($1::smallint[], $2::uuid[], $3::bytea[], $4::text[]) AS n (bucket, wallet, digest, text)
        ON CONFLICT DO NOTHING
        """
    let notes: [WalletNote]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(notes.map(\.wallet.bucket))
        parameters.uuidArray(notes.map(\.wallet.uuid))
        parameters.bytesArray(notes.map(\.note.digest))
        parameters.textArray(notes.map(\.note.text))
    }
}
