import Postgres
import WalletDomain

@testable import WalletLedger

/// One way through a small scenario: whose statement came next, and where something broke, choice by choice.
///
/// Ways that differ only in the order of two statements that name nothing in common are one way, and one of them is
/// enough (sleep sets; P. Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996). What
/// happens between two statements happens at once: nobody else could tell when.
///
/// Only touched by the thread with the turn (`Simulation`).
final class Interleaving: @unchecked Sendable {
    private let prescribed: [Int]
    private var choices: [Int] = []
    private var widths: [Int] = []
    /// Whose next statement was tried before the one that was taken, and makes no difference yet.
    private var asleep: [(server: SimulatedServer, touch: Touch)] = []
    private var faultsLeft: Int
    /// What follows a fault goes one way only.
    private let endsAtFault: Bool
    private var hasBroken = false
    /// Another way is the same.
    private(set) var isRedundant = false

    init(_ prescribed: [Int] = [], faults: Int, endsAtFault: Bool = false) {
        self.prescribed = prescribed
        self.endsAtFault = endsAtFault
        faultsLeft = faults
    }

    /// The next way, depth first; nil if this was the last.
    var following: [Int]? {
        guard let last = choices.indices.last(where: { choices[$0] + 1 < widths[$0] }) else { return nil }
        return Array(choices[..<last]) + [choices[last] + 1]
    }

    func next(in run: Simulation) -> SimulatedEvent? {
        let now = run.database.clock
        if run.failure == nil, run.load.wantsToAct(at: now) { return .client }
        for lane in run.processes.flatMap(\.lanes) where lane.mayRun(at: now) { return .lane(lane) }
        let working = run.sessions.map(\.server).filter { $0.isWorking && !$0.isBlocked }
        if let unseen = working.first(where: \.nextTouch.names.isEmpty) { return .server(unseen) }
        guard run.load.isExplored, run.failure == nil else {
            return (working.first.map { .server($0) }) ?? run.lateTimeout()
        }
        let awake = working.filter { server in !asleep.contains { $0.server === server } }
        guard working.isEmpty || !awake.isEmpty else {
            isRedundant = true
            run.fail("the same as another way")
            return next(in: run)
        }
        guard let first = working.first else { return run.lateTimeout() }
        if hasBroken, endsAtFault { return .server(first) }
        let faults = faultsLeft > 0 ? run.possibleFaults() : []
        let choice = take(awake.count + faults.count)
        guard choice < awake.count else {
            faultsLeft -= 1
            hasBroken = true
            asleep = []
            run.strike(faults[choice - awake.count])
            return next(in: run)
        }
        let chosen = awake[choice]
        asleep += awake[..<choice].map { ($0, $0.nextTouch) }
        let touch = chosen.nextTouch
        asleep.removeAll { $0.server === chosen || $0.touch.minds(touch) }
        return .server(chosen)
    }

    private func take(_ width: Int) -> Int {
        let choice = choices.count < prescribed.count ? prescribed[choices.count] : 0
        choices.append(choice)
        widths.append(width)
        return choice
    }
}

/// What can break at one moment of a small scenario.
enum FaultAtOnce {
    case cut(SimulatedSession)
    case killed(SimulatedSession)
    case processKilled(SimulatedProcess)
    case databaseCrashed
}

extension Simulation {
    func possibleFaults() -> [FaultAtOnce] {
        let working = sessions.filter { !$0.isLost && $0.server.isWorking }
        let alive = processes.filter { !$0.isDead }
        return working.map { .cut($0) } + working.map { .killed($0) } + alive.map { .processKilled($0) }
            + [.databaseCrashed]
    }

    func strike(_ fault: FaultAtOnce) {
        tell("\(fault)")
        switch fault {
        case .cut(let session): cut(session)
        case .killed(let session): kill(session)
        case .processKilled(let process): kill(process, leavesServers: true)
        case .databaseCrashed: crashDatabase()
        }
    }

    /// A statement that has waited for too long.
    func lateTimeout() -> SimulatedEvent? {
        for server in sessions.map(\.server) where server.isWorking && server.isBlocked {
            if server.hasWaited(until: database.clock, longerThan: Self.lockTimeoutMicroseconds) {
                return .timeout(server)
            }
        }
        return nil
    }
}

/// The rows that a statement has to do with, and what it has to do with them.
struct Touch {
    enum Kind {
        case reads
        /// Locks them, or writes what nobody sees before the COMMIT.
        case claims
        /// Makes seen what was written, or lets go.
        case ends
    }

    let names: Set<LockTarget>
    let kind: Kind

    /// The order of the two may make a difference.
    func minds(_ other: Touch) -> Bool {
        guard !names.isDisjoint(with: other.names) else { return false }
        switch (kind, other.kind) {
        case (.reads, .reads), (.reads, .claims), (.claims, .reads): return false
        case (.claims, .claims), (.ends, _), (_, .ends): return true
        }
    }
}

extension SimulatedServer {
    /// Of the next statement; if it ends its transaction, all that this has.
    var nextTouch: Touch {
        guard isWorking else { return Touch(names: [], kind: .reads) }
        let (names, isReading, ends) = nextStep
        guard ends, let transaction else { return Touch(names: Set(names), kind: isReading ? .reads : .claims) }
        let wallets = transaction.drafts.keys.map { LockTarget.wallet($0) }
        let purchases = transaction.purchases.keys.map { LockTarget.purchase($0) }
        return Touch(names: Set(names + transaction.locks + wallets + purchases), kind: .ends)
    }
}
