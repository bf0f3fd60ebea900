import Postgres
import WalletDomain

/// The batch's wallets get the differences: the database adds them to its own figures, and its CHECKs judge the result.
///
/// Guarded by the sequence and the state that the decisions saw: for a wallet that moved on since, the sequence becomes
/// one that the constraint `wallets_moved_on` refuses, and with it the batch.
struct UpdateWallets: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE wallets w
        SET paid = w.paid + n.paid, bonus = w.bonus + n.bonus, promo = w.promo + n.promo, held = w.held + n.held,
            debt = w.debt + n.debt, state = n.state, lots = n.lots, last_at = n.last_at, head = n.head,
            sequence = CASE WHEN w.sequence = n.loaded AND w.state = n.loaded_state THEN n.sequence ELSE -1 END
        FROM unnest($1::wallet_change[]) AS n
        WHERE w.bucket = n.bucket AND w.wallet = n.wallet
        """
    let books: [WalletBook]
    /// Heads of the hash chains after the batch, in the order of `books`.
    let heads: [[UInt8]]

    let type: RowType

    func bind(_ parameters: inout Parameters) {
        parameters.rows(type, zip(books, heads)) { row, change in
            let (book, head) = change
            let (before, after) = (book.loadedBalances, book.state.balances)
            row.wallet(book.state.id)
            row.int8(book.loadedSequence)
            row.int2(book.loadedStatus.rawValue)
            row.int2(book.state.status.rawValue)
            row.int8(after.paid - before.paid)
            row.int8(after.bonus - before.bonus)
            row.int8(after.promo - before.promo)
            row.int8(after.held - before.held)
            row.int8(after.debt - before.debt)
            row.int8(book.state.sequence)
            row.int4(book.state.lotCount)
            row.instant(book.state.lastAt)
            row.bytes(head)
        }
    }
}

/// Counters of lots that were there before the batch.
struct UpdateLots: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE lots l
        SET consumed = n.consumed, removed = n.removed, held = n.held, open = n.open
        FROM unnest($1::lot_change[]) AS n
        WHERE l.bucket = n.bucket AND l.wallet = n.wallet AND l.lot = n.lot
        """
    let lots: [(wallet: WalletID, lot: Lot)]
    let type: RowType

    func bind(_ parameters: inout Parameters) {
        parameters.rows(type, lots) { row, change in
            let (wallet, lot) = change
            row.wallet(wallet)
            row.int4(lot.number)
            row.int8(lot.consumed)
            row.int8(lot.removed)
            row.int8(lot.held)
            row.bool(lot.remaining > 0)
        }
    }
}

/// Lots that the batch opened, with the counters they have at its end.
struct InsertLots: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO lots (bucket, wallet, lot, kind, open, issued, consumed, removed, held, acquired_at, expires_at,
            transaction_id, product, pack, pack_version, price_milli, price_currency, storefront, channel)
        SELECT * FROM unnest($1::smallint[], $2::uuid[], $3::integer[], $4::smallint[], $5::boolean[], $6::bigint[],
            $7::bigint[], $8::bigint[], $9::bigint[], $10::timestamptz[], $11::timestamptz[], $12::text[], $13::text[],
            $14::text[], $15::integer[], $16::bigint[], $17::text[], $18::text[], $19::text[])
        """
    let lots: [(wallet: WalletID, opening: LotOpening, lot: Lot)]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(lots.map(\.wallet.bucket))
        parameters.uuidArray(lots.map(\.wallet.uuid))
        parameters.int4Array(lots.map(\.lot.number))
        parameters.int2Array(lots.map(\.lot.kind.rawValue))
        parameters.boolArray(lots.map { $0.lot.remaining > 0 })
        parameters.int8Array(lots.map(\.lot.issued))
        parameters.int8Array(lots.map(\.lot.consumed))
        parameters.int8Array(lots.map(\.lot.removed))
        parameters.int8Array(lots.map(\.lot.held))
        parameters.timestampArray(microseconds: lots.map(\.lot.acquiredAt.microseconds))
        parameters.timestampArray(microseconds: lots.map { $0.lot.expiresAt?.microseconds })
        bindSales(&parameters)
    }

    private func bindSales(_ parameters: inout Parameters) {
        let sales = lots.map(\.opening.sale)
        parameters.textArray(sales.map { $0?.transaction.text })
        parameters.textArray(sales.map { $0?.product })
        parameters.textArray(sales.map { $0?.pack.text })
        parameters.int4Array(sales.map { $0?.packVersion })
        parameters.int8Array(sales.map { $0?.price?.milliunits })
        parameters.textArray(sales.map { $0?.price?.currency })
        parameters.textArray(sales.map { $0?.storefront })
        parameters.textArray(sales.map { $0?.channel })
    }
}

/// What the batch's spends gave.
struct InsertOwnerships: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO ownerships (bucket, wallet, item, operation, since, ended_by, ended_at)
        SELECT * FROM unnest($1::smallint[], $2::uuid[], $3::text[], $4::bigint[], $5::timestamptz[], $6::bigint[],
            $7::timestamptz[])
        """
    let ownerships: [ItemOwnership]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(ownerships.map(\.wallet.bucket))
        parameters.uuidArray(ownerships.map(\.wallet.uuid))
        parameters.textArray(ownerships.map(\.item.text))
        parameters.int8Array(ownerships.map(\.operation))
        parameters.timestampArray(microseconds: ownerships.map(\.since.microseconds))
        parameters.int8Array(ownerships.map { $0.end?.operation })
        parameters.timestampArray(microseconds: ownerships.map { $0.end?.at.microseconds })
    }
}

/// What the batch's undos took. Before the new ones: an item is owned once at a time.
struct EndOwnerships: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE ownerships o SET ended_by = n.ended_by, ended_at = n.ended_at
        FROM unnest($1::smallint[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::timestamptz[])
            AS n (bucket, wallet, item, operation, ended_by, ended_at)
        WHERE o.bucket = n.bucket AND o.wallet = n.wallet AND o.item = n.item AND o.operation = n.operation
        """
    let ends: [OwnershipEnd]

    func bind(_ parameters: inout Parameters) {
        parameters.int2Array(ends.map(\.wallet.bucket))
        parameters.uuidArray(ends.map(\.wallet.uuid))
        parameters.textArray(ends.map(\.item.text))
        parameters.int8Array(ends.map(\.given))
        parameters.int8Array(ends.map(\.end.operation))
        parameters.timestampArray(microseconds: ends.map(\.end.at.microseconds))
    }
}
