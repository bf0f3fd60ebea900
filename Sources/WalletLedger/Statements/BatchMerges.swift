import Postgres
import WalletDomain

/// Before the wallets' states: a merged wallet always says into which.
struct CloseWallets: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE wallets w SET merged_into = n.other
        FROM unnest($1::smallint[], $2::uuid[], $3::uuid[]) AS n (bucket, wallet, other)
        WHERE w.bucket = n.bucket AND w.wallet = n.wallet
        """
    let wallets: [(wallet: WalletID, into: WalletID)]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(wallets.map(\.wallet.bucket))
        parameters.uuidArray(wallets.map(\.wallet.uuid))
        parameters.uuidArray(wallets.map(\.into.uuid))
    }
}

struct InsertTakeovers: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO takeovers (bucket, wallet, source, merge, operation, lot_offset, lots, taken_at)
        SELECT * FROM unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::integer[],
            $7::integer[], $8::timestamptz[])
        """
    let takeovers: [(wallet: WalletID, takeover: WalletTakeover)]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(takeovers.map(\.wallet.bucket))
        parameters.uuidArray(takeovers.map(\.wallet.uuid))
        parameters.uuidArray(takeovers.map(\.takeover.source.uuid))
        parameters.uuidArray(takeovers.map(\.takeover.merge))
        parameters.int8Array(takeovers.map(\.takeover.operation))
        parameters.int4Array(takeovers.map(\.takeover.lotOffset))
        parameters.int4Array(takeovers.map(\.takeover.lots))
        parameters.timestampArray(microseconds: takeovers.map(\.takeover.at.microseconds))
    }
}

/// Purchases that a merge brought to another wallet, with the entry and the lot that stand for them there. Their rows
/// were locked with the batch's purchases.
struct MoveStoreTransactions: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE store_transactions t
        SET bucket = n.bucket, wallet = n.wallet, credited_by = n.credited_by, lot = n.lot
        FROM unnest($1::smallint[], $2::text[], $3::smallint[], $4::uuid[], $5::bigint[], $6::integer[])
            AS n (environment, transaction_id, bucket, wallet, credited_by, lot)
        WHERE t.environment = n.environment AND t.transaction_id = n.transaction_id
        """
    let transactions: [StoreTransaction]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(transactions.map(\.key.environment.code))
        parameters.textArray(transactions.map(\.key.id.text))
        parameters.int2Array(transactions.map { $0.owner?.bucket })
        parameters.uuidArray(transactions.map { $0.owner?.uuid })
        parameters.int8Array(transactions.map { $0.credit?.sequence })
        parameters.int4Array(transactions.map { $0.credit?.lot })
    }
}

/// Which operations gave an item, where that is not the row's own.
struct SetItemGivers: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE ownerships SET giver_wallets = $5, giver_operations = $6
        WHERE bucket = $1 AND wallet = $2 AND item = $3 AND operation = $4
        """
    let wallet: WalletID
    let item: ItemID
    let operation: Int64
    let givers: [OperationID]

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.text(item.text)
        parameters.int8(operation)
        parameters.uuidArray(givers.map(\.wallet.uuid))
        parameters.int8Array(givers.map(\.sequence))
    }
}
