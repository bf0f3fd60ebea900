internal import Postgres
internal import WalletDomain

struct FindCaller: Statement {
    static let sql = "SELECT caller, kind FROM callers WHERE name = $1"
    let name: String

    struct Row: Sendable {
        let caller: CallerID
        let kind: CallerKind
    }

    func bind(_ parameters: inout Parameters) { parameters.text(name) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(caller: CallerID(try row.int4()), kind: try row.code())
    }
}

/// The next free number; 23505 if somebody takes it, or the name, at the same moment.
struct InsertCaller: Statement {
    static let sql = """
        INSERT INTO callers (caller, name, kind) SELECT coalesce(max(caller), 0) + 1, $1, $2 FROM callers
        RETURNING caller
        """
    let name: String
    let kind: CallerKind

    func bind(_ parameters: inout Parameters) {
        parameters.text(name)
        parameters.int2(kind.rawValue)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> CallerID { CallerID(try row.int4()) }
}

struct InsertKey: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO api_keys (digest, caller, scopes, hint, created_at, created_by, expires_at)
        VALUES ($1, $2, $3, $4, clock_timestamp(), $5, $6)
        """
    let draft: KeyDraft
    let caller: CallerID
    let scopes: [String]
    let by: CallerID?

    func bind(_ parameters: inout Parameters) {
        parameters.bytes(draft.digest)
        parameters.int4(caller.number)
        parameters.textArray(scopes)
        parameters.text(draft.hint)
        parameters.int4(by?.number)
        parameters.instant(draft.expiresAt)
    }
}

/// Every key, or those that are good now.
struct ListKeys: Statement {
    static let sql = """
        SELECT \(keyColumns) FROM \(keyTables)
        WHERE $1 OR (k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > \(shiftedClock("$3"))))
        ORDER BY c.name, k.created_at, k.digest LIMIT $2
        """
    let includingEnded: Bool
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.bool(includingEnded)
        parameters.int8(Int64(Limits.apiKeysMax))
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> KeyRecord { try row.key() }
}

/// A page of all keys, by name and digest.
struct ListKeysAfter: Statement {
    static let sql = """
        SELECT \(keyColumns) FROM \(keyTables) WHERE (c.name, k.digest) > ($1, $2) ORDER BY c.name, k.digest LIMIT $3
        """
    let name: String
    let digest: [UInt8]
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(name)
        parameters.bytes(digest)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> KeyRecord { try row.key() }
}

/// Keys of a name that are good now, or the one of an id: locked, so that nobody rotates one twice.
struct LockKeys: Statement {
    static let sql = """
        SELECT \(keyColumns) FROM \(keyTables)
        WHERE (c.name = $1 OR substring(k.digest FOR \(KeyRecord.idBytes)) = $2) AND ($3::text IS NULL OR k.hint = $3)
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > \(shiftedClock("$4")))
        ORDER BY k.digest FOR UPDATE OF k
        """
    var name: String?
    var id: [UInt8]?
    var hint: String?
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.text(name)
        parameters.bytes(id)
        parameters.text(hint)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> KeyRecord { try row.key() }
}

/// A key ends after a while, unless it ends before anyway.
struct ExpireKey: Statement {
    static let sql = """
        UPDATE api_keys SET expires_at = least(expires_at, \(shiftedClock("$3")) + $2 * interval '1 second')
        WHERE digest = $1 RETURNING expires_at
        """
    let digest: [UInt8]
    let seconds: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.bytes(digest)
        parameters.int8(seconds)
        parameters.int8(clockShiftMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Instant { try row.instant() }
}

struct RevokeKey: Statement {
    typealias Row = Void
    static let sql = "UPDATE api_keys SET revoked_at = clock_timestamp() WHERE digest = $1 AND revoked_at IS NULL"
    let digest: [UInt8]

    func bind(_ parameters: inout Parameters) { parameters.bytes(digest) }
}

struct NoteKeyUse: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE api_keys SET last_used_at = $2 WHERE digest = ANY ($1) AND (last_used_at IS NULL OR last_used_at < $2)
        """
    let digests: [[UInt8]]
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.bytesArray(digests)
        parameters.instant(at)
    }
}

private let keyColumns = """
    k.digest, k.caller, c.name, k.scopes, k.hint, k.created_at, b.name, k.last_used_at, k.expires_at, k.revoked_at
    """
private let keyTables = """
    api_keys k JOIN callers c ON c.caller = k.caller LEFT JOIN callers b ON b.caller = k.created_by
    """

extension RowReader {
    fileprivate mutating func key() throws(PostgresError) -> KeyRecord {
        KeyRecord(
            digest: try bytes(), caller: CallerID(try int4()), name: try text(), scopes: try textArray(),
            hint: try text(), createdAt: try instant(), createdBy: try optionalText(),
            lastUsedAt: try optionalInstant(), expiresAt: try optionalInstant(), revokedAt: try optionalInstant())
    }
}
