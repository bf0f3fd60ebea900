import Postgres

/// What can happen next.
enum SimulatedEvent {
    case lane(SimulatedLane)
    /// The server's side of a connection executes its next statement.
    case server(SimulatedServer)
    /// A statement has waited too long for a lock.
    case timeout(SimulatedServer)
    case client
    case fault
}

extension Simulation {
    static let lockTimeoutMicroseconds: Int64 = 1_000_000

    /// One of all that can happen now; nil if only time can help.
    func nextEvent() -> SimulatedEvent? {
        let now = database.clock
        if failure == nil, load.isSending, choices.below(10_000) < plan.faultsPerMyriad { return .fault }
        var events: [SimulatedEvent] = []
        for process in processes {
            for lane in process.lanes where lane.mayRun(at: now) { events.append(.lane(lane)) }
        }
        for session in sessions where session.server.isWorking {
            let server = session.server
            if !server.isBlocked {
                server.blockedSince = nil
                events.append(.server(server))
            } else if server.hasWaited(until: now, longerThan: Self.lockTimeoutMicroseconds) {
                events.append(.timeout(server))
            }
        }
        if failure == nil, load.wantsToAct(at: now) { events.append(.client) }
        return choices.element(of: events)
    }

    /// Nobody can go on: to the next moment at which somebody can.
    func passTime() {
        sessions.removeAll { $0.server.isDead }
        let lanes = processes.flatMap(\.lanes).filter { !$0.hasEnded }.compactMap(\.wakesAt)
        let servers = sessions.compactMap(\.server.blockedSince).map { $0 + Self.lockTimeoutMicroseconds }
        let moments = lanes + servers + outsiders.map(\.until) + [load.wakesAt, downUntil].compactMap { $0 }
        if let next = moments.filter({ $0 > database.clock }).min() {
            database.clock = next
        } else {
            fail("nobody can go on")
        }
        endOutsiders()
    }

    /// PostgreSQL ends a deadlock at one of those in it; else the lock's or the statement's time is over.
    func timeOut(_ server: SimulatedServer) {
        let isDeadlock = server.transaction?.isDeadlocked == true && choices.chance(80)
        tally.deadlocks += isDeadlock ? 1 : 0
        server.blockedSince = nil
        server.interrupt(isDeadlock ? .deadlockDetected : choices.chance(80) ? .lockNotAvailable : .queryCanceled)
    }
}

extension SimulatedServer {
    func hasWaited(until now: Int64, longerThan most: Int64) -> Bool {
        let since = blockedSince ?? now
        blockedSince = since
        return now - since >= most
    }
}
