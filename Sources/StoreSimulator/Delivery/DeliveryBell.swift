internal import Synchronization

/// Wakes the one who delivers: rung when a message begins to wait.
final class DeliveryBell: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isRung = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    func ring() {
        let waiting = state.withLock { state in
            state.isRung = state.waiting == nil
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Returns once it is rung, or was since the last time.
    private func wait() async {
        await withCheckedContinuation { continuation in
            let isRung = state.withLock { state in
                defer { state.isRung = false }
                if !state.isRung { state.waiting = continuation }
                return state.isRung
            }
            if isRung { continuation.resume() }
        }
    }

    /// Returns when it is rung, when the time is over, or when the task is cancelled.
    func wait(atMost duration: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait() }
            group.addTask {
                // Cancelled: there is nothing to wait for any more.
                try? await Task.sleep(for: duration)
                self.ring()
            }
            await group.next()
            group.cancelAll()
        }
    }
}
