internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// How a row of `user_merges` becomes a `UserMerge`.
enum UserMergeRow {
    static func columns(_ alias: String) -> String {
        [
            "user_id", "into_user", "merge", "caller", "key", "fingerprint", "state", "handed_over", "done_at",
        ].map { "\(alias).\($0)" }.joined(separator: ", ")
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserMerge {
        let (user, into, merge) = (try row.userID(), try row.userID(), try row.uuid())
        let caller = CallerID(try row.int4())
        let idempotency = Idempotency(key: try row.uuid(), fingerprint: try row.uuid())
        let state: UserMerge.State = try row.code()
        let environments = try row.int2Array().compactMap { StoreEnvironment(code: $0) }
        return UserMerge(
            user: user, into: into, merge: merge, caller: caller, idempotency: idempotency, state: state,
            handedOver: environments, doneAt: try row.optionalInstant())
    }
}

/// Merges of these users and into them. Under the users' locks, or as a look.
struct FindUserMerges: Statement {
    static let sql = """
        SELECT \(UserMergeRow.columns("m")) FROM user_merges m
        WHERE m.user_id = ANY ($1) OR (m.into_user = ANY ($1) AND m.state = 1)
        """
    let users: [UserID]

    static func of(_ users: [UserID]) -> FindUserMerges { FindUserMerges(users: users) }

    func bind(_ parameters: inout Parameters) { parameters.textArray(users.map(\.text)) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserMerge { try UserMergeRow.decode(&row) }
}

/// The merge under way of the user whose wallet it is.
struct FindMergeOfWallet: Statement {
    static let sql = """
        SELECT \(UserMergeRow.columns("m")) FROM user_wallets w JOIN user_merges m ON m.user_id = w.user_id
        WHERE w.wallet = $1 AND m.state = 1
        """
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) { parameters.uuid(wallet.uuid) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserMerge { try UserMergeRow.decode(&row) }
}

/// One row a user: a merge that was given up makes room for another.
struct WriteUserMerge: Statement {
    static let sql = """
        INSERT INTO user_merges AS m (user_id, into_user, merge, caller, key, fingerprint, state, handed_over, asked_at,
            next_attempt_at, done_at)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, clock.at,
            CASE WHEN $7 = 1 THEN clock.at + \(Limits.jobLeaseMs) * interval '1 millisecond' END,
            CASE WHEN $7 = 2 THEN clock.at END
        FROM (SELECT \(shiftedClock("$9")) AS at) clock
        ON CONFLICT (user_id) DO UPDATE SET
            into_user = excluded.into_user, merge = excluded.merge, caller = excluded.caller, key = excluded.key,
            fingerprint = excluded.fingerprint, state = excluded.state, handed_over = excluded.handed_over,
            next_attempt_at = excluded.next_attempt_at, done_at = excluded.done_at
        RETURNING \(UserMergeRow.columns("m"))
        """
    let merge: UserMerge
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(merge.user.text)
        parameters.text(merge.into.text)
        parameters.uuid(merge.merge)
        parameters.int4(merge.caller.number)
        parameters.uuid(merge.idempotency.key)
        parameters.uuid(merge.idempotency.fingerprint)
        parameters.int2(merge.state.rawValue)
        parameters.int2Array(merge.handedOver.map(\.code))
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserMerge { try UserMergeRow.decode(&row) }
}

struct GiveUpMerge: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE user_merges SET state = 3, next_attempt_at = NULL WHERE user_id = $1 AND merge = $2 AND state = 1
        """
    let user: UserID
    let merge: UUID

    func bind(_ parameters: inout Parameters) {
        parameters.text(user.text)
        parameters.uuid(merge)
    }
}

/// Merges under way whose turn has come, put off by a lease.
struct TakeUpMerges: Statement {
    static let sql = """
        UPDATE user_merges AS m SET next_attempt_at = \(shiftedClock("$3")) + $2 * interval '1 millisecond'
        WHERE m.user_id IN (
            SELECT d.user_id FROM (SELECT \(shiftedClock("$3")) AS at) clock
            JOIN user_merges d ON d.state = 1 AND d.next_attempt_at <= clock.at
            ORDER BY d.next_attempt_at LIMIT $1 FOR UPDATE OF d SKIP LOCKED)
        RETURNING \(UserMergeRow.columns("m"))
        """
    let limit: Int64
    let leaseMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(limit)
        parameters.int8(leaseMs)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserMerge { try UserMergeRow.decode(&row) }
}

struct ListWalletsOfUsers: Statement {
    static let sql = """
        SELECT user_id, environment, wallet FROM user_wallets WHERE user_id = ANY ($1) ORDER BY user_id, environment
        """
    let users: [UserID]

    struct Row: Sendable {
        let user: UserID
        let environment: StoreEnvironment
        let wallet: WalletID
    }

    func bind(_ parameters: inout Parameters) { parameters.textArray(users.map(\.text)) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        try Row(user: row.userID(), environment: row.environment(), wallet: row.walletID())
    }
}
