internal import Postgres

/// A table whose rows wait to be worked on, each for its turn: what `TakeUp` is made of.
protocol JobQueue: Sendable {
    associatedtype Item: Sendable

    static var table: String { get }
    /// The primary key's columns.
    static var key: [String] { get }
    /// The column with the moment of a row's next turn.
    static var turn: String { get }
    /// Whether a row waits for anything at all.
    static var isWaiting: String { get }
    /// Which of the due rows comes first.
    static var order: String { get }
    /// What `decode` reads, in its order.
    static var columns: String { get }

    /// Whether a row's turn has come.
    static func isDue(at clock: String) -> String
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Item
}

extension JobQueue {
    static func isDue(at clock: String) -> String { "\(turn) <= \(clock)" }
}

/// A queue whose rows wait until they are settled: then they never have a turn again.
protocol SettlingQueue: JobQueue {
    associatedtype Key: Sendable
    /// How the waiting of a row ends.
    associatedtype End: Sendable

    /// What is set when a row is settled: its parameters are numbered after the key's.
    static var settled: String { get }

    /// One parameter for each column of the key.
    static func bind(_ key: Key, to parameters: inout Parameters)
    static func bind(_ end: End, clockShiftMs: Int64, to parameters: inout Parameters)
}

extension SettlingQueue {
    /// The row that waits under a key, whose parameters begin with `$first`.
    static func waitingRow(first: Int) -> String {
        let parts = key.enumerated().map { "\($1) = $\(first + $0)" }
        return (parts + [isWaiting]).joined(separator: " AND ")
    }
}

/// Takes up what is due: counts an attempt, and puts the next turn off by a lease.
///
/// Until then nobody else gets the row, and if we die over it, it comes due again: so all work must bear being done
/// twice. It is one statement, so the locks are gone before anybody works. The rows are found by a clock that is read
/// once, so that the index on `turn` serves.
struct TakeUp<Queue: JobQueue>: Statement {
    static var sql: String {
        """
        UPDATE \(Queue.table)
        SET attempts = attempts + 1, \(Queue.turn) = \(shiftedClock("$2")) + $3 * interval '1 millisecond'
        WHERE (\(Queue.key.joined(separator: ", "))) IN (
            SELECT \(Queue.key.joined(separator: ", ")) FROM \(Queue.table)
            WHERE \(Queue.isWaiting) AND \(Queue.isDue(at: "(SELECT \(shiftedClock("$2")))"))
            ORDER BY \(Queue.order) LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING \(Queue.columns)
        """
    }
    let limit: Int64
    let leaseMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(limit)
        parameters.int8(clockShiftMs)
        parameters.int8(leaseMs)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Queue.Item { try Queue.decode(&row) }
}

/// Gives a row that waits another turn.
struct Reschedule<Queue: SettlingQueue>: Statement {
    typealias Row = Void
    static var sql: String {
        """
        UPDATE \(Queue.table) SET \(Queue.turn) = \(shiftedClock("$1"))
        WHERE \(Queue.waitingRow(first: 2))
        """
    }
    let key: Queue.Key
    let retryInMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(clockShiftMs + retryInMs)
        Queue.bind(key, to: &parameters)
    }
}

/// Ends the waiting of a row, for ever. Nothing happens to one that is settled.
struct Settle<Queue: SettlingQueue>: Statement {
    typealias Row = Void
    static var sql: String {
        """
        UPDATE \(Queue.table) SET \(Queue.turn) = NULL, \(Queue.settled)
        WHERE \(Queue.waitingRow(first: 1))
        """
    }
    let key: Queue.Key
    let end: Queue.End
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        Queue.bind(key, to: &parameters)
        Queue.bind(end, clockShiftMs: clockShiftMs, to: &parameters)
    }
}
