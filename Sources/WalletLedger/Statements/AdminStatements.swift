internal import Postgres
internal import WalletDomain

struct FindAdmin: Statement {
    static let sql = "SELECT \(adminColumns) FROM admins WHERE name = $1"
    let name: AdminName

    func bind(_ parameters: inout Parameters) { parameters.text(name.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> AdminRecord { try row.admin() }
}

struct ListAdmins: Statement {
    static let sql = "SELECT \(adminColumns) FROM admins ORDER BY name LIMIT $1"

    func bind(_ parameters: inout Parameters) { parameters.int8(Int64(Limits.adminsMax)) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> AdminRecord { try row.admin() }
}

/// The one and all owners, in the order of their numbers: two who remove each other's rights come one after the other.
struct LockAdminAndOwners: Statement {
    static let sql = """
        SELECT \(adminColumns) FROM admins WHERE name = $1 OR role = 'owner' ORDER BY admin FOR UPDATE
        """
    let name: AdminName

    func bind(_ parameters: inout Parameters) { parameters.text(name.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> AdminRecord { try row.admin() }
}

struct InsertAdmin: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO admins (admin, name, role, password, password_keyed, totp_secret, totp_sealed, totp_step,
            created_at, created_by, enrolled_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9)
        """
    let admin: CallerID
    let name: AdminName
    let role: AdminRole
    let factors: AdminFactors
    let createdBy: CallerID

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.text(name.text)
        parameters.text(role.rawValue)
        parameters.factors(factors)
        parameters.int8(factors.step)
        parameters.instant(factors.at)
        parameters.int4(createdBy.number)
    }
}

/// New factors in place of those that were reset.
struct EnrolAdminAnew: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admins SET password = $2, password_keyed = $3, totp_secret = $4, totp_sealed = $5, totp_step = $6,
            enrolled_at = $7
        WHERE admin = $1 AND enrolled_at IS NULL
        """
    let admin: CallerID
    let factors: AdminFactors

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.factors(factors)
        parameters.int8(factors.step)
        parameters.instant(factors.at)
    }
}

/// What an enrolment sets.
struct AdminFactors {
    let password: AdminSecrets.Password
    let secret: AdminSecrets.Secret
    /// The step of the code that confirmed it.
    let step: Int64
    let at: Instant
}

/// Marks the code as used and the log-in as done, if the password is still the one that was checked.
struct NoteLogIn: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admins SET last_log_in_at = $2, totp_step = coalesce($3, totp_step), password = $5, password_keyed = $6
        WHERE admin = $1 AND disabled_at IS NULL AND password = $4 AND ($3::bigint IS NULL OR totp_step < $3)
        """
    let admin: CallerID
    let at: Instant
    /// Nil with a recovery code.
    let step: Int64?
    let checked: AdminSecrets.Password
    /// The same, or the same password hashed anew.
    let kept: AdminSecrets.Password

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.instant(at)
        parameters.int8(step)
        parameters.text(checked.hash)
        parameters.text(kept.hash)
        parameters.bool(kept.isKeyed)
    }
}

/// No row is changed if a code of this step or a later one was used.
struct UseTOTPStep: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admins SET totp_step = $2
        WHERE admin = $1 AND totp_step < $2 AND disabled_at IS NULL AND enrolled_at IS NOT NULL
        """
    let admin: CallerID
    let step: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.int8(step)
    }
}

struct SetAdminPassword: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admins SET password = $3, password_keyed = $4 WHERE admin = $1 AND password = $2 AND disabled_at IS NULL
        """
    let admin: CallerID
    let old: AdminSecrets.Password
    let new: AdminSecrets.Password

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.text(old.hash)
        parameters.text(new.hash)
        parameters.bool(new.isKeyed)
    }
}

/// Another app's secret, if password and secret are still those that were checked.
struct SetAdminApp: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admins SET totp_secret = $4, totp_sealed = $5, totp_step = $6
        WHERE admin = $1 AND password = $2 AND totp_secret = $3 AND disabled_at IS NULL
        """
    let admin: AdminRecord
    let secret: AdminSecrets.Secret
    let step: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.id.number)
        parameters.text(admin.password?.hash)
        parameters.bytes(admin.secret?.bytes)
        parameters.bytes(secret.bytes)
        parameters.bool(secret.isSealed)
        parameters.int8(step)
    }
}

struct SetAdminLanguage: Statement {
    typealias Row = Void
    static let sql = "UPDATE admins SET language = $2 WHERE admin = $1"
    let admin: CallerID
    let language: String?

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.text(language)
    }
}

struct SetAdminRole: Statement {
    typealias Row = Void
    static let sql = "UPDATE admins SET role = $2 WHERE admin = $1"
    let admin: CallerID
    let role: AdminRole

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.text(role.rawValue)
    }
}

struct SetAdminDisabled: Statement {
    typealias Row = Void
    static let sql = "UPDATE admins SET disabled_at = $2 WHERE admin = $1"
    let admin: CallerID
    /// Nil: may log in again.
    let at: Instant?

    func bind(_ parameters: inout Parameters) {
        parameters.int4(admin.number)
        parameters.instant(at)
    }
}

struct ResetAdminFactors: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE admins SET password = NULL, totp_secret = NULL, enrolled_at = NULL WHERE admin = $1
        """
    let admin: CallerID

    func bind(_ parameters: inout Parameters) { parameters.int4(admin.number) }
}

private let adminColumns = """
    admin, name, role, password, password_keyed, totp_secret, totp_sealed, totp_step, created_at, enrolled_at,
    disabled_at, last_log_in_at
    """

extension RowReader {
    fileprivate mutating func admin() throws(PostgresError) -> AdminRecord {
        let id = CallerID(try int4())
        let name = try adminName()
        let role = try adminRole()
        let password = try optionalText()
        let isKeyed = try bool()
        let secret = try optionalBytes()
        let isSealed = try bool()
        return AdminRecord(
            id: id, name: name, role: role,
            password: password.map { AdminSecrets.Password(hash: $0, isKeyed: isKeyed) },
            secret: secret.map { AdminSecrets.Secret(bytes: $0, isSealed: isSealed) }, lastStep: try int8(),
            createdAt: try instant(), enrolledAt: try optionalInstant(), disabledAt: try optionalInstant(),
            lastLogInAt: try optionalInstant())
    }

    mutating func adminName() throws(PostgresError) -> AdminName {
        let text = try text()
        do throws(WalletError) {
            return try AdminName(text)
        } catch {
            throw .unexpectedShape("a stored value is not an admin's name")
        }
    }

    mutating func adminRole() throws(PostgresError) -> AdminRole {
        guard let role = AdminRole(rawValue: try text()) else { throw .unexpectedShape("a role is unknown") }
        return role
    }
}

extension Parameters {
    /// Four parameters: hash, whether keyed, secret, whether sealed.
    mutating func factors(_ factors: AdminFactors) {
        text(factors.password.hash)
        bool(factors.password.isKeyed)
        bytes(factors.secret.bytes)
        bool(factors.secret.isSealed)
    }
}
