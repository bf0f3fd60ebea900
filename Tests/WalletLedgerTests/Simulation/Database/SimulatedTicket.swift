@testable import Postgres

/// A statement that the simulated database knows: it does there what its SQL does in PostgreSQL.
protocol SimulatedStatement: Statement {
    /// May be called again after it was blocked; locks taken meanwhile are kept.
    func execute(on server: SimulatedServer) throws(Interruption) -> [Row]
    /// The rows, or whose rows, it reads or writes. None: nobody can tell when it was executed, as with what a
    /// transaction writes under a lock that it has.
    var names: [LockTarget] { get }
}

/// One that changes nothing and locks nothing: in which order two of them run, nobody can tell.
protocol SimulatedReading {}

extension SimulatedStatement {
    var names: [LockTarget] { [] }
}

/// A place in a pipeline, whatever its statement.
protocol SimulatedTicket: AnyObject {
    func execute(on server: SimulatedServer) throws(Interruption)
    var names: [LockTarget] { get }
    var isReading: Bool { get }
    /// It ends its transaction: others see what that wrote, or get its locks.
    var endsTransaction: Bool { get }
}

extension Ticket: SimulatedTicket where S: SimulatedStatement {
    var names: [LockTarget] { statement.names }
    var isReading: Bool { statement is any SimulatedReading }
    var endsTransaction: Bool { S.self == Commit.self || S.self == Rollback.self }

    func execute(on server: SimulatedServer) throws(Interruption) {
        let rows = try statement.execute(on: server)
        fill(rows, tag: server.takeTag() ?? "SELECT \(rows.count)")
    }
}
