import Postgres
import WalletDomain

import struct FoundationEssentials.UUID

/// A row of the journal as it stands there, right or wrong: nothing is taken for granted but the types of columns.
struct EntryLine: WalletOwned {
    let key: WalletKey
    let sequence: Int64
    /// Nil: what the row holds cannot be an entry (an array of arrays, a moment that is infinite).
    let facts: Facts?

    struct Facts {
        let operation: Int64
        let at: Instant
        let storeAt: Instant?
        let coins: Int64
        let after: Balances
        let beat: Int64
        let idempotencyKey: UUID?
        let fingerprint: UUID?
        let unitPrice: Int64?
        let caller: Int32
        let quantity: Int32?
        let priceVersion: Int32?
        let lane: Int16
        let kind: Int16
        let debit: Int16
        let credit: Int16
        let operationEntries: Int16?
        let shape: Int16?
        let lots: [Int32]
        let lotCoins: [Int64]
        let lotUsed: [Int64]
        let item: String?
        let transaction: String?
        let product: String?
        let note: [UInt8]?
        let refersTo: Int64?
        let expiresAt: Instant?
        let refersWallet: UUID?
        let hash: [UInt8]
    }
}

/// Every entry in the order of wallets, as the chains need it.
struct ListEntryLines: CopyStatement {
    let scope: VerifyScope
    var extent = BooksExtent.everything

    var sql: String {
        """
        SELECT e.bucket, e.wallet, e.sequence, e.operation, e.at, e.store_at, e.coins, e.paid_after, e.bonus_after,
            e.promo_after, e.held_after, e.debt_after, e.beat, e.key, e.fingerprint, e.unit_price, e.caller,
            e.quantity, e.price_version, e.lane, e.kind, e.debit, e.credit, e.operation_entries, e.shape, e.lots,
            e.lot_coins, e.lot_used, e.item, e.transaction_id, e.product, e.note, e.refers_to, e.expires_at,
            e.refers_wallet, e.hash
        FROM entries e WHERE \(scope.condition("e")) AND \(extent.condition("e"))
        ORDER BY e.bucket, e.wallet, e.sequence
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> EntryLine {
        let key = WalletKey(bucket: try row.int2(), uuid: try row.uuid())
        let sequence = try row.int8()
        do throws(PostgresError) {
            return EntryLine(key: key, sequence: sequence, facts: try facts(&row))
        } catch {
            try row.skipRest()
            return EntryLine(key: key, sequence: sequence, facts: nil)
        }
    }

    private static func facts(_ row: inout CopyRowReader) throws(PostgresError) -> EntryLine.Facts {
        EntryLine.Facts(
            operation: try row.int8(), at: Instant(microseconds: try row.timestamp()),
            storeAt: try row.optionalTimestamp().map { Instant(microseconds: $0) }, coins: try row.int8(),
            after: Balances(
                paid: try row.int8(), bonus: try row.int8(), promo: try row.int8(), held: try row.int8(),
                debt: try row.int8()),
            beat: try row.int8(), idempotencyKey: try row.optionalUUID(), fingerprint: try row.optionalUUID(),
            unitPrice: try row.optionalInt8(), caller: try row.int4(), quantity: try row.optionalInt4(),
            priceVersion: try row.optionalInt4(), lane: try row.int2(), kind: try row.int2(), debit: try row.int2(),
            credit: try row.int2(), operationEntries: try row.optionalInt2(), shape: try row.optionalInt2(),
            lots: try row.int4Array(), lotCoins: try row.int8Array(), lotUsed: try row.int8Array(),
            item: try row.optionalText(), transaction: try row.optionalText(), product: try row.optionalText(),
            note: try row.optionalBytes(), refersTo: try row.optionalInt8(),
            expiresAt: try row.optionalTimestamp().map { Instant(microseconds: $0) },
            refersWallet: try row.optionalUUID(), hash: try row.bytes())
    }
}
