internal import Synchronization
internal import WalletDomain

/// Leaves Apple alone while every call fails, so that nobody waits for what will not come.
///
/// After some failures in a row calls are refused for a pause that doubles; then one call tries, and decides.
final class CircuitBreaker: Sendable {
    private struct State {
        var failures = 0
        var trouble = StoreTrouble.outage
        var openUntilMs: Int64?
        var pauseMs = Limits.applePauseMs
    }

    private let states = Mutex<[StoreEnvironment: State]>([:])
    /// How long the one call that tries keeps the others out.
    private let trialMs: Int64

    init(trialMs: Int64) { self.trialMs = trialMs }

    func admit(_ environment: StoreEnvironment, nowMs: Int64) throws(StoreAPIError) {
        try states.withLock { (states) throws(StoreAPIError) in
            guard var state = states[environment], let openUntil = state.openUntilMs else { return }
            guard nowMs >= openUntil else { throw .paused(state.trouble, retryAfterMs: openUntil - nowMs) }
            state.openUntilMs = nowMs + trialMs
            states[environment] = state
        }
    }

    /// Apple answered sensibly, whatever it said.
    func succeeded(_ environment: StoreEnvironment) {
        states.withLock { $0[environment] = nil }
    }

    func failed(_ environment: StoreEnvironment, _ trouble: StoreTrouble, nowMs: Int64) {
        states.withLock { states in
            var state = states[environment] ?? State()
            state.failures += 1
            state.trouble = trouble
            if state.failures >= Limits.appleFailuresMax {
                state.openUntilMs = nowMs + state.pauseMs
                state.pauseMs = min(state.pauseMs * 2, Limits.applePauseMsMax)
            }
            states[environment] = state
        }
    }
}
