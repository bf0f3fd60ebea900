internal import Foundation

/// Runs what blocks on a thread of its own: tasks share few threads.
enum BlockingWork {
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: work()) }.start()
        }
    }
}
