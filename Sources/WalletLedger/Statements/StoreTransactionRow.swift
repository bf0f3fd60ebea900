import Postgres
import WalletDomain

/// How a row of `store_transactions` becomes a `StoreTransaction`.
enum StoreTransactionRow {
    private static let names = [
        "environment", "transaction_id", "wallet", "credited_by", "lot", "coins", "bonus", "signed_at", "revoked_at",
        "revocation_type", "revocation_percentage",
    ]

    /// The columns in the order of `decode`, of the table called `alias`.
    static func columns(_ alias: String) -> String {
        names.map { "\(alias).\($0)" }.joined(separator: ", ")
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> StoreTransaction {
        let key = StoreTransaction.Key(environment: try row.environment(), id: try row.transactionID())
        let owner = try row.optionalUUID().map(WalletID.init)
        return StoreTransaction(key: key, owner: owner, credit: try credit(&row), word: try word(&row))
    }

    private static func credit(_ row: inout RowReader) throws(PostgresError) -> StoreTransaction.Credit? {
        let sequence = try row.optionalInt8()
        let lot = try row.optionalInt4()
        let coins = try row.optionalInt8()
        let bonus = try row.optionalInt8()
        guard let sequence, let lot, let coins, let bonus else { return nil }
        return StoreTransaction.Credit(sequence: sequence, lot: lot, coins: coins, bonus: bonus)
    }

    static func word(_ row: inout RowReader) throws(PostgresError) -> StoreWord? {
        let signedAt = try row.optionalInstant()
        let revokedAt = try row.optionalInstant()
        let type = try row.optionalText()
        let percentage = try row.optionalInt4()
        guard let signedAt else { return nil }
        let revocation = revokedAt.map { Revocation(at: $0, type: type, percentageMilli: percentage.map { Int($0) }) }
        return StoreWord(signedAt: signedAt, revocation: revocation)
    }
}
