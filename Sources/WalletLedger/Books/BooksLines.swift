import Postgres
import WalletDomain

import struct FoundationEssentials.UUID

/// A wallet's row, as far as the books look at it.
struct BookedWalletLine: WalletOwned {
    let key: WalletKey
    let environment: Int16
    let balances: Balances
    let sequence: Int64
    let head: [UInt8]
    /// Whoever took it over did so then.
    let takenOverAt: Instant?
}

struct ListBookedWallets: CopyStatement {
    let scope: VerifyScope
    let extent: BooksExtent

    var sql: String {
        """
        SELECT w.bucket, w.wallet, w.environment, w.paid, w.bonus, w.promo, w.held, w.debt, w.sequence, w.head,
            t.taken_at
        FROM wallets w
        LEFT JOIN (\(ListBookedTakeovers.within(extent))) t ON t.wallet = w.merged_into AND t.source = w.wallet
        WHERE \(scope.condition("w")) ORDER BY w.bucket, w.wallet
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> BookedWalletLine {
        BookedWalletLine(
            key: WalletKey(bucket: try row.int2(), uuid: try row.uuid()), environment: try row.int2(),
            balances: Balances(
                paid: try row.int8(), bonus: try row.int8(), promo: try row.int8(), held: try row.int8(),
                debt: try row.int8()),
            sequence: try row.int8(), head: try row.bytes(),
            takenOverAt: try row.optionalTimestamp().map { Instant(microseconds: $0) })
    }
}

/// A merged wallet that a wallet took over.
struct BookedTakeoverLine: WalletOwned {
    let key: WalletKey
    let source: WalletID
    let operation: Int64
    let lotOffset: Int32
    let at: Instant
}

struct ListBookedTakeovers: CopyStatement {
    let scope: VerifyScope
    let extent: BooksExtent

    /// Those whose first entry lies in the extent.
    static func within(_ extent: BooksExtent) -> String {
        """
        SELECT k.* FROM takeovers k
        JOIN entries e ON e.bucket = k.bucket AND e.wallet = k.wallet AND e.sequence = k.operation
        WHERE \(extent.condition("e"))
        """
    }

    var sql: String {
        """
        SELECT t.bucket, t.wallet, t.source, t.operation, t.lot_offset, t.taken_at
        FROM (\(Self.within(extent))) t WHERE \(scope.condition("t")) ORDER BY t.bucket, t.wallet, t.operation
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> BookedTakeoverLine {
        BookedTakeoverLine(
            key: WalletKey(bucket: try row.int2(), uuid: try row.uuid()), source: WalletID(try row.uuid()),
            operation: try row.int8(), lotOffset: try row.int4(), at: Instant(microseconds: try row.timestamp()))
    }
}

/// A lot's row: what it is worth, and its counters.
struct BookedLotLine: WalletOwned {
    let key: WalletKey
    let lot: Int32
    let kind: Int16
    let issued: Int64
    let consumed: Int64
    let removed: Int64
    let origin: LotOrigin

    var remaining: Int64 { issued &- consumed &- removed }
}

struct ListBookedLots: CopyStatement {
    let scope: VerifyScope

    var sql: String {
        """
        SELECT l.bucket, l.wallet, l.lot, l.kind, l.issued, l.consumed, l.removed, l.price_milli, l.price_currency,
            l.storefront, l.channel, l.acquired_at, l.expires_at
        FROM lots l WHERE \(scope.condition("l")) ORDER BY l.bucket, l.wallet, l.lot
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> BookedLotLine {
        BookedLotLine(
            key: WalletKey(bucket: try row.int2(), uuid: try row.uuid()), lot: try row.int4(), kind: try row.int2(),
            issued: try row.int8(), consumed: try row.int8(), removed: try row.int8(), origin: try origin(&row))
    }

    private static func origin(_ row: inout CopyRowReader) throws(PostgresError) -> LotOrigin {
        let milliunits = try row.optionalInt8()
        let currency = try row.optionalText()
        var price: StorePrice?
        if let milliunits, let currency { price = StorePrice(milliunits: milliunits, currency: currency) }
        return LotOrigin(
            price: price, storefront: try row.optionalText(), channel: try row.optionalText(),
            acquiredAt: Instant(microseconds: try row.timestamp()),
            expiresAt: try row.optionalTimestamp().map { Instant(microseconds: $0) })
    }
}

extension EntryLine {
    /// Nil: what the row holds is no entry.
    var record: JournalRecord? {
        guard let facts, let kind = EntryKind(rawValue: facts.kind), let debit = Account(rawValue: facts.debit),
            let credit = Account(rawValue: facts.credit), facts.lots.count == facts.lotCoins.count,
            facts.lots.count == facts.lotUsed.count, Self.isMove(kind, facts)
        else { return nil }
        let uses = facts.lots.indices.map {
            LotUse(lot: facts.lots[$0], coins: facts.lotCoins[$0], usedBefore: facts.lotUsed[$0])
        }
        let entry = Entry(
            wallet: key.wallet, sequence: sequence, kind: kind, debit: debit, credit: credit, coins: facts.coins,
            after: facts.after, lots: uses, operation: facts.operation, caller: CallerID(facts.caller), first: nil,
            references: references(of: kind, facts), at: facts.at, storeAt: facts.storeAt)
        return JournalRecord(entry: entry, lane: facts.lane, beat: facts.beat, hash: facts.hash)
    }

    /// Its lots add up to its coins; so sums of them can be counted.
    private static func isMove(_ kind: EntryKind, _ facts: Facts) -> Bool {
        let range = 0...CoinAmount.coinsMax
        guard range.contains(facts.coins), facts.lotCoins.allSatisfy({ range.contains($0) }) else { return false }
        return kind.isAboutHolds || facts.lotCoins.reduce(0, &+) == facts.coins
    }

    /// What is no name of an item or a purchase names none.
    private func references(of kind: EntryKind, _ facts: Facts) -> Entry.References {
        Entry.References(
            item: facts.item.flatMap { try? ItemID($0) }, quantity: kind.keepsRevocation ? nil : facts.quantity,
            revocationMilli: kind.keepsRevocation ? facts.quantity : nil, unitPrice: facts.unitPrice,
            priceVersion: facts.priceVersion, transaction: facts.transaction.flatMap { try? TransactionID($0) },
            product: facts.product, note: facts.note, refersTo: facts.refersTo, expiresAt: facts.expiresAt,
            refersWallet: facts.refersWallet.map(WalletID.init))
    }
}
