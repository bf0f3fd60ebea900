internal import Synchronization

/// The faults that are on, each with what is left of it.
package final class FaultPlan: Sendable {
    private let state: Mutex<State>
    private let nowMs: @Sendable () -> Int64

    private struct State: Sendable {
        var lastID: Int
        var active: [Active] = []
        var listener: (@Sendable (StoreChange) -> Void)?

        /// Takes out what is over.
        mutating func sweep(_ isOver: (Active) -> Bool) -> [StoreChange] {
            let over = active.filter(isOver)
            active.removeAll(where: isOver)
            return over.map { .faultOff(id: $0.id, hits: $0.hits) }
        }
    }

    /// A fault that is on.
    package struct Active: Sendable {
        package let id: Int
        package var fault: Fault
        package var hits = 0
        fileprivate var dice: FaultDice
    }

    /// - Parameter lastID: the highest number that was given to a fault before.
    init(lastID: Int, nowMs: @escaping @Sendable () -> Int64) {
        state = Mutex(State(lastID: lastID))
        self.nowMs = nowMs
    }

    /// - Parameter listener: hears of each fault that goes on or off. It must not come back here.
    func tell(_ listener: @escaping @Sendable (StoreChange) -> Void) { state.withLock { $0.listener = listener } }

    /// Changes the state and tells what was changed, in the order in which it happens.
    private func change<Result>(_ body: (inout State) throws -> (Result, [StoreChange])) rethrows -> Result {
        try state.withLock { state in
            let (result, changes) = try body(&state)
            for change in changes { state.listener?(change) }
            return result
        }
    }

    /// Switches a fault on.
    /// - Returns: its number, by which it can be switched off.
    @discardableResult
    package func add(_ fault: Fault) throws -> Int {
        try fault.check()
        return change { state in
            state.lastID += 1
            state.active.append(Active(id: state.lastID, fault: fault, dice: FaultDice(seed: fault.seed)))
            return (state.lastID, [.faultOn(id: state.lastID, fault: fault)])
        }
    }

    package func remove(_ id: Int) throws {
        try change { state in
            let changes = state.sweep { $0.id == id }
            guard !changes.isEmpty else { throw StoreRefusal.unknownFault(id) }
            return ((), changes)
        }
    }

    package func removeAll() { change { state in ((), state.sweep { _ in true }) } }

    package var active: [Active] {
        let now = nowMs()
        return change { state in
            let changes = state.sweep { $0.isOver(now) }
            return (state.active, changes)
        }
    }

    /// The faults that hit this one call, each counted as used.
    func strike(_ call: StoreCall, in environment: SimulatedEnvironment) -> [Fault] {
        let now = nowMs()
        return change { state in
            let before = state.sweep { $0.isOver(now) }
            let strikes = state.active.indices.compactMap { index in
                state.active[index].strike(call, environment) ? state.active[index].fault : nil
            }
            return (strikes, before + state.sweep { $0.isOver(now) })
        }
    }
}

extension FaultPlan.Active {
    fileprivate func isOver(_ nowMs: Int64) -> Bool {
        fault.times == 0 || fault.untilMs.map { $0 <= nowMs } ?? false
    }

    fileprivate mutating func strike(_ call: StoreCall, _ environment: SimulatedEnvironment) -> Bool {
        guard fault.times != 0, fault.call.map({ $0 == call }) ?? true,
            fault.environment.map({ $0 == environment }) ?? true, fault.kind.applies(to: call),
            dice.roll() < fault.rate
        else { return false }
        hits += 1
        fault.times = fault.times.map { $0 - 1 }
        return true
    }
}

extension Fault.Kind {
    func applies(to call: StoreCall) -> Bool {
        switch self {
        case .duplicate, .reorder, .drop: call == .notification
        case .expiredChain: call.isSigned
        case .wrongBundle: call.isSigned || call == .verifyReceipt
        case .delay: true
        case .unauthorized: call != .notification && call != .verifyReceipt
        case .hang, .error, .rateLimit, .cut, .truncate: call != .notification
        }
    }
}

/// SplitMix64: small, and the same everywhere.
struct FaultDice: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// 0 ..< 1
    mutating func roll() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        let fractionBits = 53
        return Double(mixed >> (64 - UInt64(fractionBits))) / Double(1 << fractionBits)
    }
}
