import Postgres

/// A database session as a lane uses it: round trips of statements, and what is known of the connection.
///
/// There is one implementation here, and the simulation's (`docs/decisions/0027-simulation.md`).
protocol LaneSession: AnyObject {
    /// As `PostgresSession.run`: fills the pipeline's tickets or throws the first error.
    func run(_ pipeline: Pipeline, deadlineMs: Int) throws(PostgresError)
    func rowType(named name: String, deadlineMs: Int) throws(PostgresError) -> RowType
    var transactionStatus: TransactionStatus { get }
    var warnings: [SQLState] { get }
    func clearWarnings()
    var isBroken: Bool { get }
    func checkIsAlive() -> Bool
    func close()
}

extension PostgresSession: LaneSession {}
