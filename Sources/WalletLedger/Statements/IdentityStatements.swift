internal import Postgres
internal import WalletDomain

/// Who a user id stands for.
struct UserIdentity: Sendable {
    let user: UserID
    let mergedInto: UserID?
    let mergedDepth: Int16
    let isTester: Bool
    /// Gone, or about to be.
    let isErased: Bool

    /// The account at the end of all merges.
    var canonical: UserID { mergedInto ?? user }
}

/// Users as they are, until the end of the transaction nobody merges or erases them. In the order of their ids, so that
/// two merges of the same users cannot wait for each other.
struct LockUsers: Statement {
    static let sql = """
        SELECT user_id, merged_into, coalesce(merged_depth, 0::smallint), tester, erasure_at IS NOT NULL FROM users
        WHERE user_id = ANY ($1) ORDER BY user_id FOR NO KEY UPDATE
        """
    let users: [UserID]

    func bind(_ parameters: inout Parameters) { parameters.textArray(users.map(\.text)) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserIdentity {
        UserIdentity(
            user: try row.userID(), mergedInto: try row.optionalUserID(), mergedDepth: try row.int2(),
            isTester: try row.bool(), isErased: try row.bool())
    }
}

/// As `LockUsers`, for those who only need that the user stays who it is: several of them do not wait for each other.
struct ShareUser: Statement {
    static let sql = """
        SELECT user_id, merged_into, coalesce(merged_depth, 0::smallint), tester, erasure_at IS NOT NULL FROM users
        WHERE user_id = $1 FOR SHARE
        """
    let user: UserID

    func bind(_ parameters: inout Parameters) { parameters.text(user.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserIdentity {
        try LockUsers.decode(&row)
    }
}

/// Whether one of these stands in the place of an erased user.
struct FindErased: Statement {
    static let sql = "SELECT user_id FROM users WHERE user_id = ANY ($1) AND erased_at IS NOT NULL LIMIT 1"
    let pseudonyms: [UserID]

    func bind(_ parameters: inout Parameters) { parameters.textArray(pseudonyms.map(\.text)) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID { try row.userID() }
}

/// Who a user is now, without a lock.
struct FindIdentity: Statement {
    static let sql = """
        SELECT n.user_id, u.merged_into, coalesce(u.merged_depth, 0::smallint), coalesce(u.tester, false),
            u.erasure_at IS NOT NULL OR e.user_id IS NOT NULL
        FROM (SELECT $1::text AS user_id, $2::text AS pseudonym) n
        LEFT JOIN users u ON u.user_id = n.user_id LEFT JOIN users e ON e.user_id = n.pseudonym
        """
    let user: UserID
    let pseudonym: UserID?

    func bind(_ parameters: inout Parameters) {
        parameters.text(user.text)
        parameters.text(pseudonym?.text)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UserIdentity {
        try LockUsers.decode(&row)
    }
}

extension LedgerTransaction {
    /// The user, made if it is new; until the end of the transaction it stays who it is. Nil: an erased one.
    /// - Parameters:
    ///   - pseudonym: under which it stands if it was erased.
    ///   - changes: the caller is going to change the user's row.
    func identity(
        of user: UserID, _ pseudonym: UserID?, changes: Bool = false
    ) throws(PostgresError) -> UserIdentity? {
        if let pseudonym, try rows(FindErased(pseudonyms: [pseudonym])).first != nil { return nil }
        try change(InsertUser(user: user))
        // Whoever was erased while we waited for the row must not be made anew.
        if let pseudonym, try rows(FindErased(pseudonyms: [pseudonym])).first != nil { throw .rolledBack }
        return changes ? try rows(LockUsers(users: [user])).first : try rows(ShareUser(user: user)).first
    }
}
