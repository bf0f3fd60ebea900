internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

struct InsertSession: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO admin_sessions (session, admin, digest, created_at, seen_at, stepped_up_at, ends_at, address, agent)
        VALUES ($1, $2, $3, $4, $4, $4, $5, $6, $7)
        """
    let admin: CallerID
    let session: NewSession

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(session.session)
        parameters.int4(admin.number)
        parameters.bytes(session.digest)
        parameters.instant(session.at)
        parameters.instant(session.endsAt)
        parameters.text(session.address)
        parameters.text(session.agent)
    }
}

/// The session of a token, if it is good at this moment and its admin may log in.
struct FindSession: Statement {
    static let sql = """
        SELECT \(sessionColumns) FROM admin_sessions s JOIN admins a ON a.admin = s.admin
        WHERE s.digest = $1 AND \(isLive("$2", "$3"))
        """
    let digest: [UInt8]
    let now: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.bytes(digest)
        parameters.instant(now)
        parameters.instant(now.adding(milliseconds: -Limits.sessionIdleMs))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> LiveSession { try row.liveSession() }
}

struct ListSessions: Statement {
    static let sql = """
        SELECT \(sessionColumns) FROM admin_sessions s JOIN admins a ON a.admin = s.admin
        WHERE s.admin = $1 AND \(isLive("$2", "$3")) ORDER BY s.created_at DESC, s.session LIMIT $4
        """
    let admin: CallerID
    let now: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.instant(now)
        parameters.instant(now.adding(milliseconds: -Limits.sessionIdleMs))
        parameters.int8(Int64(Limits.sessionsListedMax))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> LiveSession { try row.liveSession() }
}

struct NoteSessionSeen: Statement {
    typealias Row = Void
    static let sql = "UPDATE admin_sessions SET seen_at = $2 WHERE session = $1 AND ended_at IS NULL AND seen_at < $2"
    let session: UUID
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(session)
        parameters.instant(at)
    }
}

/// Another token in place of the session's, and a fresh second factor.
struct RotateSession: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admin_sessions SET digest = $3, stepped_up_at = $4, seen_at = $4
        WHERE session = $1 AND admin = $2 AND ended_at IS NULL AND ends_at > $4
        """
    let session: UUID
    let admin: CallerID
    let digest: [UInt8]
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(session)
        parameters.int4(admin.number)
        parameters.bytes(digest)
        parameters.instant(at)
    }
}

/// One of an admin's sessions, or all of them.
struct EndSessions: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admin_sessions SET ended_at = $3
        WHERE admin = $1 AND ($2::uuid IS NULL OR session = $2) AND ended_at IS NULL
        """
    let admin: CallerID
    let session: UUID?
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.uuid(session)
        parameters.instant(at)
    }
}

/// Whether an admin has logged in from an address since a moment.
struct KnowsAddress: Statement {
    static let sql = """
        SELECT EXISTS (
            SELECT FROM admin_sessions WHERE admin = $1 AND address = $2 AND created_at >= $3)
        """
    let admin: CallerID
    let address: String
    let since: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.text(address)
        parameters.instant(since)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.bool() }
}

struct InsertRecoveryCodes: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO admin_recovery_codes (admin, digest, state, created_at)
        SELECT $1, n.digest, 1, $3 FROM unnest($2::bytea[]) AS n (digest)
        """
    let admin: CallerID
    let digests: [[UInt8]]
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.bytesArray(digests)
        parameters.instant(at)
    }
}

/// One of them is used, or all that are left are replaced.
struct SettleRecoveryCodes: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admin_recovery_codes SET state = CASE WHEN $2::bytea IS NULL THEN 3 ELSE 2 END, settled_at = $3
        WHERE admin = $1 AND state = 1 AND ($2::bytea IS NULL OR digest = $2)
        """
    let admin: CallerID
    let used: [UInt8]?
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.bytes(used)
        parameters.instant(at)
    }
}

struct CountRecoveryCodes: Statement {
    static let sql = "SELECT count(*) FROM admin_recovery_codes WHERE admin = $1 AND state = 1"
    let admin: CallerID

    func bind(_ parameters: inout Parameters) { parameters.int4(admin.number) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

private let sessionColumns = """
    s.session, s.admin, a.name, a.role, a.language, s.created_at, s.seen_at, s.stepped_up_at, s.ends_at, s.address,
    s.agent
    """

/// - Parameter idle: what was seen last before this moment has been idle for too long.
private func isLive(_ now: String, _ idle: String) -> String {
    "s.ended_at IS NULL AND s.ends_at > \(now) AND s.seen_at > \(idle) AND a.disabled_at IS NULL "
        + "AND a.enrolled_at IS NOT NULL"
}

extension RowReader {
    fileprivate mutating func liveSession() throws(PostgresError) -> LiveSession {
        LiveSession(
            session: try uuid(), admin: CallerID(try int4()), name: try adminName(), role: try adminRole(),
            language: try optionalText(), createdAt: try instant(), lastSeenAt: try instant(),
            steppedUpAt: try instant(), endsAt: try instant(), address: try text(), agent: try text())
    }
}
