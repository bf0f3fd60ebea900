internal import Postgres
internal import WalletDomain

/// Another text in the place of users' ids.
protocol Renaming: Statement where Row == Void {
    var names: [(user: UserID, name: UserID)] { get }
}

extension Renaming {
    func bind(_ parameters: inout Parameters) {
        parameters.textArray(names.map(\.user.text))
        parameters.textArray(names.map(\.name.text))
    }

    /// The pairs as rows `n`.
    static var pairs: String { "unnest($1::text[], $2::text[]) AS n (user_id, name)" }
}

struct RenameWalletsOfUsers: Renaming {
    typealias Row = Void
    static let sql = "UPDATE user_wallets w SET user_id = n.name FROM \(pairs) WHERE w.user_id = n.user_id"
    let names: [(user: UserID, name: UserID)]
}

/// A token may be the user's own id: a random one stands in its place, which nobody knows.
struct RenameTokens: Renaming {
    typealias Row = Void
    static let sql = """
        UPDATE app_account_tokens a SET user_id = n.name, token = gen_random_uuid() FROM \(pairs)
        WHERE a.user_id = n.user_id
        """
    let names: [(user: UserID, name: UserID)]
}

struct RenameOrders: Renaming {
    typealias Row = Void
    static let sql = """
        UPDATE orders o SET user_id = n.name, token = gen_random_uuid() FROM \(pairs) WHERE o.user_id = n.user_id
        """
    let names: [(user: UserID, name: UserID)]
}

/// Nothing is told about whoever is erased.
struct RenameConsents: Renaming {
    typealias Row = Void
    static let sql = """
        UPDATE consents c SET user_id = n.name, consumption = false FROM \(pairs) WHERE c.user_id = n.user_id
        """
    let names: [(user: UserID, name: UserID)]
}

struct RenameMerges: Renaming {
    typealias Row = Void
    static let sql = "UPDATE user_merges m SET user_id = n.name FROM \(pairs) WHERE m.user_id = n.user_id"
    let names: [(user: UserID, name: UserID)]
}

struct RenameMergeTargets: Renaming {
    typealias Row = Void
    static let sql = "UPDATE user_merges m SET into_user = n.name FROM \(pairs) WHERE m.into_user = n.user_id"
    let names: [(user: UserID, name: UserID)]
}

/// Last: whoever finds the pseudonym here knows that all is done. The account of a merged user is renamed with it.
struct RenameUsers: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE users u SET user_id = n.name, tester = false, erased_at = clock.at,
            merged_into = (SELECT m.name FROM unnest($1::text[], $2::text[]) AS m (user_id, name)
                WHERE m.user_id = u.merged_into)
        FROM (SELECT \(shiftedClock("$3")) AS at) clock, unnest($1::text[], $2::text[]) AS n (user_id, name)
        WHERE u.user_id = n.user_id
        """
    let names: [(user: UserID, name: UserID)]
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.textArray(names.map(\.user.text))
        parameters.textArray(names.map(\.name.text))
        parameters.int8(clockShiftMs)
    }
}
