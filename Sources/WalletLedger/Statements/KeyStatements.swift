internal import Postgres
internal import WalletDomain

struct FindCaller: Statement {
    static let sql = "SELECT caller FROM callers WHERE name = $1"
    let name: String

    func bind(_ parameters: inout Parameters) { parameters.text(name) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> CallerID { CallerID(try row.int4()) }
}

/// The next free number; 23505 if somebody takes it, or the name, at the same moment.
struct InsertCaller: Statement {
    static let sql = """
        INSERT INTO callers (caller, name) SELECT coalesce(max(caller), 0) + 1, $1 FROM callers RETURNING caller
        """
    let name: String

    func bind(_ parameters: inout Parameters) { parameters.text(name) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> CallerID { CallerID(try row.int4()) }
}

struct InsertKey: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO api_keys (digest, caller, scopes, hint, created_at) VALUES ($1, $2, $3, $4, clock_timestamp())
        """
    let digest: [UInt8]
    let caller: CallerID
    let scopes: [String]
    let hint: String

    func bind(_ parameters: inout Parameters) {
        parameters.bytes(digest)
        parameters.int4(caller.number)
        parameters.textArray(scopes)
        parameters.text(hint)
    }
}

struct ListKeys: Statement {
    static let sql = """
        SELECT k.digest, k.caller, c.name, k.scopes, k.hint, k.created_at, k.revoked_at
        FROM api_keys k JOIN callers c ON c.caller = k.caller
        WHERE $1 OR k.revoked_at IS NULL ORDER BY c.name, k.created_at, k.digest LIMIT $2
        """
    let includingRevoked: Bool

    func bind(_ parameters: inout Parameters) {
        parameters.bool(includingRevoked)
        parameters.int8(Int64(Limits.apiKeysMax))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> KeyRecord {
        try KeyRecord(
            digest: row.bytes(), caller: CallerID(row.int4()), name: row.text(), scopes: row.textArray(),
            hint: row.text(), createdAt: row.instant(), revokedAt: row.optionalInstant())
    }
}

struct RevokeKeys: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE api_keys k SET revoked_at = clock_timestamp() FROM callers c
        WHERE c.caller = k.caller AND c.name = $1 AND k.revoked_at IS NULL AND ($2::text IS NULL OR k.hint = $2)
        """
    let name: String
    let hint: String?

    func bind(_ parameters: inout Parameters) {
        parameters.text(name)
        parameters.text(hint)
    }
}
