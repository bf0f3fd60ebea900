internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// Purchases without an owner. What jobs take up has one by now: its token was registered, or support decided.
enum UnattributedQueue: SettlingQueue {
    static let table = "unattributed_purchases u"
    static let key = ["environment", "transaction_id"]
    static let turn = "next_attempt_at"
    static let isWaiting = "state = 1"
    static let order = "found_at"
    static let columns = """
        u.environment, u.transaction_id, u.bundle, u.product, u.quantity, u.purchased_at, u.app_account_token,
        u.found_at, u.kind, u.digest, u.bytes, u.assigned_to, u.state = 1, u.attempts
        """
    static let settled = "state = 2, outcome = $3, settled_at = \(shiftedClock("$4"))"

    /// A row that was never taken up is due as soon as it has an owner.
    static func isDue(at clock: String) -> String {
        """
        (next_attempt_at IS NULL OR next_attempt_at <= \(clock)) AND (assigned_to IS NOT NULL
                OR EXISTS (SELECT FROM app_account_tokens a WHERE a.token = app_account_token))
        """
    }

    static func bind(_ key: StoreTransaction.Key, to parameters: inout Parameters) { parameters.key(key) }

    static func bind(_ outcome: String, clockShiftMs: Int64, to parameters: inout Parameters) {
        parameters.text(outcome)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UnattributedPurchase {
        try UnattributedPurchase(
            key: StoreTransaction.Key(environment: row.environment(), id: row.transactionID()), bundle: row.text(),
            product: row.text(), quantity: row.optionalInt4(), purchasedAt: row.instant(), token: row.optionalUUID(),
            foundAt: row.instant(),
            proof: StoredProof(kind: row.code(), digest: row.bytes(), bytes: row.bytes()),
            assignedTo: row.optionalUserID(), isOpen: row.bool(), attempts: row.int4())
    }
}

struct InsertUnattributed: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO unattributed_purchases
            (environment, transaction_id, bundle, product, quantity, purchased_at, app_account_token, found_at, kind,
            digest, bytes, state, attempts)
        SELECT $1, $2, $3, $4, $5, $6, $7, \(shiftedClock("$11")), $8, $9, $10, 1, 0
        WHERE NOT EXISTS (
            SELECT FROM store_transactions t
            WHERE t.environment = $1 AND t.transaction_id = $2 AND t.credited_by IS NOT NULL)
        ON CONFLICT (environment, transaction_id) DO NOTHING
        """
    let purchase: Purchase
    let proof: StoredProof
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int2(purchase.environment.code)
        parameters.text(purchase.transactionID.text)
        parameters.text(purchase.bundleID)
        parameters.text(purchase.productID)
        parameters.int4(purchase.quantity.map { Int32($0) })
        parameters.instant(purchase.purchasedAt)
        parameters.uuid(purchase.appAccountToken)
        parameters.int2(proof.kind.rawValue)
        parameters.bytes(proof.digest)
        parameters.bytes(proof.bytes)
        parameters.int8(clockShiftMs)
    }
}

/// The rows that wait for an owner: credited to nobody on another road, and not refunded in full (twin:
/// `Revocation.isFull`) by Apple's newest word, so that something is left to credit; of products that are ours.
let fromUnattributed = """
    FROM unattributed_purchases u
        LEFT JOIN store_transactions t ON t.environment = u.environment AND t.transaction_id = u.transaction_id
        WHERE u.state = 1 AND t.credited_by IS NULL
            AND (t.revoked_at IS NULL OR t.revocation_percentage < 100000)
            AND ((SELECT m.not_ours FROM product_marks m WHERE m.bundle = u.bundle AND m.product = u.product
                    ORDER BY m.version DESC LIMIT 1) IS NOT TRUE
                OR EXISTS (SELECT FROM packs p WHERE p.bundle = u.bundle AND p.product = u.product))
    """

struct ListUnattributed: Statement {
    static let sql = """
        SELECT \(UnattributedQueue.columns) \(fromUnattributed)
            AND ($1::timestamptz IS NULL OR (u.found_at, u.environment, u.transaction_id) > ($1, $2, $3))
        ORDER BY u.found_at, u.environment, u.transaction_id LIMIT $4
        """
    let foundAt: Instant?
    let key: StoreTransaction.Key?
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.instant(foundAt)
        parameters.int2(key?.environment.code)
        parameters.text(key?.id.text)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UnattributedPurchase {
        try UnattributedQueue.decode(&row)
    }
}

struct FindUnattributed: Statement {
    static let sql = """
        SELECT \(UnattributedQueue.columns) FROM unattributed_purchases u
        WHERE u.environment = $1 AND u.transaction_id = $2
        """
    let key: StoreTransaction.Key

    func bind(_ parameters: inout Parameters) { parameters.key(key) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UnattributedPurchase {
        try UnattributedQueue.decode(&row)
    }
}

/// No row if it is settled or another user's. The job carries it out should we die right after.
struct NoteAssignment: Statement {
    static let sql = """
        UPDATE unattributed_purchases u
        SET assigned_to = $3, next_attempt_at = \(shiftedClock("$4"))
        WHERE u.environment = $1 AND u.transaction_id = $2 AND u.state = 1
            AND (u.assigned_to IS NULL OR u.assigned_to = $3)
        RETURNING \(UnattributedQueue.columns)
        """
    let key: StoreTransaction.Key
    let user: UserID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.key(key)
        parameters.text(user.text)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UnattributedPurchase {
        try UnattributedQueue.decode(&row)
    }
}

/// Support's decision could not be carried out: the row is open again.
struct TakeBackAssignment: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE unattributed_purchases SET assigned_to = NULL, next_attempt_at = \(shiftedClock("$3"))
        WHERE environment = $1 AND transaction_id = $2 AND state = 1
        """
    let key: StoreTransaction.Key
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.key(key)
        parameters.int8(clockShiftMs)
    }
}

struct SettleCreditedUnattributed: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE unattributed_purchases u
        SET state = 2, outcome = 'credited', settled_at = \(shiftedClock("$1")), next_attempt_at = NULL
        FROM store_transactions t
        WHERE u.state = 1 AND t.environment = u.environment AND t.transaction_id = u.transaction_id
            AND t.credited_by IS NOT NULL
        """
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(clockShiftMs) }
}
