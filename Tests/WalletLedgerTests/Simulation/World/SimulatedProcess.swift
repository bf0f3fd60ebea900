import Foundation
import Postgres
import WalletDomain

@testable import WalletLedger

/// One service process: its lanes. Killed, it does nothing more, and nobody hears of it.
///
/// Only touched by the thread with the turn.
final class SimulatedProcess: @unchecked Sendable {
    let number: Int
    var lanes: [SimulatedLane] = []
    var isDead = false
    /// Takes nothing new; ends when all is served.
    var isClosing = false
    /// Stopped (SIGSTOP) until then.
    var pausedUntil: Int64 = 0

    init(number: Int) { self.number = number }

    func lane(of wallet: WalletID) -> SimulatedLane { lanes[Int(wallet.bucket) % lanes.count] }
}

/// A lane: the thread on which a real `LaneDesk` works, and what waits for it.
///
/// Only touched by the thread with the turn.
final class SimulatedLane: @unchecked Sendable {
    enum State {
        /// May go on at once.
        case ready
        case running
        /// Nothing to do until jobs come.
        case idle
        case resting(until: Int64)
        /// Until the answer comes, the connection is lost, or that moment has passed.
        case awaiting(SimulatedSession, until: Int64)
        case ended
    }

    let seat = Seat()
    let number: Int
    unowned let process: SimulatedProcess
    var state = State.ready
    var waiting = WaitingJobs()
    /// Looks after its connection though nothing waits for it.
    var looksAround = false

    init(number: Int, of process: SimulatedProcess) {
        self.number = number
        self.process = process
    }

    var hasEnded: Bool { if case .ended = state { true } else { false } }

    func mayRun(at now: Int64) -> Bool {
        if hasEnded { return false }
        if process.isDead { return true }
        guard now >= process.pausedUntil else { return false }
        switch state {
        case .ready: return true
        case .running, .ended: return false
        case .idle: return waiting.count > 0 || process.isClosing || looksAround
        case .resting(let until): return now >= until
        case .awaiting(let session, let until): return session.hasNews || now >= until
        }
    }

    /// When time alone lets it go on.
    var wakesAt: Int64? {
        switch state {
        case .ready, .running, .idle, .ended: process.pausedUntil
        case .resting(let until): max(until, process.pausedUntil)
        case .awaiting(let session, let until):
            session.hasNews ? process.pausedUntil : max(until, process.pausedUntil)
        }
    }
}

extension Simulation {
    /// Starts the threads of a process's lanes; each waits for its turn.
    func startProcess() {
        let process = SimulatedProcess(number: processes.count)
        processes.append(process)
        process.lanes = (0..<plan.lanes).map { SimulatedLane(number: $0, of: process) }
        for lane in process.lanes {
            let thread = Thread { [self] in
                lane.seat.wait()
                work(lane)
            }
            thread.stackSize = Self.stackBytes
            thread.start()
        }
    }

    private static let stackBytes = 1024 * 1024

    /// What `Lane.run` does, on the simulated queue.
    private func work(_ lane: SimulatedLane) {
        var settings = WriterSettings(postgres: PostgresSettings(conninfo: ""), lanes: plan.lanes)
        settings.onEvent = { [self] in tally.count($0) }
        var desk = LaneDesk(settings: settings, number: lane.number, in: world(of: lane))
        _ = desk.connect()
        while let jobs = take(lane) {
            tally.writer = tally.writer + (jobs.isEmpty ? desk.lookAround() : desk.settle(jobs))
        }
        for session in sessions where session.lane === lane { session.close() }
        lane.state = .ended
        leave()
    }

    private func take(_ lane: SimulatedLane) -> [Job]? {
        while true {
            if lane.process.isDead { return nil }
            let jobs = lane.waiting.takeBatch(at: moment)
            if !jobs.isEmpty { return jobs }
            if lane.process.isClosing { return nil }
            if lane.looksAround {
                lane.looksAround = false
                return []
            }
            lane.state = .idle
            giveWay(lane)
        }
    }

    private func world(of lane: SimulatedLane) -> LaneWorld {
        LaneWorld(
            connect: { [self] () throws(PostgresError) in try connect(lane) },
            // Whoever was killed is done with everything: all its deadlines have passed.
            now: { [self] in lane.process.isDead ? moment + .seconds(1_000_000) : moment },
            rest: { [self] range in
                guard !lane.process.isDead else { return }
                lane.state = .resting(until: database.clock + Int64(choices.within(range)) * 1_000)
                giveWay(lane)
            })
    }

    private func connect(_ lane: SimulatedLane) throws(PostgresError) -> any LaneSession {
        guard !lane.process.isDead, database.clock >= downUntil else { throw .cannotConnect("simulated") }
        let session = SimulatedSession(SimulatedServer(database), of: lane, in: self)
        sessions.append(session)
        return session
    }
}
