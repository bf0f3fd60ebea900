internal import Dispatch
internal import Synchronization

/// Wakes the one who delivers: rung when a message begins to wait.
final class DeliveryBell: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isRung = false
        var waiting: CheckedContinuation<Void, Never>?
        /// Which wait it is: a time-out of an earlier one wakes nobody.
        var number = 0
    }

    func ring() {
        let waiting = state.withLock { state in
            state.isRung = state.waiting == nil
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// Returns when it is rung or was since the last time, when the time is over, or when the task is cancelled.
    func wait(atMostMs limitMs: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard let number = begin(continuation) else { return continuation.resume() }
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(limitMs)) { self.end(number) }
            }
        } onCancel: {
            ring()
        }
    }

    /// - Returns: nil if there is nothing to wait for.
    private func begin(_ continuation: CheckedContinuation<Void, Never>) -> Int? {
        state.withLock { state in
            guard !state.isRung, !Task.isCancelled else {
                state.isRung = false
                return nil
            }
            state.number += 1
            state.waiting = continuation
            return state.number
        }
    }

    private func end(_ number: Int) {
        let waiting = state.withLock { state in state.number == number ? state.waiting.take() : nil }
        waiting?.resume()
    }
}
