internal import Postgres
internal import WalletDomain

struct InsertInvitation: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO admin_invitations (digest, name, role, state, created_at, created_by, ends_at)
        VALUES ($1, $2, $3, 1, $4, $5, $6)
        """
    let digest: [UInt8]
    let name: AdminName
    let role: AdminRole
    let at: Instant
    let by: CallerID

    func bind(_ parameters: inout Parameters) {
        parameters.bytes(digest)
        parameters.text(name.text)
        parameters.text(role.rawValue)
        parameters.instant(at)
        parameters.int4(by.number)
        parameters.instant(at.adding(milliseconds: Limits.invitationMs))
    }
}

/// Open ones for a name, or by a caller, are worth nothing from now on.
struct VoidInvitations: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admin_invitations SET state = 3, settled_at = $3, password = NULL, password_keyed = NULL,
            totp_secret = NULL, totp_sealed = NULL
        WHERE state = 1 AND (name = $1 OR created_by = $2)
        """
    let name: AdminName?
    let by: CallerID?
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.text(name?.text)
        parameters.int4(by?.number)
        parameters.instant(at)
    }
}

struct ListInvitations: Statement {
    static let sql = """
        SELECT \(invitationColumns) FROM admin_invitations i LEFT JOIN callers c ON c.caller = i.created_by
        WHERE i.state = 1 AND i.ends_at > $1 ORDER BY i.name LIMIT $2
        """
    let now: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.instant(now)
        parameters.int8(Int64(Limits.adminsMax))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> InvitationRecord { try row.invitation() }
}

struct FindInvitation: Statement {
    static let sql = """
        SELECT \(invitationColumns) FROM admin_invitations i LEFT JOIN callers c ON c.caller = i.created_by
        WHERE i.digest = $1 AND i.state = 1 AND i.ends_at > $2
        """
    let digest: [UInt8]
    let now: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.bytes(digest)
        parameters.instant(now)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> InvitationRecord { try row.invitation() }
}

/// The first half of an enrolment, as often as somebody likes.
struct ChooseFactors: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admin_invitations SET password = $3, password_keyed = $4, totp_secret = $5, totp_sealed = $6
        WHERE digest = $1 AND state = 1 AND ends_at > $2
        """
    let digest: [UInt8]
    let now: Instant
    let password: AdminSecrets.Password
    let secret: AdminSecrets.Secret

    func bind(_ parameters: inout Parameters) {
        parameters.bytes(digest)
        parameters.instant(now)
        parameters.text(password.hash)
        parameters.bool(password.isKeyed)
        parameters.bytes(secret.bytes)
        parameters.bool(secret.isSealed)
    }
}

/// An invitation with both factors, held for the transaction that uses it up.
struct LockChosenInvitation: Statement {
    static let sql = """
        SELECT name, role, created_by, password, password_keyed, totp_secret, totp_sealed FROM admin_invitations
        WHERE digest = $1 AND state = 1 AND ends_at > $2 AND password IS NOT NULL FOR UPDATE
        """
    let digest: [UInt8]
    let now: Instant

    struct Row: Sendable {
        let name: AdminName
        let role: AdminRole
        let by: CallerID
        let password: AdminSecrets.Password
        let secret: AdminSecrets.Secret
    }

    func bind(_ parameters: inout Parameters) {
        parameters.bytes(digest)
        parameters.instant(now)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(
            name: try row.adminName(), role: try row.adminRole(), by: CallerID(try row.int4()),
            password: AdminSecrets.Password(hash: try row.text(), isKeyed: try row.bool()),
            secret: AdminSecrets.Secret(bytes: try row.bytes(), isSealed: try row.bool()))
    }
}

struct UseInvitation: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admin_invitations SET state = 2, settled_at = $2, password = NULL, password_keyed = NULL,
            totp_secret = NULL, totp_sealed = NULL
        WHERE digest = $1 AND state = 1
        """
    let digest: [UInt8]
    let at: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.bytes(digest)
        parameters.instant(at)
    }
}

private let invitationColumns = """
    i.name, i.role, i.created_at, i.ends_at, coalesce(c.name, ''), i.totp_secret, coalesce(i.totp_sealed, false)
    """

extension RowReader {
    fileprivate mutating func invitation() throws(PostgresError) -> InvitationRecord {
        let name = try adminName()
        let role = try adminRole()
        let createdAt = try instant()
        let endsAt = try instant()
        let by = try text()
        let secret = try optionalBytes()
        let isSealed = try bool()
        return InvitationRecord(
            name: name, role: role, createdAt: createdAt, endsAt: endsAt, by: by,
            secret: secret.map { AdminSecrets.Secret(bytes: $0, isSealed: isSealed) })
    }
}
