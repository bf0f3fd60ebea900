internal import Synchronization
internal import WalletDomain

/// How the lines that were handed over ended, taken out in their order by one task.
final class BulkOutcomes: Sendable {
    typealias Ending = Result<Outcome, Problem>

    private struct State {
        var arrived: [Int: Ending] = [:]
        var awaited: Int?
        var waiter: CheckedContinuation<Ending, Never>?
    }

    private let state = Mutex(State())

    /// From any thread, once a line.
    func set(_ index: Int, _ ending: Ending) {
        let waiter = state.withLock { state in
            guard state.awaited == index else {
                state.arrived[index] = ending
                return nil as CheckedContinuation<Ending, Never>?
            }
            state.awaited = nil
            return state.waiter.take()
        }
        waiter?.resume(returning: ending)
    }

    func takeIfThere(_ index: Int) -> Ending? { state.withLock { $0.arrived.removeValue(forKey: index) } }

    /// Waits for the line. Each that was handed over ends: the Writer answers it, at its deadline at the latest.
    func take(_ index: Int) async -> Ending {
        await withCheckedContinuation { continuation in
            let ending = state.withLock { state in
                if let ending = state.arrived.removeValue(forKey: index) { return ending as Ending? }
                state.awaited = index
                state.waiter = continuation
                return nil
            }
            if let ending { continuation.resume(returning: ending) }
        }
    }
}
