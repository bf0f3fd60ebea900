import Postgres
import WalletDomain

/// The batch's lines of the journal. The entries' key (wallet, sequence) refuses a batch decided on an old state.
struct InsertEntries: Statement {
    typealias Row = Void
    /// Lots of all entries lie one after the other; each entry takes its slice.
    static let sql = """
        INSERT INTO entries (bucket, wallet, sequence, operation, at, store_at, coins, paid_after, bonus_after,
            promo_after, held_after, debt_after, beat, key, fingerprint, unit_price, caller, quantity, price_version,
            lane, kind, debit, credit, operation_entries, shape, item, transaction_id, product, note, hash,
            lots, lot_coins, lot_used)
        SELECT n.bucket, n.wallet, n.sequence, n.operation, n.at, n.store_at, n.coins, n.paid, n.bonus, n.promo,
            n.held, n.debt, $31, n.key, n.fingerprint, n.unit_price, n.caller, n.quantity, n.price_version, $32,
            n.kind, n.debit, n.credit, n.operation_entries, n.shape, n.item, n.transaction_id, n.product, n.note,
            n.hash, ($28::integer[])[n.lot_from:n.lot_to], ($29::bigint[])[n.lot_from:n.lot_to],
            ($30::bigint[])[n.lot_from:n.lot_to]
        FROM unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[],
            $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::uuid[],
            $14::uuid[], $15::bigint[], $16::integer[], $17::integer[], $18::integer[], $19::smallint[],
            $20::smallint[], $21::smallint[], $22::smallint[], $23::smallint[], $24::text[], $25::text[], $26::text[],
            $27::bytea[], $33::bytea[], $34::integer[], $35::integer[])
            AS n (bucket, wallet, sequence, operation, at, store_at, coins, paid, bonus, promo, held, debt, key,
                fingerprint, unit_price, caller, quantity, price_version, kind, debit, credit, operation_entries, shape,
                item, transaction_id, product, note, hash, lot_from, lot_to)
        """
    let entries: [Entry]
    /// In the order of `entries`.
    let hashes: [[UInt8]]
    let lane: Int16
    let beat: Int64

    func bind(_ parameters: inout Parameters) {
        bindPlace(&parameters)
        bindReferences(&parameters)
        let uses = entries.flatMap(\.lots)
        parameters.int4Array(uses.map(\.lot))
        parameters.int8Array(uses.map(\.coins))
        parameters.int8Array(uses.map(\.usedBefore))
        parameters.int8(beat)
        parameters.int2(lane)
        parameters.bytesArray(hashes)
        bindSlices(&parameters)
    }

    private func bindPlace(_ parameters: inout Parameters) {
        parameters.int2Array(entries.map(\.wallet.bucket))
        parameters.uuidArray(entries.map(\.wallet.uuid))
        parameters.int8Array(entries.map(\.sequence))
        parameters.int8Array(entries.map(\.operation))
        parameters.timestampArray(microseconds: entries.map(\.at.microseconds))
        parameters.timestampArray(microseconds: entries.map { $0.storeAt?.microseconds })
        parameters.int8Array(entries.map(\.coins))
        parameters.int8Array(entries.map(\.after.paid))
        parameters.int8Array(entries.map(\.after.bonus))
        parameters.int8Array(entries.map(\.after.promo))
        parameters.int8Array(entries.map(\.after.held))
        parameters.int8Array(entries.map(\.after.debt))
    }

    private func bindReferences(_ parameters: inout Parameters) {
        parameters.uuidArray(entries.map { $0.first?.idempotency?.key })
        parameters.uuidArray(entries.map { $0.first?.idempotency?.fingerprint })
        parameters.int8Array(entries.map(\.references.unitPrice))
        parameters.int4Array(entries.map(\.caller.number))
        parameters.int4Array(entries.map(\.references.quantity))
        parameters.int4Array(entries.map(\.references.priceVersion))
        parameters.int2Array(entries.map(\.kind.rawValue))
        parameters.int2Array(entries.map(\.debit.rawValue))
        parameters.int2Array(entries.map(\.credit.rawValue))
        parameters.int2Array(entries.map { $0.first?.entryCount })
        parameters.int2Array(entries.map { $0.first?.shape })
        parameters.textArray(entries.map { $0.references.item?.text })
        parameters.textArray(entries.map { $0.references.transaction?.text })
        parameters.textArray(entries.map(\.references.product))
        parameters.bytesArray(entries.map(\.references.note))
    }

    /// 1-based bounds of each entry's slice; an entry without lots gets an empty one.
    private func bindSlices(_ parameters: inout Parameters) {
        var from: [Int32] = []
        var to: [Int32] = []
        var used: Int32 = 0
        for entry in entries {
            from.append(used + 1)
            used += Int32(entry.lots.count)
            to.append(used)
        }
        parameters.int4Array(from)
        parameters.int4Array(to)
    }
}
