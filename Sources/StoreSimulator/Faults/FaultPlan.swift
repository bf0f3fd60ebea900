internal import Synchronization

/// The faults that are on, each with what is left of it.
package final class FaultPlan: Sendable {
    private let state = Mutex(State())
    private let nowMs: @Sendable () -> Int64

    private struct State: Sendable {
        var lastID = 0
        var active: [Active] = []
    }

    /// A fault that is on.
    package struct Active: Sendable {
        package let id: Int
        package var fault: Fault
        package var hits = 0
        fileprivate var dice: FaultDice
    }

    init(nowMs: @escaping @Sendable () -> Int64) { self.nowMs = nowMs }

    /// Switches a fault on.
    /// - Returns: its number, by which it can be switched off.
    @discardableResult
    package func add(_ fault: Fault) throws -> Int {
        try fault.check()
        return state.withLock { state in
            state.lastID += 1
            state.active.append(Active(id: state.lastID, fault: fault, dice: FaultDice(seed: fault.seed)))
            return state.lastID
        }
    }

    package func remove(_ id: Int) throws {
        try state.withLock { state in
            guard state.active.contains(where: { $0.id == id }) else { throw StoreRefusal.unknownFault(id) }
            state.active.removeAll { $0.id == id }
        }
    }

    package func removeAll() { state.withLock { $0.active = [] } }

    package var active: [Active] {
        let now = nowMs()
        return state.withLock { state in
            state.active.removeAll { $0.isOver(now) }
            return state.active
        }
    }

    /// The faults that hit this one call, each counted as used.
    func strike(_ call: StoreCall, in environment: SimulatedEnvironment) -> [Fault] {
        let now = nowMs()
        return state.withLock { state in
            state.active.removeAll { $0.isOver(now) }
            return state.active.indices.compactMap { index in
                state.active[index].strike(call, environment) ? state.active[index].fault : nil
            }
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
        case .expiredChain, .wrongBundle: call != .verifyReceipt
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
