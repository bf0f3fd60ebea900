internal import Postgres

/// What a server and a role promise, as far as they can be asked.
package struct ServerFacts: Hashable, Sendable {
    package var fsync: String
    package var fullPageWrites: String
    package var synchronousCommit: String
    package var isolation: String
    package var encoding: String
    package var checksums: String
    package var isInRecovery: Bool
    package var isSuperuser: Bool
    /// Nil if the journal does not exist yet.
    package var canRewriteJournal: Bool?

    package init(
        fsync: String, fullPageWrites: String, synchronousCommit: String, isolation: String, encoding: String,
        checksums: String, isInRecovery: Bool, isSuperuser: Bool, canRewriteJournal: Bool?
    ) {
        self.fsync = fsync
        self.fullPageWrites = fullPageWrites
        self.synchronousCommit = synchronousCommit
        self.isolation = isolation
        self.encoding = encoding
        self.checksums = checksums
        self.isInRecovery = isInRecovery
        self.isSuperuser = isSuperuser
        self.canRewriteJournal = canRewriteJournal
    }

    package var failures: [String] {
        var failures: [String] = []
        func require(_ holds: Bool, _ sentence: String) { if !holds { failures.append(sentence) } }
        require(fsync == "on", "fsync is off: a power failure would lose acknowledged purchases.")
        require(fullPageWrites == "on", "full_page_writes is off: a power failure could tear pages of the journal.")
        require(
            ["on", "remote_apply"].contains(synchronousCommit),
            "synchronous_commit is \(synchronousCommit): it must be on or remote_apply.")
        require(
            isolation == "read committed",
            "default_transaction_isolation is \(isolation): it must be read committed.")
        require(encoding == "UTF8", "The database's encoding is \(encoding): it must be UTF8.")
        require(!isInRecovery, "The server is a standby or in recovery: connect to the primary.")
        require(!isSuperuser, "The service's role is a superuser: use a member of coffer_service.")
        require(
            canRewriteJournal != true || isSuperuser,
            "The service's role may update, delete or truncate entries: use a member of coffer_service only.")
        return failures
    }

    package var warnings: [String] {
        checksums == "on" ? [] : ["Data checksums are off: damage on disk would go unnoticed."]
    }
}

struct ReadServerFacts: Statement {
    static let sql = """
        SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
            current_setting('default_transaction_isolation'), current_setting('server_encoding'),
            current_setting('data_checksums'), pg_is_in_recovery(),
            (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
            (SELECT bool_or(has_table_privilege(journal, privilege))
                OR has_any_column_privilege(min(journal::oid), 'UPDATE')
             FROM to_regclass('coffer.entries') journal, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) privilege
             WHERE journal IS NOT NULL)
        """

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ServerFacts {
        try ServerFacts(
            fsync: row.text(), fullPageWrites: row.text(), synchronousCommit: row.text(), isolation: row.text(),
            encoding: row.text(), checksums: row.text(), isInRecovery: row.bool(), isSuperuser: row.bool(),
            canRewriteJournal: row.optionalBool())
    }
}

/// The first mode that uses a database keeps it.
struct ClaimMode: Statement {
    typealias Row = Void
    static let sql = "INSERT INTO installation (only_row, mode) VALUES (true, $1) ON CONFLICT (only_row) DO NOTHING"
    let mode: String

    func bind(_ parameters: inout Parameters) { parameters.text(mode) }
}

struct ReadMode: Statement {
    static let sql = "SELECT mode FROM installation"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}
