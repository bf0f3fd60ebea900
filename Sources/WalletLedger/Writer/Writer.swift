import Dispatch
package import WalletDomain

/// The only writer of coins: many commands decided in Swift, committed in one transaction, each answered on its own.
///
/// A wallet always goes to the same lane. Nobody gets an answer before the commit is confirmed.
package final class Writer: Sendable {
    private let lanes: [Lane]
    private let watch: QueueWatch

    /// Starts the lanes; each connects by itself and keeps trying.
    package init(_ settings: WriterSettings) {
        precondition((1...Limits.lanesMax).contains(settings.lanes), "1 to 64 lanes")
        lanes = (0..<settings.lanes).map { Lane(number: $0, settings: settings) }
        watch = QueueWatch(lanes.map(\.queue))
        for lane in lanes { lane.start() }
        watch.start()
    }

    /// Returns at once. `reply` is called once: from a lane's thread, or from the thread of whoever found that too
    /// much is waiting.
    package func submit(
        _ command: WalletDomain.Command, reply: @escaping @Sendable (Result<Outcome, WalletError>) -> Void
    ) {
        queue(command, JobClass(command.action), waitMs: Limits.commandDeadlineMs, reply)
    }

    /// As `submit`, for a line of a bulk: it waits longer, behind the others, and is not sent away for them. The caller
    /// has at most `Limits.bulkWindow` of them on their way.
    package func submitPatiently(
        _ command: WalletDomain.Command, reply: @escaping @Sendable (Result<Outcome, WalletError>) -> Void
    ) {
        queue(command, .bulk, waitMs: Limits.bulkLineWaitMs, reply)
    }

    private func queue(
        _ command: WalletDomain.Command, _ priority: JobClass, waitMs: Int,
        _ reply: @escaping @Sendable (Result<Outcome, WalletError>) -> Void
    ) {
        let now = ContinuousClock.now
        let lane = lanes[Int(command.wallet.bucket) % lanes.count]
        lane.queue.put(
            Job(
                command: command, priority: priority, queuedAt: now, deadline: now + .milliseconds(waitMs), reply: reply
            ))
    }

    package func run(_ command: WalletDomain.Command) async throws(WalletError) -> Outcome {
        let result = await withCheckedContinuation { continuation in
            submit(command) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Every lane has a connection.
    package var isReady: Bool { lanes.allSatisfy(\.isReady) }

    package var counters: WriterCounters { lanes.reduce(WriterCounters()) { $0 + $1.counters } }

    /// Serves what is queued, then ends the lanes. Blocks for at most `deadlineMs`; true if all was served.
    package func drain(deadlineMs: Int) -> Bool {
        for lane in lanes { lane.queue.close() }
        let deadline = DispatchTime.now() + .milliseconds(deadlineMs)
        defer { watch.stop() }
        return lanes.map { $0.ended.wait(timeout: deadline) == .success }.allSatisfy { $0 }
    }
}
