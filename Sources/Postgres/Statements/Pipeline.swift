/// Statements that travel together in one round trip. Reuse it (`reset`): it keeps its memory. Not Sendable.
///
/// Without BEGIN and COMMIT inside, all of it is one implicit transaction.
package final class Pipeline {
    /// One statement: its text, and which of the parameters are its own.
    struct Step {
        /// Whose prepared statement it is; nil: parsed anew each time.
        let key: ObjectIdentifier?
        let sql: String
        let parameters: Range<Int>
        let receiver: ResultReceiver
    }

    private(set) var steps: [Step] = []
    var parameters = Parameters()
    private var refusal: PostgresError?

    package init() {}

    package var count: Int { steps.count }

    /// The ticket is filled when the pipeline has run.
    @discardableResult
    package func add<S: Statement>(_ statement: S) -> Ticket<S> {
        append(statement, key: ObjectIdentifier(S.self), sql: S.sql)
    }

    /// One statement whose text was made while running. Never put a value from outside into `sql`.
    @discardableResult
    package func add(sql: String) -> Ticket<Command> { append(Command(), key: nil, sql: sql) }

    package func reset() {
        steps.removeAll(keepingCapacity: true)
        parameters.reset()
        refusal = nil
    }

    /// Adds `statement` under another text, parsed anew each time.
    func append<S: Statement>(_ statement: S, key: ObjectIdentifier?, sql: String) -> Ticket<S> {
        let first = parameters.count
        statement.bind(&parameters)
        if refusal == nil, let reason = parameters.refusal {
            refusal = .invalidParameter(statementIndex: steps.count, reason: reason)
        }
        let ticket = Ticket(statement)
        steps.append(Step(key: key, sql: sql, parameters: first..<parameters.count, receiver: ticket))
        return ticket
    }

    /// Throws what makes the pipeline unfit to be sent, and empties the tickets of an earlier run.
    func prepareToRun() throws(PostgresError) {
        if let refusal { throw refusal }
        for step in steps { step.receiver.reset() }
    }
}
