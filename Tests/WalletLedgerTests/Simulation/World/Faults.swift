import Postgres
import WalletDomain

@testable import WalletLedger

/// What breaks. Each may strike between any two statements.
enum SimulatedFault: CaseIterable {
    case connectionCut, backendKilled, databaseCrashed, processKilled, processStopped, rowLocked, serialization
    case deadlock, cancelled, shortage, standby, commitWarned, timeJump, leaseOver, lookAround, remembered
}

extension Simulation {
    func strike() {
        endOutsiders()
        guard let fault = choices.element(of: SimulatedFault.allCases) else { return }
        tell("\(fault)")
        switch fault {
        case .connectionCut: cut(victim())
        case .backendKilled: kill(victim())
        case .databaseCrashed: if choices.chance(30) { crashDatabase() }
        case .processKilled:
            let process = choices.element(of: processes.filter { !$0.isDead })
            if choices.chance(40), let process { kill(process, leavesServers: choices.chance(70)) }
        case .processStopped: stopProcess()
        case .rowLocked: lockFromOutside()
        case .serialization: refuse(.serializationFailure)
        case .deadlock: refuse(.deadlockDetected)
        case .cancelled: refuse(.queryCanceled)
        case .shortage: if choices.chance(30) { refuse(.diskFull) }
        case .standby: if choices.chance(30) { refuse(.readOnlyTransaction) }
        case .commitWarned: victim()?.warnsAtCommit = true
        case .timeJump: database.clock += Int64(choices.within(1...2_500)) * 1_000
        case .leaseOver: if choices.chance(20) { database.clock += 61_000_000 }
        case .lookAround: lookAround()
        case .remembered: load.remember(in: self)
        }
    }

    /// A connection at work, if there is one at its COMMIT more often that one.
    private func victim() -> SimulatedSession? {
        let working = sessions.filter { !$0.isLost && $0.server.isWorking }
        let committing = working.filter(\.server.isAtCommit)
        return choices.element(of: committing.isEmpty || choices.chance(30) ? working : committing)
    }

    /// The lane learns at once; the server does not, and goes on with what it has.
    func cut(_ session: SimulatedSession?) {
        guard let session else { return }
        tell("cut: \(session.server.name)")
        tally.cuts += session.server.isAtCommit ? 1 : 0
        session.isLost = true
        session.server.isAbandoned = true
    }

    func kill(_ session: SimulatedSession?) {
        session?.isLost = true
        session?.server.die()
    }

    func crashDatabase() {
        tally.crashes += 1
        for session in sessions { kill(session) }
        sessions = []
        downUntil = database.clock + Int64(choices.within(0...1_500)) * 1_000
    }

    /// - Parameter leavesServers: what they were sent is still executed.
    func kill(_ process: SimulatedProcess, leavesServers: Bool) {
        tally.deaths += 1
        process.isDead = true
        for session in sessions where session.lane.process === process {
            session.isLost = true
            if session.server.isWorking, leavesServers {
                session.server.isAbandoned = true
            } else {
                session.server.die()
            }
        }
        load.forget(process, in: self)
        startProcess()
    }

    private func stopProcess() {
        let process = choices.element(of: processes.filter { !$0.isDead })
        process?.pausedUntil = database.clock + Int64(choices.within(1...3_000)) * 1_000
    }

    private func refuse(_ state: SQLState) {
        let session = victim()
        guard let server = session?.server, !server.isBlocked else { return }
        server.pendingError = ServerError(state)
    }

    /// Idle lanes look after their connections, and the watch after jobs that wait too long.
    private func lookAround() {
        for lane in processes.filter({ !$0.isDead }).flatMap(\.lanes) {
            lane.looksAround = true
            for job in lane.waiting.takeExpired(at: moment) { job.reply(.failure(.ledgerUnavailable)) }
        }
    }
}
