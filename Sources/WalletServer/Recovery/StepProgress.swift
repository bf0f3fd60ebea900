internal import AppStore
internal import Synchronization
internal import WalletDomain

/// How far a step of the walk got, while several of its wallets are asked about at once.
final class StepProgress: Sendable {
    private struct State {
        var isAsked: [Bool]
        var trouble: StoreAPIError?
    }

    private let state: Mutex<State>
    private let end = ContinuousClock.now.advanced(by: .milliseconds(Limits.refundWalkStepMsMax))

    init(_ count: Int) { state = Mutex(State(isAsked: Array(repeating: false, count: count))) }

    /// Nothing more should be begun.
    var isOver: Bool { ContinuousClock.now > end || state.withLock { $0.trouble != nil } }

    func note(_ place: Int, _ trouble: StoreAPIError?) {
        state.withLock { state in
            if let trouble { state.trouble = trouble } else { state.isAsked[place] = true }
        }
    }

    /// How many were asked about with none before them left out, and what ended the step early.
    var result: (asked: Int, trouble: StoreAPIError?) {
        state.withLock { ($0.isAsked.prefix { $0 }.count, $0.trouble) }
    }
}
