internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// Each count stops at `Limits.countedMax`.
struct CountWallet: Statement {
    static let sql = """
        SELECT w.lots::bigint,
            (SELECT count(*) FROM (SELECT FROM store_transactions t
                WHERE t.bucket = w.bucket AND t.wallet = w.wallet AND t.credited_by IS NOT NULL LIMIT $3) n),
            (SELECT count(*) FROM (SELECT FROM holds h
                WHERE h.bucket = w.bucket AND h.wallet = w.wallet AND h.state = 1 LIMIT $3) n),
            (SELECT count(*) FROM (SELECT FROM proofs p
                WHERE p.bucket = w.bucket AND p.wallet = w.wallet AND p.state = 2 LIMIT $3) n),
            (SELECT count(*) FROM (SELECT FROM proofs p
                WHERE p.bucket = w.bucket AND p.wallet = w.wallet AND p.state = 3 LIMIT $3) n),
            (SELECT count(*) FROM (SELECT FROM store_transactions t
                WHERE t.bucket = w.bucket AND t.wallet = w.wallet AND t.revoked_at IS NOT NULL LIMIT $3) n)
        FROM wallets w WHERE w.bucket = $1 AND w.wallet = $2
        """
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.int8(Int64(Limits.countedMax))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletCounts {
        try WalletCounts(
            lots: row.int8(), purchases: row.int8(), openHolds: row.int8(), pendingProofs: row.int8(),
            refusedProofs: row.int8(), refunds: row.int8())
    }
}

/// All entries of each spend that begins in the stretch, the newest spend first.
struct ListSpends: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e"))
        FROM (
            SELECT f.bucket, f.wallet, f.sequence, f.operation_entries FROM entries f
            WHERE f.bucket = $1 AND f.wallet = $2 AND f.sequence >= $3 AND f.sequence < $4 AND f.kind = 3
                AND f.operation_entries IS NOT NULL
            ORDER BY f.sequence DESC LIMIT $5) h
        CROSS JOIN LATERAL (
            SELECT * FROM entries o WHERE o.bucket = h.bucket AND o.wallet = h.wallet AND o.sequence >= h.sequence
                AND o.sequence < h.sequence + h.operation_entries OFFSET 0) e
        ORDER BY h.sequence DESC, e.sequence
        """
    let wallet: WalletID
    let from: Int64
    let before: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.int8(from)
        parameters.int8(before)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

/// By the index `entries_refunds`.
struct ListRefundEntries: Statement {
    static let sql = """
        SELECT \(EntryRow.columns("e")) FROM entries e
        WHERE e.bucket = $1 AND e.wallet = $2 AND e.sequence < $3 AND e.kind IN (5, 6, 7, 8, 16, 17)
        ORDER BY e.sequence DESC LIMIT $4
        """
    let wallet: WalletID
    let before: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        ListEntriesBackwards(wallet: wallet, before: before, limit: limit).bind(&parameters)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Entry { try EntryRow.decode(&row) }
}

struct ListProofs: Statement {
    static let sql = """
        SELECT p.wallet, p.kind, p.digest, p.state, p.attempts, p.received_at, p.next_attempt_at,
            octet_length(p.bytes)::bigint
        FROM proofs p WHERE p.bucket = $1 AND p.wallet = $2
            AND ($3::timestamptz IS NULL OR (p.received_at, p.digest) < ($3, $4))
        ORDER BY p.received_at DESC, p.digest DESC LIMIT $5
        """
    let wallet: WalletID
    let before: (at: Instant, digest: [UInt8])?
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.instant(before?.at)
        parameters.bytes(before?.digest)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ProofLine {
        try ProofLine(
            wallet: row.walletID(), kind: row.code(), digest: row.bytes(), state: row.code(), attempts: row.int4(),
            receivedAt: row.instant(), nextAttemptAt: row.optionalInstant(), bytes: row.int8())
    }
}

/// By the wallet's purchases, each by the index `notifications_purchase`.
struct ListNotifications: Statement {
    static let sql = """
        SELECT m.notification, m.type, m.subtype, m.environment, m.transaction_id, m.signed_at, m.received_at, m.road,
            m.outcome
        FROM store_transactions t
        JOIN notifications m ON m.environment = t.environment AND m.transaction_id = t.transaction_id
        WHERE t.bucket = $1 AND t.wallet = $2
            AND ($3::timestamptz IS NULL OR (m.received_at, m.notification) < ($3, $4))
        ORDER BY m.received_at DESC, m.notification DESC LIMIT $5
        """
    let wallet: WalletID
    let before: (at: Instant, id: UUID)?
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.instant(before?.at)
        parameters.uuid(before?.id)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> NotificationLine {
        try NotificationLine(
            id: row.uuid(), type: row.text(), subtype: row.optionalText(), environment: row.environment(),
            transaction: row.transactionID(), signedAt: row.instant(), receivedAt: row.instant(), road: row.code(),
            outcome: row.optionalText())
    }
}
