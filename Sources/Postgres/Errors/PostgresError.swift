/// What a database can do to a caller. Its description has no facts for strangers; `facts` has all for our log.
package enum PostgresError: Error, Hashable, Sendable {
    /// No session could be opened. Nothing was sent.
    case cannotConnect(String)
    /// End of stream, 08xxx, 57P01 and the like. If a COMMIT was sent, whether it happened is unknown.
    case connectionLost(String)
    /// Our own deadline passed and the socket was closed. If a COMMIT was sent, whether it happened is unknown.
    case deadlineExceeded
    /// The server refused a statement; the session lives on (an explicit transaction waits for its ROLLBACK).
    case server(ServerError)
    /// COMMIT answered `ROLLBACK`: an earlier statement had failed. Definitely nothing was written.
    case rolledBack
    /// COMMIT answered with a warning (01000): written here, perhaps on no standby. Treat as unknown.
    case commitUnconfirmed
    /// A parameter that PostgreSQL cannot store (such as a NUL in a text). Nothing was sent.
    case invalidParameter(statementIndex: Int, reason: String)
    /// A row does not have the types or the count of columns that the code expects.
    case unexpectedShape(String)
    /// All connections of the pool were busy until the caller's deadline. Nothing was sent.
    case poolBusy
    /// The caller's task was cancelled while it waited for a connection. Nothing was sent.
    case cancelled
    /// The pool or the session was closed by us. Nothing was sent.
    case closed
}

extension PostgresError {
    /// If a COMMIT was part of what failed, nobody knows whether it happened.
    package var leavesOutcomeUnknown: Bool {
        switch self {
        case .connectionLost, .deadlineExceeded, .commitUnconfirmed: true
        case .cannotConnect, .server, .rolledBack, .invalidParameter, .unexpectedShape, .poolBusy, .cancelled, .closed:
            false
        }
    }

    /// The state that the server named, if it named one.
    package var serverState: SQLState? {
        if case .server(let error) = self { error.state } else { nil }
    }

    var isStaleStatement: Bool { serverState?.meansStaleStatement ?? false }
}

extension PostgresError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotConnect: "the database cannot be reached"
        case .connectionLost: "the connection to the database was lost"
        case .deadlineExceeded: "the database did not answer in time"
        case .server(let error): "the database refused a statement (\(error.state.code))"
        case .rolledBack: "the transaction was rolled back"
        case .commitUnconfirmed: "the commit is not confirmed"
        case .invalidParameter: "a value cannot be stored"
        case .unexpectedShape: "the database answered in an unexpected shape"
        case .poolBusy: "all connections to the database are busy"
        case .cancelled: "the caller no longer waits for the database"
        case .closed: "the connection to the database is closed"
        }
    }

    /// Everything known, for our own log only: it may quote values of rows.
    package var facts: String {
        switch self {
        case .cannotConnect(let text), .connectionLost(let text), .unexpectedShape(let text): text
        case .invalidParameter(let index, let reason): "statement \(index): \(reason)"
        case .server(let error):
            [error.severity, error.state.code, error.message, error.detail, error.constraint, error.table]
                .compactMap { $0 }.joined(separator: " | ") + (error.statementIndex.map { " | statement \($0)" } ?? "")
        case .deadlineExceeded, .rolledBack, .commitUnconfirmed, .poolBusy, .cancelled, .closed: description
        }
    }
}
