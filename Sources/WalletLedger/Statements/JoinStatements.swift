internal import Postgres
internal import WalletDomain

/// The user and all that were merged into it are the account's, and testers as it is.
struct JoinUsers: Statement {
    typealias Row = Void
    static let sql = "UPDATE users SET merged_into = $2, tester = $3 WHERE user_id = $1 OR merged_into = $1"
    let user: UserID
    let into: UserID
    let isTester: Bool

    func bind(_ parameters: inout Parameters) {
        parameters.text(user.text)
        parameters.text(into.text)
        parameters.bool(isTester)
    }
}

struct DeepenUser: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE users SET merged_depth = greatest(coalesce(merged_depth, 0::smallint), $2::smallint) WHERE user_id = $1
        """
    let user: UserID
    let depth: Int16

    func bind(_ parameters: inout Parameters) {
        parameters.text(user.text)
        parameters.int2(depth)
    }
}

/// A table's rows about one user become another's.
protocol JoinRows: Statement where Row == Void {
    var user: UserID { get }
    var into: UserID { get }
}

extension JoinRows {
    func bind(_ parameters: inout Parameters) {
        parameters.text(user.text)
        parameters.text(into.text)
    }
}

struct JoinTokens: JoinRows {
    typealias Row = Void
    static let sql = "UPDATE app_account_tokens SET user_id = $2 WHERE user_id = $1"
    let user: UserID
    let into: UserID
}

struct JoinOrders: JoinRows {
    typealias Row = Void
    static let sql = "UPDATE orders SET user_id = $2 WHERE user_id = $1"
    let user: UserID
    let into: UserID
}

struct JoinAssignments: JoinRows {
    typealias Row = Void
    static let sql = "UPDATE unattributed_purchases SET assigned_to = $2 WHERE assigned_to = $1"
    let user: UserID
    let into: UserID
}

/// The newest word of both counts.
struct JoinConsents: JoinRows {
    typealias Row = Void
    static let sql = """
        INSERT INTO consents (user_id, consumption, recorded_at, caller)
        SELECT $2, c.consumption, c.recorded_at, c.caller FROM consents c WHERE c.user_id = $1
        ON CONFLICT (user_id) DO UPDATE SET
            consumption = excluded.consumption, recorded_at = excluded.recorded_at, caller = excluded.caller
        WHERE consents.recorded_at < excluded.recorded_at
        """
    let user: UserID
    let into: UserID
}
