internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// How users are told who were found, with the wallets of the account at the end of all merges.
enum UserHitRow {
    static let columns = """
        u.user_id, u.merged_into, u.tester,
        ARRAY(SELECT w.environment FROM user_wallets w WHERE w.user_id = coalesce(u.merged_into, u.user_id)
            ORDER BY w.environment),
        ARRAY(SELECT w.wallet FROM user_wallets w WHERE w.user_id = coalesce(u.merged_into, u.user_id)
            ORDER BY w.environment)
        """

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserHit {
        let (user, mergedInto, isTester) = (try row.userID(), try row.optionalUserID(), try row.bool())
        let (environments, wallets) = (try row.int2Array(), try row.uuidArray())
        var places: [UserHit.Place] = []
        for (code, wallet) in zip(environments, wallets) {
            guard let environment = StoreEnvironment(code: code) else {
                throw .unexpectedShape("a code of an environment is unknown")
            }
            places.append(UserHit.Place(environment: environment, wallet: WalletID(wallet)))
        }
        return UserHit(user: user, mergedInto: mergedInto, isTester: isTester, wallets: places)
    }
}

struct FindUserHits: Statement {
    static let sql = """
        SELECT \(UserHitRow.columns) FROM users u
        WHERE u.user_id = ANY ($1) AND u.erasure_at IS NULL ORDER BY u.user_id
        """
    let users: [UserID]

    func bind(_ parameters: inout Parameters) { parameters.textArray(users.map(\.text)) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserHit { try UserHitRow.decode(&row) }
}

/// Ids that begin so: a range of the key, up to the last character there is.
struct ListUserHits: Statement {
    static let sql = """
        SELECT \(UserHitRow.columns) FROM users u
        WHERE u.user_id >= $1 AND u.user_id <= $1 || chr(1114111) AND u.user_id > $2 AND u.erasure_at IS NULL
        ORDER BY u.user_id LIMIT $3
        """
    let prefix: String
    let after: String
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(prefix)
        parameters.text(after)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserHit { try UserHitRow.decode(&row) }
}

/// Of purchases in both stores.
struct FindOwnersOfTransaction: Statement {
    static let sql = """
        SELECT DISTINCT o.user_id FROM store_transactions t
        CROSS JOIN LATERAL (\(ApprovalRow.owner(of: "t.wallet"))) o
        WHERE t.environment IN (1, 2) AND t.transaction_id = $1
        """
    let id: TransactionID

    func bind(_ parameters: inout Parameters) { parameters.text(id.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID { try row.userID() }
}

struct FindUnattributedKeys: Statement {
    static let sql = """
        SELECT u.environment, u.transaction_id FROM unattributed_purchases u
        WHERE u.environment IN (1, 2) AND u.transaction_id = $1 AND u.state = 1
        """
    let id: TransactionID

    func bind(_ parameters: inout Parameters) { parameters.text(id.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> StoreTransaction.Key {
        StoreTransaction.Key(environment: try row.environment(), id: try row.transactionID())
    }
}

struct ReadUserFacts: Statement {
    static let sql = """
        SELECT u.created_at, c.consumption,
            (SELECT count(*) FROM (SELECT FROM orders o WHERE o.user_id = u.user_id LIMIT $2) n)
        FROM users u LEFT JOIN consents c ON c.user_id = u.user_id
        WHERE u.user_id = $1 AND u.erasure_at IS NULL
        """
    let user: UserID

    struct Row: Sendable {
        let createdAt: Instant
        let consent: Bool?
        let orders: Int64
    }

    func bind(_ parameters: inout Parameters) {
        parameters.text(user.text)
        parameters.int8(Int64(Limits.countedMax))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        try Row(createdAt: row.instant(), consent: row.optionalBool(), orders: row.int8())
    }
}

struct ListMergedUsers: Statement {
    static let sql = "SELECT user_id FROM users WHERE merged_into = $1 ORDER BY user_id LIMIT $2"
    let account: UserID

    func bind(_ parameters: inout Parameters) {
        parameters.text(account.text)
        parameters.int8(Int64(Limits.userMergesShown))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID { try row.userID() }
}

struct ListTokensOfUser: Statement {
    static let sql = """
        SELECT token, created_at FROM app_account_tokens WHERE user_id = $1 ORDER BY created_at DESC, token LIMIT $2
        """
    let user: UserID

    func bind(_ parameters: inout Parameters) {
        parameters.text(user.text)
        parameters.int8(Int64(Limits.userTokensShown))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserFacts.Token {
        try UserFacts.Token(token: row.uuid(), createdAt: row.instant())
    }
}
