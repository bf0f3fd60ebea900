internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

struct InsertToken: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO app_account_tokens (token, user_id, created_at) VALUES ($1, $2, clock_timestamp())
        ON CONFLICT (token) DO NOTHING
        """
    let token: UUID
    let user: UserID

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(token)
        parameters.text(user.text)
    }
}

struct FindTokenOwner: Statement {
    static let sql = "SELECT user_id FROM app_account_tokens WHERE token = $1"
    let token: UUID

    func bind(_ parameters: inout Parameters) { parameters.uuid(token) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID { try row.userID() }
}

/// Whose it is, with one of the owner's wallets, until the end of the transaction.
struct LockToken: Statement {
    static let sql = """
        SELECT a.user_id, (SELECT w.wallet FROM user_wallets w WHERE w.user_id = a.user_id
            ORDER BY w.environment LIMIT 1)
        FROM app_account_tokens a WHERE a.token = $1 FOR NO KEY UPDATE OF a
        """
    let token: UUID

    func bind(_ parameters: inout Parameters) { parameters.uuid(token) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (user: UserID, wallet: WalletID?) {
        (try row.userID(), try row.optionalUUID().map(WalletID.init))
    }
}

struct MoveToken: Statement {
    typealias Row = Void
    static let sql = "UPDATE app_account_tokens SET user_id = $2 WHERE token = $1"
    let token: UUID
    let user: UserID

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(token)
        parameters.text(user.text)
    }
}

/// Inserts nothing unless the token is the user's.
struct InsertOrder: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO orders (number, user_id, pack, token, created_at)
        SELECT $1, $2, $3, $4, \(shiftedClock("$5"))
        FROM app_account_tokens WHERE token = $4 AND user_id = $2
        """
    let number: UUID
    let user: UserID
    let pack: PackID
    let token: UUID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(number)
        parameters.text(user.text)
        parameters.text(pack.text)
        parameters.uuid(token)
        parameters.int8(clockShiftMs)
    }
}

/// A user may have one token for all orders, so the token alone does not say which order a purchase belongs to.
struct FindOrder: Statement {
    static let sql = """
        SELECT o.number, o.user_id, o.pack, o.token, o.created_at, EXISTS (
            SELECT FROM store_transactions t
            WHERE t.app_account_token = o.token AND t.pack = o.pack AND t.credited_at >= o.created_at)
        FROM orders o WHERE o.number = $1
        """
    let number: UUID

    func bind(_ parameters: inout Parameters) { parameters.uuid(number) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Order {
        try Order(
            number: row.uuid(), user: row.userID(), pack: row.packID(), token: row.uuid(), createdAt: row.instant(),
            state: row.bool() ? .completed : .open)
    }
}
