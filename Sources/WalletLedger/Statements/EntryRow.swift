import Postgres
import WalletDomain

import struct FoundationEssentials.UUID

/// How a row of `entries` becomes an `Entry`: one list of columns for every statement that reads the journal.
enum EntryRow {
    private static let names = [
        "wallet", "sequence", "operation", "kind", "debit", "credit", "coins", "paid_after", "bonus_after",
        "promo_after", "held_after", "debt_after", "lots", "lot_coins", "lot_used", "caller", "key", "fingerprint",
        "operation_entries", "shape", "item", "quantity", "unit_price", "price_version", "transaction_id", "product",
        "note", "refers_to", "expires_at", "refers_wallet", "at", "store_at",
    ]

    /// The columns in the order of `decode`, of the table called `alias`.
    static func columns(_ alias: String) -> String {
        names.map { "\(alias).\($0)" }.joined(separator: ", ")
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry {
        let wallet = try row.walletID()
        let sequence = try row.int8()
        let operation = try row.int8()
        let kind = try row.code(EntryKind.self)
        let debit = try row.code(Account.self)
        let credit = try row.code(Account.self)
        let coins = try row.int8()
        let after = Balances(
            paid: try row.int8(), bonus: try row.int8(), promo: try row.int8(), held: try row.int8(),
            debt: try row.int8())
        let lots = try lotUses(&row)
        let caller = CallerID(try row.int4())
        let first = try head(&row)
        let references = try references(of: kind, &row)
        return Entry(
            wallet: wallet, sequence: sequence, kind: kind, debit: debit, credit: credit, coins: coins, after: after,
            lots: lots, operation: operation, caller: caller, first: first, references: references,
            at: Instant(microseconds: try row.timestamp()),
            storeAt: try row.optionalTimestamp().map { Instant(microseconds: $0) })
    }

    private static func lotUses(_ row: inout RowReader) throws(PostgresError) -> [LotUse] {
        let lots = try row.int4Array()
        let coins = try row.int8Array()
        let used = try row.int8Array()
        guard lots.count == coins.count, lots.count == used.count else {
            throw .unexpectedShape("an entry's lots differ in number")
        }
        return lots.indices.map { LotUse(lot: lots[$0], coins: coins[$0], usedBefore: used[$0]) }
    }

    private static func head(_ row: inout RowReader) throws(PostgresError) -> OperationHead? {
        let key = try row.optionalUUID()
        let fingerprint = try row.optionalUUID()
        let count = try row.optionalInt2()
        let shape = try row.optionalInt2()
        guard let count, let shape else { return nil }
        var idempotency: Idempotency?
        if let key, let fingerprint { idempotency = Idempotency(key: key, fingerprint: fingerprint) }
        return OperationHead(idempotency: idempotency, entryCount: count, shape: shape)
    }

    private static func references(
        of kind: EntryKind, _ row: inout RowReader
    ) throws(PostgresError) -> Entry.References {
        let item = try row.optionalItemID()
        let kept = try row.optionalInt4()
        return Entry.References(
            item: item, quantity: kind.keepsRevocation ? nil : kept,
            revocationMilli: kind.keepsRevocation ? kept : nil, unitPrice: try row.optionalInt8(),
            priceVersion: try row.optionalInt4(), transaction: try row.optionalTransactionID(),
            product: try row.optionalText(), note: try row.optionalBytes(), refersTo: try row.optionalInt8(),
            expiresAt: try row.optionalInstant(), refersWallet: try row.optionalUUID().map(WalletID.init))
    }
}
