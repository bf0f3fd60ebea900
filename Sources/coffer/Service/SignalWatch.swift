internal import Dispatch
internal import Foundation
internal import Synchronization

/// SIGTERM and SIGINT: the first one asks to end in order, the second one to end now.
final class SignalWatch: Sendable {
    private let state = Mutex(State())

    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var atOnce: @Sendable () -> Void = {}
        /// Kept alive here.
        var sources: [any DispatchSourceSignal] = []
    }

    init() {
        let queue = DispatchQueue(label: "signals")
        for number in [SIGTERM, SIGINT] {
            signal(number, SIG_IGN)
            state.withLock { state in
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler { [weak self] in self?.arrived() }
                source.resume()
                state.sources.append(source)
            }
        }
    }

    /// What the second signal does before the process ends.
    func onSecond(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.atOnce = action } }

    var hasArrived: Bool { state.withLock { $0.count > 0 } }

    /// Between the steps of a long start.
    func checkpoint() throws(Failure) {
        if hasArrived { throw Failure("stopped while starting") }
    }

    /// Returns when the first signal has come.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isLate = state.withLock { state in
                if state.count == 0 { state.waiting.append(continuation) }
                return state.count > 0
            }
            if isLate { continuation.resume() }
        }
    }

    private func arrived() {
        let (count, waiting, atOnce) = state.withLock { state in
            state.count += 1
            defer { state.waiting = [] }
            return (state.count, state.waiting, state.atOnce)
        }
        for continuation in waiting { continuation.resume() }
        guard count > 1 else { return }
        atOnce()
        exit(ExitCode.failed.rawValue)
    }
}
