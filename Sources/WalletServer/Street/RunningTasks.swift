internal import Synchronization

/// The tasks of requests that wait for something. Whoever starts a task owns its end: `cancel` reaches all of them.
final class RunningTasks: Sendable {
    private struct State {
        var next = 0
        var tasks: [Int: Task<Void, Never>] = [:]
        /// Ended before they were noted.
        var ended: Set<Int> = []
    }

    private let state = Mutex(State())

    func run(_ work: @escaping @Sendable () async -> Void) {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        let task = Task { [self] in
            await work()
            state.withLock { state in
                if state.tasks.removeValue(forKey: number) == nil { state.ended.insert(number) }
            }
        }
        state.withLock { state in
            if state.ended.remove(number) == nil { state.tasks[number] = task }
        }
    }

    var count: Int { state.withLock { $0.tasks.count } }

    func cancel() {
        let running = state.withLock { Array($0.tasks.values) }
        for task in running { task.cancel() }
    }
}
