/// Several sessions that see one moment of the database: each can copy a list of its own while the others copy theirs.
///
/// It blocks and has one owner, as the sessions have: run it on a thread. Nothing can be written through it.
package final class SharedSnapshot {
    private let settings: PostgresSettings
    private let deadlineMs: Int
    /// Keeps the moment for the others.
    private let first: PostgresSession
    private let name: String
    private var others: [PostgresSession] = []

    package init(_ settings: PostgresSettings, deadlineMs: Int) throws(PostgresError) {
        self.settings = settings
        self.deadlineMs = deadlineMs
        first = try PostgresSession(settings)
        try Self.begin(first, deadlineMs)
        guard let exported = try first.query(ExportSnapshot(), deadlineMs: deadlineMs).first else {
            throw .unexpectedShape("the snapshot has no name")
        }
        name = exported
    }

    /// One statement in that moment.
    package func query<S: Statement>(_ statement: S) throws(PostgresError) -> [S.Row] {
        try first.query(statement, deadlineMs: deadlineMs)
    }

    /// One more session that sees that moment. It ends with the snapshot.
    /// - Parameter settings: until the end of the transaction, such as `work_mem`.
    package func session(_ local: [(name: String, value: String)] = []) throws(PostgresError) -> PostgresSession {
        let session = try PostgresSession(settings)
        others.append(session)
        try Self.begin(session, deadlineMs)
        // SET TRANSACTION takes no parameter. The name is the server's: hexadecimal digits and hyphens.
        guard name.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x41 && $0 <= 0x46) || $0 == 0x2D }) else {
            throw .unexpectedShape("the snapshot's name holds other letters")
        }
        try session.runScript("SET TRANSACTION SNAPSHOT '\(name)'", deadlineMs: deadlineMs)
        for setting in local {
            try session.query(
                SetConfig(name: setting.name, value: setting.value, isLocal: true), deadlineMs: deadlineMs)
        }
        return session
    }

    /// Cuts every session: nothing was written, so nothing is left to end.
    package func close() {
        for session in others { session.close() }
        first.close()
    }

    private static func begin(_ session: PostgresSession, _ deadlineMs: Int) throws(PostgresError) {
        try session.runScript(TransactionKind.snapshot.beginSQL, deadlineMs: deadlineMs)
    }
}

/// The snapshot's name, good for as long as this transaction is open.
private struct ExportSnapshot: Statement {
    static let sql = "SELECT pg_export_snapshot()"
    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}
