internal import Postgres
internal import WalletDomain

/// A user seen for the first time; nothing happens at the second.
struct InsertUser: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO users (user_id, tester, created_at) VALUES ($1, false, clock_timestamp())
        ON CONFLICT (user_id) DO NOTHING
        """
    let user: UserID

    func bind(_ parameters: inout Parameters) { parameters.text(user.text) }
}

/// Whoever comes first decides which wallet is the user's; the others wait for that commit and then find it.
struct InsertUserWallet: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO user_wallets (user_id, environment, currency, bucket, wallet, created_at)
        VALUES ($1, $2, 'coin', $3, $4, clock_timestamp())
        ON CONFLICT (user_id, environment, currency) DO NOTHING
        """
    let key: Directory.Key
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) {
        parameters.text(key.user.text)
        parameters.int2(key.environment.code)
        parameters.wallet(wallet)
    }
}

struct FindWallet: Statement {
    static let sql = """
        SELECT wallet FROM user_wallets WHERE user_id = $1 AND environment = $2 AND currency = 'coin'
        """
    let key: Directory.Key

    func bind(_ parameters: inout Parameters) {
        parameters.text(key.user.text)
        parameters.int2(key.environment.code)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WalletID { try row.walletID() }
}

/// Many at once. A merged user without a wallet of its own has the account's.
struct FindWallets: Statement {
    static let sql = """
        SELECT n.user_id, n.environment, coalesce(w.wallet, i.wallet),
            u.erasure_at IS NOT NULL OR e.user_id IS NOT NULL
        FROM unnest($1::text[], $2::smallint[], $3::text[]) AS n (user_id, environment, pseudonym)
        LEFT JOIN users u ON u.user_id = n.user_id
        LEFT JOIN users e ON e.user_id = n.pseudonym
        LEFT JOIN user_wallets w
            ON w.user_id = n.user_id AND w.environment = n.environment AND w.currency = 'coin'
        LEFT JOIN user_wallets i
            ON i.user_id = u.merged_into AND i.environment = n.environment AND i.currency = 'coin'
        """
    let keys: [(key: Directory.Key, pseudonym: UserID?)]

    func bind(_ parameters: inout Parameters) {
        parameters.textArray(keys.map(\.key.user.text))
        parameters.int2Array(keys.map(\.key.environment.code))
        parameters.textArray(keys.map { $0.pseudonym?.text })
    }

    static func decode(
        _ row: inout RowReader
    ) throws(PostgresError) -> (key: Directory.Key, wallet: WalletID?, isErased: Bool) {
        let key = Directory.Key(user: try row.userID(), environment: try row.environment())
        return (key, try row.optionalUUID().map(WalletID.init), try row.bool())
    }
}

/// Two users have one wallet if an account got its guest's as it was.
struct FindUser: Statement {
    static let sql = """
        SELECT coalesce(u.merged_into, w.user_id) FROM user_wallets w LEFT JOIN users u ON u.user_id = w.user_id
        WHERE w.wallet = $1 AND u.erasure_at IS NULL LIMIT 1
        """
    let wallet: WalletID

    func bind(_ parameters: inout Parameters) { parameters.uuid(wallet.uuid) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID { try row.userID() }
}

struct ListTesters: Statement {
    static let sql = "SELECT user_id FROM users WHERE tester ORDER BY user_id LIMIT $1"

    func bind(_ parameters: inout Parameters) { parameters.int8(Int64(Limits.testersMax)) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID { try row.userID() }
}

/// The flag as it is, until the end of the transaction.
struct LockUser: Statement {
    static let sql = "SELECT tester FROM users WHERE user_id = $1 FOR NO KEY UPDATE"
    let user: UserID

    func bind(_ parameters: inout Parameters) { parameters.text(user.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.bool() }
}

/// What the user's wallet of one environment holds, held coins included.
struct CoinsOfUser: Statement {
    static let sql = """
        SELECT w.paid + w.bonus + w.promo FROM user_wallets u
        JOIN wallets w ON w.bucket = u.bucket AND w.wallet = u.wallet
        WHERE u.user_id = $1 AND u.environment = $2 AND u.currency = 'coin'
        """
    let user: UserID
    let environment: StoreEnvironment

    func bind(_ parameters: inout Parameters) {
        parameters.text(user.text)
        parameters.int2(environment.code)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

struct FlagUser: Statement {
    typealias Row = Void
    static let sql = "UPDATE users SET tester = $2 WHERE user_id = $1 OR merged_into = $1"
    let user: UserID
    let isTester: Bool

    func bind(_ parameters: inout Parameters) {
        parameters.text(user.text)
        parameters.bool(isTester)
    }
}
