import Postgres
import WalletDomain

/// The batch's lines of the journal. The entries' key (wallet, sequence) refuses a batch decided on an old state.
struct InsertEntries: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO entries (bucket, wallet, sequence, operation, at, store_at, coins, paid_after, bonus_after,
            promo_after, held_after, debt_after, key, fingerprint, unit_price, caller, quantity, price_version, kind,
            debit, credit, operation_entries, shape, lots, lot_coins, lot_used, item, transaction_id, product, note,
            refers_to, expires_at, refers_wallet, hash, lane, beat)
        SELECT n.*, $2, $3 FROM unnest($1::entry_row_3[]) AS n
        """
    /// Each with its place in its wallet's chain.
    let entries: [(entry: Entry, hash: [UInt8])]
    let type: RowType
    let lane: Int16
    let beat: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.rows(type, entries) { row, line in
            let (entry, hash) = line
            Self.bindPlace(entry, &row)
            Self.bindOperation(entry, &row)
            row.int4Array(entry.lots.map(\.lot))
            row.int8Array(entry.lots.map(\.coins))
            row.int8Array(entry.lots.map(\.usedBefore))
            row.text(entry.references.item?.text)
            row.text(entry.references.transaction?.text)
            row.text(entry.references.product)
            row.bytes(entry.references.note)
            row.int8(entry.references.refersTo)
            row.instant(entry.references.expiresAt)
            row.uuid(entry.references.refersWallet?.uuid)
            row.bytes(hash)
        }
        parameters.int2(lane)
        parameters.int8(beat)
    }

    private static func bindPlace(_ entry: Entry, _ row: inout Parameters) {
        row.wallet(entry.wallet)
        row.int8(entry.sequence)
        row.int8(entry.operation)
        row.instant(entry.at)
        row.instant(entry.storeAt)
        row.int8(entry.coins)
        row.int8(entry.after.paid)
        row.int8(entry.after.bonus)
        row.int8(entry.after.promo)
        row.int8(entry.after.held)
        row.int8(entry.after.debt)
    }

    private static func bindOperation(_ entry: Entry, _ row: inout Parameters) {
        row.uuid(entry.first?.idempotency?.key)
        row.uuid(entry.first?.idempotency?.fingerprint)
        row.int8(entry.references.unitPrice)
        row.int4(entry.caller.number)
        row.int4(entry.references.keptNumber)
        row.int4(entry.references.priceVersion)
        row.int2(entry.kind.rawValue)
        row.int2(entry.debit.rawValue)
        row.int2(entry.credit.rawValue)
        row.int2(entry.first?.entryCount)
        row.int2(entry.first?.shape)
    }
}
