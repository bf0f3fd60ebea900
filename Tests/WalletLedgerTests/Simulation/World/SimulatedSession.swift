import WalletDomain

@testable import Postgres
@testable import WalletLedger

/// A lane's end of a connection to the simulated database.
final class SimulatedSession: LaneSession {
    let server: SimulatedServer
    let lane: SimulatedLane
    private unowned let simulation: Simulation
    private(set) var isBroken = false
    private(set) var warnings: [SQLState] = []
    /// The next COMMIT that is confirmed is so with a warning.
    var warnsAtCommit = false
    /// The connection was lost, and the lane does not know yet.
    var isLost = false

    init(_ server: SimulatedServer, of lane: SimulatedLane, in simulation: Simulation) {
        self.server = server
        self.lane = lane
        self.simulation = simulation
        server.name = "server \(simulation.database.step) of lane \(lane.process.number).\(lane.number)"
    }

    var hasNews: Bool { isLost || server.answer != nil }

    var transactionStatus: TransactionStatus { isBroken ? .unknown : server.status }

    func run(_ pipeline: Pipeline, deadlineMs: Int) throws(PostgresError) {
        guard !isBroken, !lane.process.isDead else { throw .closed }
        try pipeline.prepareToRun()
        let receivers = pipeline.steps.map(\.receiver)
        let commits = receivers.last is Ticket<Commit>
        if !isLost {
            server.receive(receivers)
            let until = simulation.database.clock + Int64(deadlineMs) * 1_000
            lane.state = .awaiting(self, until: until)
            simulation.giveWay(lane)
        }
        guard !isLost, !lane.process.isDead else { throw lost(commits) }
        guard let answer = server.takeAnswer() else {
            close()
            throw .deadlineExceeded
        }
        if case .failure(let error) = answer { simulation.tell("\(server.name) refuses: \(error.facts)") }
        try answer.get()
        if commits, warnsAtCommit {
            warnsAtCommit = false
            warnings.append(.warning)
        }
    }

    private func lost(_ commits: Bool) -> PostgresError {
        close()
        let isHidden = commits && simulation.plan.defect == .unknownToldAsFailed
        return isHidden ? .server(ServerError(.diskFull)) : .connectionLost("simulated")
    }

    func rowType(named name: String, deadlineMs: Int) throws(PostgresError) -> RowType {
        RowType(oid: 1, arrayOID: 2)
    }

    func clearWarnings() { warnings = [] }

    func checkIsAlive() -> Bool {
        if isLost { close() }
        return !isBroken
    }

    /// What was sent is still executed.
    func close() {
        isBroken = true
        isLost = true
        if server.isWorking { server.isAbandoned = true } else { server.die() }
    }
}
