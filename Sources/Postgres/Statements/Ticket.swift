/// What one statement of a pipeline answered; filled by `PostgresSession.run`. Not Sendable: it belongs to the lane.
package final class Ticket<S: Statement>: ResultReceiver {
    /// What was asked.
    let statement: S
    /// In the order in which the server sent them; empty before the run and after a failure.
    package private(set) var rows: [S.Row] = []
    /// `INSERT 0 3`, `COMMIT`, `ROLLBACK`; empty before the run.
    package private(set) var commandTag = ""

    init(_ statement: S) { self.statement = statement }

    /// Fills it where no server answers.
    func fill(_ rows: [S.Row], tag: String) {
        self.rows = rows
        commandTag = tag
    }

    override func receive(_ result: borrowing ResultHandle) throws(PostgresError) {
        commandTag = result.commandTag
        let count = result.rowCount
        guard count > 0 else { return }
        rows.reserveCapacity(rows.count + count)
        for index in 0..<count {
            var row = result.row(index)
            rows.append(try S.decode(&row))
            if index == 0 && S.Row.self != Void.self { try row.end() }
        }
    }

    override var hasCommitted: Bool { commandTag == Commit.sql }

    override func reset() {
        rows.removeAll(keepingCapacity: true)
        commandTag = ""
    }

    /// Rows inserted, updated, deleted or selected: the last number of the tag, 0 if it has none.
    package var affectedRows: Int {
        commandTag.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }
}

/// A ticket whose statement is not named: what the session needs to hand a result over.
package class ResultReceiver {
    func receive(_ result: borrowing ResultHandle) throws(PostgresError) {}
    func reset() {}
    var hasCommitted: Bool { false }
}
