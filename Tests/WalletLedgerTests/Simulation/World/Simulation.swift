import WalletDomain

@testable import WalletLedger

/// One run: clients, processes with lanes, a database, and what breaks, all under one seed.
///
/// Lanes have threads because they block. Only the thread with the turn runs, so nothing here is touched by two at
/// once: whoever has to wait decides who is next (`giveWay`), and all that is not a lane's own work happens there.
final class Simulation: @unchecked Sendable {
    let plan: RunPlan
    var choices: Choices
    let database: SimulatedDatabase
    var processes: [SimulatedProcess] = []
    var sessions: [SimulatedSession] = []
    var outsiders: [Outsider] = []
    /// The database takes no connection before.
    var downUntil: Int64 = 0
    var tally = SimulationTally()
    /// What went wrong besides what the judge finds afterwards.
    private(set) var failure: String?
    /// Tells each step, to be read after a seed went wrong.
    var isTold = false
    private(set) var load: SimulatedLoad
    /// Decides what is next, where chance does not.
    let interleaving: Interleaving?
    private let home = Seat()
    private let start = ContinuousClock.now
    private let startedAt: Int64

    init(_ plan: RunPlan, _ scenario: Scenario? = nil, _ interleaving: Interleaving? = nil) {
        self.plan = plan
        self.interleaving = interleaving
        choices = Choices(seed: plan.seed ^ 0x5EED)
        database = SimulatedDatabase(defect: plan.defect)
        startedAt = database.clock
        load = SimulatedLoad(plan, choices.split(), scenario, at: database.now)
        database.tables.offers = load.catalogue.offers
    }

    /// Blocks its thread until all requests are settled and all lanes have ended. Nil, or what went wrong.
    func run() -> String? {
        for _ in 0..<plan.processes { startProcess() }
        schedule().call()
        home.wait()
        tally.passedOver = database.passedOver
        tally.unheardCommits = database.unheardCommits
        return failure ?? SimulationJudge(database.tables, load).findings().first
    }

    /// The machine's clock.
    var moment: ContinuousClock.Instant { start + .microseconds(database.clock - startedAt) }

    /// The first thing that went wrong ends the run: whoever works is killed.
    func fail(_ what: String) {
        guard failure == nil else { return }
        failure = what
        for process in processes { process.isDead = true }
    }

    func tell(_ what: @autoclosure () -> String) {
        if isTold { print("\(database.step) \(database.clock - startedAt): \(what())") }
    }

    /// Lets others run until it is this lane's turn.
    func giveWay(_ lane: SimulatedLane) {
        let next = schedule()
        guard next !== lane.seat else { return }
        next.call()
        lane.seat.wait()
    }

    /// The calling thread ends.
    func leave() { schedule().call() }

    /// Whatever happens without a lane happens here, until it is a lane's turn, or home's.
    private func schedule() -> Seat {
        while true {
            database.step += 1
            database.clock += Int64(choices.within(Self.stepMicroseconds))
            if database.step > Self.stepsMax(plan) { fail("not settled after \(database.step) steps") }
            guard let event = interleaving.map({ $0.next(in: self) }) ?? nextEvent() else {
                guard !processes.allSatisfy({ $0.lanes.allSatisfy(\.hasEnded) }) else { return home }
                passTime()
                continue
            }
            switch event {
            case .lane(let lane):
                lane.state = .running
                tell("lane \(lane.process.number).\(lane.number) goes on")
                return lane.seat
            case .server(let server):
                tell("\(server.name): \(server.nextName)")
                server.step()
            case .timeout(let server): timeOut(server)
            case .client: load.act(in: self)
            case .fault: strike()
            }
        }
    }

    private static let stepMicroseconds = 20...200
    private static func stepsMax(_ plan: RunPlan) -> Int { 20_000 + plan.requests * 200 }

    /// When all is settled the lanes are told to end.
    func told(_ attempt: Int, of request: SimulatedRequest, _ result: Result<Outcome, WalletError>) {
        tell("request \(request.number) is told \(result)")
        load.told(attempt, of: request, result, in: self)
        if load.isSettled { for process in processes { process.isClosing = true } }
    }
}
