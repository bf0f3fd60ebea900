internal import Postgres
internal import WalletDomain

/// When the user of that pseudonym was erased.
struct FindErasure: Statement {
    static let sql = "SELECT erased_at FROM users WHERE user_id = $1 AND erased_at IS NOT NULL"
    let pseudonym: UserID

    func bind(_ parameters: inout Parameters) { parameters.text(pseudonym.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Instant { try row.instant() }
}

/// The account and all that were merged into it, locked in the order of their ids.
struct LockFamily: Statement {
    static let sql = """
        SELECT user_id FROM users WHERE user_id = $1 OR merged_into = $1 ORDER BY user_id FOR NO KEY UPDATE
        """
    let account: UserID

    func bind(_ parameters: inout Parameters) { parameters.text(account.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID { try row.userID() }
}

struct BeginErasure: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE users SET erasure_at = \(shiftedClock("$3")), erasure_caller = $2
        WHERE user_id = ANY ($1) AND erasure_at IS NULL
        """
    let users: [UserID]
    let caller: CallerID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.textArray(users.map(\.text))
        parameters.int4(caller.number)
        parameters.int8(clockShiftMs)
    }
}

struct FindUnfinishedErasures: Statement {
    static let sql = """
        SELECT u.user_id, u.erasure_caller FROM (SELECT \(shiftedClock("$3")) AS at) clock
        JOIN users u ON u.erasure_at < clock.at - $2 * interval '1 millisecond' AND u.erased_at IS NULL
        WHERE u.merged_into IS NULL ORDER BY u.erasure_at LIMIT $1
        """
    let limit: Int64
    let leaseMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(limit)
        parameters.int8(leaseMs)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (account: UserID, caller: CallerID) {
        (try row.userID(), CallerID(try row.int4()))
    }
}

/// Whoever erases first settles which secret is the installation's.
struct ClaimErasureKey: Statement {
    typealias Row = Void
    static let sql = "INSERT INTO erasure_key (only_row, proof) VALUES (true, $1) ON CONFLICT DO NOTHING"
    let proof: [UInt8]

    func bind(_ parameters: inout Parameters) { parameters.bytes(proof) }
}

struct ReadErasureKey: Statement {
    static let sql = "SELECT proof FROM erasure_key"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> [UInt8] { try row.bytes() }
}

/// A statement about all wallets of a user.
protocol WalletsErasure: Statement where Row == Void {
    var wallets: [WalletID] { get }
}

extension WalletsErasure {
    func bind(_ parameters: inout Parameters) { LoadOpenLots(wallets: wallets).bind(&parameters) }
}

/// Free text; its digest stays where it is cited.
struct EraseNotes: WalletsErasure {
    typealias Row = Void
    static let sql = """
        UPDATE notes t SET text = '' FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        WHERE t.bucket = n.bucket AND t.wallet = n.wallet
        """
    let wallets: [WalletID]
}

/// What waited waits no longer.
struct EraseProofs: WalletsErasure {
    typealias Row = Void
    static let sql = """
        UPDATE proofs p SET bytes = '', state = CASE WHEN p.state = 2 THEN 3 ELSE p.state END, next_attempt_at = NULL
        FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        WHERE p.bucket = n.bucket AND p.wallet = n.wallet
        """
    let wallets: [WalletID]
}

/// What Apple told of the user's purchases, once it was worked on.
struct EraseNotifications: WalletsErasure {
    typealias Row = Void
    static let sql = """
        UPDATE notifications m SET payload = '' FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        JOIN store_transactions t ON t.bucket = n.bucket AND t.wallet = n.wallet
        WHERE m.environment = t.environment AND m.transaction_id = t.transaction_id AND m.state = 2
        """
    let wallets: [WalletID]
}

/// Some apps take the user's own id for the token.
struct EraseTokenOfPurchases: WalletsErasure {
    typealias Row = Void
    static let sql = """
        UPDATE store_transactions t SET app_account_token = NULL
        FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        WHERE t.bucket = n.bucket AND t.wallet = n.wallet AND t.app_account_token IS NOT NULL
        """
    let wallets: [WalletID]
}

/// Nobody looks any more for what this customer bought.
struct EndHistorySweeps: WalletsErasure {
    typealias Row = Void
    static let sql = """
        UPDATE history_sweeps h SET next_run_at = NULL FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
        WHERE h.bucket = n.bucket AND h.wallet = n.wallet
        """
    let wallets: [WalletID]
}

/// Purchases of the queue that were given to the user, carry a token of theirs, or are theirs by now.
struct EraseUnattributed: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE unattributed_purchases p SET bytes = '', assigned_to = NULL, app_account_token = NULL,
            state = 2, outcome = coalesce(p.outcome, 'erased'), next_attempt_at = NULL,
            settled_at = coalesce(p.settled_at, p.found_at)
        WHERE (p.environment, p.transaction_id) IN (
            SELECT q.environment, q.transaction_id FROM unattributed_purchases q WHERE q.assigned_to = ANY ($3)
            UNION SELECT q.environment, q.transaction_id FROM app_account_tokens a
                JOIN unattributed_purchases q ON q.app_account_token = a.token WHERE a.user_id = ANY ($3)
            UNION SELECT t.environment, t.transaction_id FROM unnest($1::smallint[], $2::uuid[]) AS n (bucket, wallet)
                JOIN store_transactions t ON t.bucket = n.bucket AND t.wallet = n.wallet)
        """
    let users: [UserID]
    let wallets: [WalletID]

    func bind(_ parameters: inout Parameters) {
        LoadOpenLots(wallets: wallets).bind(&parameters)
        parameters.textArray(users.map(\.text))
    }
}
