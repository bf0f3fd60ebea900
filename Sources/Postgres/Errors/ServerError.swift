/// An ERROR that the server answered. All facts are for our own log; none may reach a stranger.
package struct ServerError: Hashable, Sendable {
    package let state: SQLState
    /// `ERROR`, `FATAL` or `PANIC`, never translated.
    package let severity: String
    package let message: String
    package let detail: String?
    package let hint: String?
    package let constraint: String?
    package let table: String?
    package let column: String?
    /// Position of the failing statement in its pipeline, from 0; nil where there was none (scripts, COMMIT by sync).
    package let statementIndex: Int?

    /// The server ends the session after these.
    var endsSession: Bool { severity == "FATAL" || severity == "PANIC" || state.meansConnectionLost }
}
